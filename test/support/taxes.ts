/** Taxes in tests: the API's types, stored documents, and uploads. */
import type { PublicId } from "@daybook/words/public-id";
import type { TestApp, TestCompany } from "./app.ts";
import type { WireError } from "./exchange.ts";
import { pdfOf } from "./files.ts";

export interface Tax {
  readonly id: string;
  readonly object: string;
  readonly type: "income" | "franchise";
  readonly year: number;
  readonly jurisdictions: readonly string[];
  readonly unmapped_jurisdictions: readonly string[];
  readonly filing_status: string;
  readonly filed_at: number | null;
  readonly filed_elsewhere: boolean;
  readonly extension_filed_at: number | null;
  readonly documents: readonly {
    readonly type: string;
    readonly filename: string;
    readonly content_type: string;
    readonly download_url: string;
    readonly expires_at: number;
  }[];
  readonly created: number;
  readonly updated: number;
}

export interface Credit {
  readonly id: string;
  readonly object: string;
  readonly type: string;
  readonly jurisdiction: string;
  readonly year: number;
  readonly currency: string;
  readonly claim_status: string;
  readonly amount_cents: number | null;
  readonly amount_basis: string | null;
  readonly applied_to_income_tax_cents: number | null;
  readonly payroll_credit_cents: number | null;
  readonly payroll_submission: { readonly provider: string | null; readonly status: string };
  readonly created: number;
  readonly updated: number;
}

export interface List<T> {
  readonly object: string;
  readonly url: string;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly data: readonly T[];
}

/** The texts of a PDF that is a Delaware annual franchise tax report. */
export const REPORT_TEXTS = ["State of Delaware", "Delaware Annual Franchise Tax Report"] as const;

/** Stores a PDF with these texts as an uploaded file of the company, and returns the file's id. */
export async function storedFile(
  { app }: TestApp,
  company: Pick<TestCompany, "id" | "bundle">,
  name = "return.pdf",
  texts: readonly string[] = ["Form 1120"],
): Promise<string> {
  const userId = company.bundle.users[0]?.id as PublicId<"user">;
  const bytes = await pdfOf(texts);
  return (
    await app.files.receive({ companyId: company.id, userId, now: app.clock.now() }, name, pieces(bytes))
  ).id;
}

/** Yields the bytes in one piece. */
export async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

/** Stores a document in the object storage. Returns the fields with which a bundle refers to it. */
export async function storedDocument({ app }: TestApp, companyId: string, name = "return.pdf") {
  const bytes = await pdfOf([`This is ${name}`]);
  const object_key = `${companyId}/taxes/${name}`;
  await app.objects.put(object_key, bytes, "application/pdf", AbortSignal.timeout(60_000));
  return { object_key, filename: name, size: bytes.length };
}

export const INCOME_UPLOADS = "/taxes/income_uploads";
export const FRANCHISE_UPLOADS = "/taxes/franchise_uploads";

/**
 * Returns the upload requests of one company. By default they are for 2025: the clock of tests is in 2026.
 */
export function uploadsOf(http: TestApp, { key }: Pick<TestCompany, "key">) {
  const post = (target: string, body: unknown, faultWanted = false) =>
    http.send<Tax>(target, { key, method: "POST", body: body as object, faultWanted });
  const accepted = async (target: string, body: object): Promise<Tax> => {
    const { status, body: tax, text } = await post(target, body);
    if (status !== 201) throw new Error(`the upload was answered ${status}: ${text}`);
    return tax;
  };
  const refused = (target: string, body: unknown, faultWanted = false): Promise<WireError> =>
    http.refusal(target, { key, method: "POST", body: body as object, faultWanted });
  return {
    incomeBody: (file_id: string, changes: object = {}) => ({
      tax_year: 2025,
      tax_firm: "Tick & Tie LLP",
      states_filed: ["CA", "NY"],
      file_id,
      ...changes,
    }),
    income: (file_id: string, changes: object = {}) =>
      accepted(INCOME_UPLOADS, {
        tax_year: 2025,
        tax_firm: "Tick & Tie LLP",
        states_filed: ["CA", "NY"],
        file_id,
        ...changes,
      }),
    franchise: (file_id: string, tax_year = 2025) => accepted(FRANCHISE_UPLOADS, { tax_year, file_id }),
    refused,
  };
}
