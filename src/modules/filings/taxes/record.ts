/** The columns of `tax_records`, `tax_documents` and `delaware_checks`, from which SQL and schemas derive. */
import { FIRST_YEAR, LAST_YEAR } from "@daybook/words/civil-date";
import { boolean, id, integer, type RowOf, seconds, table, text, texts, word } from "../../../core/record.ts";
import { FILING_STATUSES, TAX_TYPES } from "./rules/states.ts";

const YEARS = { least: FIRST_YEAR, most: LAST_YEAR } as const;

export const TAXES = table("tax_records", {
  id: id(["incomeTax", "franchiseTax"], "The record's id, `tax_income_...` or `tax_franchise_...`.", {
    key: true,
  }),
  type: word(TAX_TYPES, "Income tax, federal and state in one, or Delaware's annual franchise tax."),
  year: integer("The year that the tax is for, not that in which it was filed.", YEARS),
  jurisdictions: texts(
    "`US` for federal, `US-` and a code for a state or district. Status and dates apply to all of them together.",
  ),
  unmapped_jurisdictions: texts("Recorded names of states without a known code."),
  filing_status: word(
    FILING_STATUSES,
    "`onboarding` until that is complete, `preparing` until there is a draft, `review_required` until the return is reviewed and signed (or Delaware's payment information is there), `filing` until it is `filed`. The status says nothing about payment or acceptance by an authority. More may come; never treat an unknown status as filed.",
    { default: "onboarding" },
  ),
  filed_at: seconds(
    "When it was filed, or when an uploaded return was uploaded; null if unknown, which a filed record may be.",
    { nullable: true },
  ),
  filed_elsewhere: boolean("Whether it was filed outside the service.", { default: false }),
  extension_filed_at: seconds("When an extension was filed; always null for franchise tax.", {
    nullable: true,
  }),
  tax_firm: text("Who prepared a return that was filed elsewhere.", { nullable: true }),
  staff_only: boolean("Whether the record is hidden from the API.", { default: false }),
  created: seconds("When the record was made."),
  updated: seconds("When the record last changed. It does not show whether its documents changed."),
});

export const DOCUMENTS = table("tax_documents", {
  tax_id: id(["incomeTax", "franchiseTax"], "The record of the document.", { key: true }),
  file_id: id("file", "The uploaded file, if an upload attached it.", { nullable: true }),
  object_key: text("The key of the stored file, a PDF."),
  filename: text("The file's name."),
  size: integer("The file's size in bytes.", { least: 1 }),
  only_draft: boolean(
    "Whether it stays a draft although the return is filed, because another return was filed elsewhere.",
    { default: false },
  ),
  created: seconds("When it was attached."),
});
/** The stored file of a record. */
export type TaxDocument = Omit<RowOf<typeof DOCUMENTS>, "tax_id">;

/** A tax record with its document. */
export type TaxRow = RowOf<typeof TAXES> & { readonly document: TaxDocument | null };
export type TaxId = TaxRow["id"];

export const CHECKS = table("delaware_checks", {
  year: integer("The year of the status.", { key: true, ...YEARS }),
  filed: boolean("Whether Delaware showed its franchise tax as filed."),
  checked_at: seconds("When the status was checked."),
});
export type DelawareCheck = RowOf<typeof CHECKS>;
