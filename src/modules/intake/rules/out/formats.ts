/** The formats in which a company's books can be exported. */

/** Formats of a whole journal, for other programs. */
const JOURNAL_FORMATS = ["ledger", "beancount", "csv", "ads"] as const;
export type JournalFormat = (typeof JOURNAL_FORMATS)[number];

/** All formats: a journal, or the company bundle. */
export const EXPORT_FORMATS = [...JOURNAL_FORMATS, "bundle"] as const;
