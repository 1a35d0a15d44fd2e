/** Bank files in tests: sent to an account over HTTP, previewed, and taken back. */
import type { TestApp } from "./app.ts";
import type { JsonObject } from "./exchange.ts";

/** The members of an upload that tests read. */
export interface BankFileUpload extends JsonObject {
  readonly id: string;
  readonly notes: readonly string[];
  readonly balances: readonly object[];
  readonly errors: readonly { readonly line: number; readonly code: string; readonly message: string }[];
}

/** A transaction as the list of an account has it. */
interface Listed {
  readonly date: string;
  readonly amount_cents: number;
  readonly description: string;
  readonly source_vendor: string;
}

type Fields = Readonly<Record<string, string>>;
type Content = string | Uint8Array<ArrayBuffer>;

/** Makes a company with a checking account, changed by `account`. Returns what can be sent to the account. */
export async function fileAccount(http: TestApp, account: object = {}) {
  const company = await http.company();
  const { body } = await http.send<{ id: string }>("/accounts", {
    key: company.key,
    method: "POST",
    body: { name: "Checking", type: "checking", ...account },
  });
  const { id } = body;
  const request = (content: Content, more: Fields = {}) => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ account_id: id, ...more })) form.append(field, value);
    form.append("file", new File([content], "statement"));
    return { key: company.key, method: "POST" as const, body: form };
  };
  const listed = async () => (await company.read<{ data: Listed[] }>(`/transactions?account_id=${id}`)).data;
  return {
    company,
    id,
    request,
    listed,
    upload: async (content: Content, more?: Fields) =>
      (await http.send<BankFileUpload>("/transaction_uploads", request(content, more))).body,
    refusal: (content: Content, more?: Fields) =>
      http.refusal("/transaction_uploads", request(content, more)),
    preview: (content: string | Uint8Array) => {
      const read = {
        name: null,
        format: null,
        columns: {},
        dateFormat: null,
        signs: null,
        anyAccount: false,
      };
      const source = { file: [Buffer.from(content)], ...read };
      return http.app.uploads.preview(company.id, { account_id: id, source }, http.app.clock.now());
    },
    undo: (upload: string, isDryRun = false) =>
      http.app.uploads.undo(company.id, upload, { now: http.app.clock.now(), isDryRun }),
    amounts: async () => (await listed()).map(({ amount_cents }) => amount_cents),
  };
}
