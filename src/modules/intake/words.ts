/** The words of the module that the command line needs before it loads the module. */
export { CHART_TEMPLATES } from "./rules/chart-templates.ts";
export { CHANGE_CHOICES, type ChangeChoice } from "./rules/later-import.ts";
export { JOURNAL_COLUMNS } from "./rules/csv-columns.ts";
export { CLOSING_CHOICES } from "./rules/closing-vouchers.ts";
export { EXPORT_FORMATS, type JournalFormat } from "./rules/out/formats.ts";
