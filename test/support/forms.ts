/** Vendor 1099 filings in tests: read over HTTP, and changed with the service that the commands use. */
import { expect } from "vitest";
import type { FormEvent } from "../../src/modules/filings/forms-1099/index.ts";
import type { TestApp, TestCompany } from "./app.ts";
import type { WireError } from "./exchange.ts";

export interface DocumentAnswer {
  readonly id: string;
  readonly type: string;
  readonly filename: string;
  readonly content_type: string | null;
  readonly download_url: string;
  readonly expires_at: number;
}

export interface FormAnswer {
  readonly id: string;
  readonly object: string;
  readonly year: number;
  readonly vendor_name: string;
  readonly filing_status: string;
  readonly filed_at: number | null;
  readonly filed_elsewhere: boolean;
  readonly documents: readonly DocumentAnswer[];
  readonly created: number;
  readonly updated: number;
}

export interface SummaryAnswer {
  readonly year: number;
  readonly filing_status: string;
  readonly counts: {
    readonly review_required: number;
    readonly required: number;
    readonly pending: number;
    readonly filed: number;
  };
}

export interface FormsAnswer {
  readonly object: string;
  readonly url: string;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly data: readonly FormAnswer[];
  readonly summaries: readonly SummaryAnswer[];
}

export const FORMS = "/forms/1099";
export const FILE = {
  type: "w9",
  filename: "w9.pdf",
  content_type: "application/pdf",
  content: Buffer.from("a W-9"),
  replaces: null,
} as const;

/** Returns the requests and commands about the 1099 records of one company. */
export function formsOf(http: TestApp, company: Pick<TestCompany, "id" | "key">) {
  const { forms } = http.app;
  const list = (query = "") => http.read<FormsAnswer>(`${FORMS}${query}`, company.key);
  return {
    list,
    /** Returns the ids of a page without their prefix. */
    names: async (query = "") => (await list(query)).data.map(({ id }) => id.replace("f1099_", "")),
    get: (id: string) => http.read<FormAnswer>(`${FORMS}/f1099_${id}`, company.key),
    refusal: (target: string): Promise<WireError> =>
      http.refusal(`${FORMS}${target}`, { key: company.key, faultWanted: true }),
    record: (id: string, event: FormEvent) => forms.recordEvent(company.id, `f1099_${id}`, event, "ada"),
    attach: (id: string, changes: Partial<Parameters<typeof forms.attach>[2]> = {}) =>
      forms.attach(company.id, `f1099_${id}`, { ...FILE, ...changes }, "ada", new AbortController().signal),
    /** Imports records as a bundle. */
    put: (sections: object) =>
      http.app.intake.importBundle(
        once(
          JSON.stringify({
            format: "daybook.company-bundle",
            version: 1,
            company: { id: company.id },
            ...sections,
          }),
        ),
      ),
    /** Fails unless the list is refused because a report is not ready. */
    expectNotReady: async (target = ""): Promise<void> => {
      expect(await http.refusal(`${FORMS}${target}`, { key: company.key, faultWanted: true })).toMatchObject({
        status: 503,
        type: "api_error",
        code: "forms_not_ready",
      });
    },
  };
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
