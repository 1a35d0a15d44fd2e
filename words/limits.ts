/**
 * Every limit by name: those of the specification ("Limits") and those that the service adds. Operation
 * cards (the descriptions of API operations) and the generated `published/limits.json` refer to these names.
 */
import { ARRAY_MAX, COLUMNS_MAX, FORMULA_MAX, ROWS_MAX, TEXT_MAX } from "./sheet-limits.ts";

export const LIMITS = {
  page_size_default: { value: 100, unit: "items", meaning: "Items on a page when `limit` is absent." },
  page_size_max: { value: 500, unit: "items", meaning: "The largest `limit`." },
  burst_window_s: {
    value: 60,
    unit: "seconds",
    meaning: "Length of a burst window; it begins at a whole minute of the clock.",
  },
  burst_requests: { value: 6_000, unit: "requests", meaning: "Most requests of one key in a burst window." },
  unauthenticated_burst_requests: {
    value: 120,
    unit: "requests",
    meaning: "Most requests without a valid key from one address in a burst window.",
  },
  page_burst_requests: {
    value: 3_000,
    unit: "requests",
    meaning:
      "Most requests of one address in a burst window for pages, documents and stored files, in one process.",
  },
  probe_burst_requests: {
    value: 600,
    unit: "requests",
    meaning: "Most requests of one address in a burst window for `/livez` and `/readyz`, in one process.",
  },
  metrics_burst_requests: {
    value: 120,
    unit: "requests",
    meaning: "Most requests of one address in a burst window for `/metrics`, in one process.",
  },
  metrics_reused_ms: {
    value: 1_000,
    unit: "milliseconds",
    meaning: "How long the text of the metrics is given to all who ask, before it is made again.",
  },
  late_refusal_ms: {
    value: 1_000,
    unit: "milliseconds",
    meaning: "How late a 429 is answered to a caller without a valid key or session.",
  },
  late_refusals: {
    value: 1_000,
    unit: "requests",
    meaning: "Most 429 that a process answers late at one time; further ones are answered at once.",
  },
  session_burst_requests: {
    value: 1_200,
    unit: "requests",
    meaning:
      "Most requests of one user by the web console in a burst window. They do not count in the month.",
  },
  formation_requests: {
    value: 10,
    unit: "requests",
    meaning: "Requests a month of a company on the Formation plan.",
  },
  startup_requests: {
    value: 300,
    unit: "requests",
    meaning: "Requests a month of a company on the Startup plan.",
  },
  growth_requests: {
    value: 30_000,
    unit: "requests",
    meaning: "Requests a month of a company on the Growth plan. Enterprise has no cap.",
  },
  stated_requests: {
    value: 999_999_999,
    unit: "requests",
    meaning: "Most requests of a month that an operator can state, as used in a bundle or as allowed.",
  },
  json_body_bytes: { value: 1_048_576, unit: "bytes", meaning: "The largest JSON request body." },
  json_depth: {
    value: 100,
    unit: "levels",
    meaning: "The deepest nesting of objects and arrays in a JSON request body and in a record of a bundle.",
  },
  upload_bytes: { value: 26_214_400, unit: "bytes", meaning: "The largest form with a file." },
  book_import_choices: {
    value: 1_000,
    unit: "vouchers",
    meaning: "Most vouchers of one import of books for which a choice is given singly.",
  },
  waiting_book_imports: {
    value: 10,
    unit: "imports",
    meaning: "Most accepted imports of books of a company that wait to be carried out.",
  },
  waiting_book_import_days: {
    value: 7,
    unit: "days",
    meaning: "An accepted import of books that was not carried out for as long is refused, and its files go.",
  },
  upload_rows: { value: 100_000, unit: "rows", meaning: "Most transactions of one upload." },
  upload_columns: { value: 500, unit: "columns", meaning: "Most columns of a bank file." },
  upload_errors: {
    value: 100,
    unit: "errors",
    meaning: "Most errors reported for one upload; the others are only counted.",
  },
  earliest_year: {
    value: 1_900,
    unit: "year",
    meaning: "The earliest year of a date in a bank file, from a connector or in an imported journal.",
  },
  days_ahead_months: {
    value: 36,
    unit: "months",
    meaning:
      "How far in the future a date in a bank file or from a connector may be. Beyond it, the import of a journal asks to check the year.",
  },
  header_bytes: {
    value: 65_536,
    unit: "bytes",
    meaning: "The largest request head: request line and headers together.",
  },
  url_bytes: { value: 32_768, unit: "bytes", meaning: "The longest request target." },
  category_tiers: { value: 3, unit: "tiers", meaning: "Depth of the category tree." },
  categories: { value: 20_000, unit: "categories", meaning: "Most categories of one company." },
  features: { value: 1_000, unit: "features", meaning: "Most enabled features of one company." },
  departments: { value: 20_000, unit: "departments", meaning: "Most departments of one company." },
  department_tiers: { value: 4, unit: "tiers", meaning: "Depth of the department tree." },
  text_field_characters: { value: 1_000, unit: "characters", meaning: "Longest text of a single field." },
  category_ids_per_request: { value: 500, unit: "ids", meaning: "Most `category_ids[]` in one request." },
  invitation_days: {
    value: 7,
    unit: "days",
    meaning: "How long an invitation is valid after it was created or sent again.",
  },
  pending_invitations: {
    value: 1_000,
    unit: "invitations",
    meaning: "Most pending invitations of one company.",
  },
  members: { value: 10_000, unit: "members", meaning: "Most members of one company, present and former." },
  team_wait_ms: {
    value: 3_000,
    unit: "milliseconds",
    meaning:
      "How long a change of a company's team waits for other writers of the company, such as an import.",
  },
  mail_attempts: {
    value: 8,
    unit: "attempts",
    meaning: "How often sending a mail is tried if the mail server refuses it.",
  },
  keys_per_member: { value: 100, unit: "keys", meaning: "Most API keys of one member that are not revoked." },
  password_characters_min: { value: 12, unit: "characters", meaning: "The shortest password." },
  password_characters_max: { value: 128, unit: "characters", meaning: "The longest password." },
  password_link_minutes: {
    value: 60,
    unit: "minutes",
    meaning: "How long a link that sets a password is valid.",
  },
  key_use_minutes: {
    value: 60,
    unit: "minutes",
    meaning: "How exact the time is at which an API key was used last.",
  },
  session_seen_minutes: {
    value: 5,
    unit: "minutes",
    meaning: "How exact the time is at which a session of the web console was seen last.",
  },
  session_hours: { value: 12, unit: "hours", meaning: "How long somebody stays signed in." },
  sign_in_window_minutes: {
    value: 15,
    unit: "minutes",
    meaning: "Length of the window in which attempts to sign in are counted; it begins with the first one.",
  },
  sign_in_attempts: {
    value: 10,
    unit: "attempts",
    meaning: "Most attempts to sign in with one e-mail address from one network address in a window.",
  },
  sign_in_attempts_of_address: {
    value: 60,
    unit: "attempts",
    meaning: "Most attempts to sign in from one network address in a window.",
  },
  sign_in_attempts_for_email: {
    value: 200,
    unit: "attempts",
    meaning: "Most attempts to sign in with one e-mail address, from wherever, in a window.",
  },
  voucher_lines: { value: 1_000, unit: "lines", meaning: "Most lines of one balanced voucher." },
  files_of_record: {
    value: 100,
    unit: "files",
    meaning: "Most files that are attached to one journal entry.",
  },
  manual_entries_posted: {
    value: 500,
    unit: "entries",
    meaning: "Most manual journal entries that are posted at once.",
  },
  bundle_record_bytes: {
    value: 4_194_304,
    unit: "bytes",
    meaning: "The largest single record of a company bundle.",
  },
  request_timeout_ms: {
    value: 30_000,
    unit: "milliseconds",
    meaning: "How long a request may take to arrive in full.",
  },
  key_requests_at_work: {
    value: 4,
    unit: "requests",
    meaning: "Most requests of one key that are worked on at a time; others wait.",
  },
  company_requests_at_work: {
    value: 8,
    unit: "requests",
    meaning:
      "Most requests of one company that are worked on at a time; others wait, and its keys take turns.",
  },
  requests_at_work: {
    value: 64,
    unit: "requests",
    meaning: "Most requests that one process works on at a time; others wait, and companies take turns.",
  },
  company_requests_waiting: {
    value: 1_000,
    unit: "requests",
    meaning:
      "Most requests of one company that wait for their turn; one more is refused with `service_unavailable`.",
  },
  requests_waiting: {
    value: 10_000,
    unit: "requests",
    meaning:
      "Most requests that wait for their turn in one process; one more is refused with `service_unavailable`.",
  },
  pipelined_requests: {
    value: 10_000,
    unit: "requests",
    meaning:
      "Most requests sent before the previous one on their connection was answered, over all connections; beyond that the connection with the most of them is closed.",
  },
  answer_stall_ms: {
    value: 60_000,
    unit: "milliseconds",
    meaning: "How long a caller may stop reading an answer before its connection is closed.",
  },
  stop_grace_ms: {
    value: 500,
    unit: "milliseconds",
    meaning:
      "How long a service that stops answers further requests on open connections, each with `Connection: close`, before it closes the idle ones.",
  },
  key_answer_bytes: {
    value: 16_777_216,
    unit: "bytes",
    meaning:
      "Most bytes of answers to one key that its callers have not read; until they do, further requests of the key wait.",
  },
  descriptors_tried_ms: {
    value: 2_000,
    unit: "milliseconds",
    meaning: "How often the service tries whether a file descriptor is left.",
  },
  descriptors_reported_ms: {
    value: 60_000,
    unit: "milliseconds",
    meaning: "How often the log reports that no file descriptor is left, while that lasts.",
  },
  answer_bytes: {
    value: 134_217_728,
    unit: "bytes",
    meaning:
      "Most bytes of answers in one process that callers have not read; beyond that the connection with the oldest request is closed.",
  },
  feed_stale_hours: {
    value: 48,
    unit: "hours",
    meaning: "After as long without new data, a live feed says since when it has had none.",
  },
  feed_skipped_lines: {
    value: 1_000,
    unit: "lines",
    meaning:
      "Most lines of a live feed that can't be read and are listed; beyond it nothing is read until some are dismissed.",
  },
  feed_waiting_minutes: {
    value: 15,
    unit: "minutes",
    meaning: "After as long without being read, a live feed that is due says that no worker reads it.",
  },
  link_seconds: {
    value: 604_800,
    unit: "seconds",
    meaning: "The longest time that a link to a stored file is valid.",
  },
  spread_months: {
    value: 600,
    unit: "months",
    meaning: "Most months that a spread covers, and that an imported journal may lie ahead.",
  },
  register_assets: {
    value: 1_000,
    unit: "assets",
    meaning: "Most assets of a register that is added at once.",
  },
  open_items: {
    value: 2_000,
    unit: "items",
    meaning: "Most open invoices or bills of other books that are brought in at once.",
  },
  split_lines: { value: 500, unit: "lines", meaning: "Most lines of a split transaction." },
  bulk_transactions: {
    value: 1_000,
    unit: "transactions",
    meaning: "Most transactions that one request edits.",
  },
  statement_notes: { value: 500, unit: "notes", meaning: "Most notes on statements of one company." },
  rules: { value: 500, unit: "rules", meaning: "Most rules of one company." },
  rule_conditions: { value: 10, unit: "conditions", meaning: "Most conditions of one rule." },
  job_batch: {
    value: 200,
    unit: "transactions",
    meaning: "Transactions that a job processes in one database transaction.",
  },
  open_jobs: { value: 100, unit: "jobs", meaning: "Most unfinished jobs of one company." },
  job_days: { value: 30, unit: "days", meaning: "How long a job can be read after it ended." },
  idempotency_key_characters: {
    value: 255,
    unit: "characters",
    meaning: "The longest `Idempotency-Key`; the shortest has one character.",
  },
  question_ms: {
    value: 300_000,
    unit: "milliseconds",
    meaning:
      "How long a call of `/mcp` that changes data waits for a person's answer, in protocol versions 2025-06-18 and 2025-11-25.",
  },
  key_questions: {
    value: 4,
    unit: "calls",
    meaning: "Most calls of one key that wait for a person's answer in one process.",
  },
  company_questions: {
    value: 20,
    unit: "calls",
    meaning: "Most calls of one company that wait for a person's answer in one process.",
  },
  questions: {
    value: 200,
    unit: "calls",
    meaning: "Most calls that wait for a person's answer in one process.",
  },
  kept_answer_s: {
    value: 86_400,
    unit: "seconds",
    meaning: "How long an `Idempotency-Key` is remembered with its answer, except those of exports.",
  },
  export_months: {
    value: 120,
    unit: "months",
    meaning: "Most calendar months of an export, the first and the last counted in full.",
  },
  export_pdf_periods: { value: 13, unit: "periods", meaning: "Most periods that an export as PDF shows." },
  unfinished_exports: {
    value: 5,
    unit: "exports",
    meaning: "Most exports of one company that are not finished.",
  },
  export_link_s: {
    value: 604_800,
    unit: "seconds",
    meaning: "How long the link to a finished export is valid after it was issued.",
  },
  export_file_s: {
    value: 2_592_000,
    unit: "seconds",
    meaning: "How long after its completion an export still gets links to its file.",
  },
  export_file_days: {
    value: 38,
    unit: "days",
    meaning: "The shortest time for which files of exports can be kept: by then the last link has expired.",
  },
  export_attempts: { value: 8, unit: "attempts", meaning: "How often the generation of an export is tried." },
  export_figures: {
    value: 5_000_000,
    unit: "figures",
    meaning: "Most rows times columns of an export as CSV.",
  },
  export_xlsx_figures: {
    value: 1_500_000,
    unit: "figures",
    meaning: "Most rows times columns of an export as XLSX.",
  },
  export_pdf_figures: {
    value: 80_000,
    unit: "figures",
    meaning: "Most rows times columns of an export as PDF.",
  },
  export_ledger_lines: {
    value: 50_000,
    unit: "lines",
    meaning: "Most lines of a general ledger in a file.",
  },
  export_attempt_ms: {
    value: 120_000,
    unit: "milliseconds",
    meaning: "How long one attempt to generate an export may take.",
  },
  file_s: {
    value: 86_400,
    unit: "seconds",
    meaning: "How long after its creation an uploaded file can be attached; then it is deleted.",
  },
  file_upload_s: {
    value: 600,
    unit: "seconds",
    meaning: "How long the address of a direct upload is valid.",
  },
  document_link_s: {
    value: 300,
    unit: "seconds",
    meaning: "How long the link to a document is valid after it was issued.",
  },
  pdf_check_cpu_ms: {
    value: 10_000,
    unit: "milliseconds",
    meaning: "Most processor time for the check of an uploaded PDF; one that needs more is refused.",
  },
  pdf_check_ms: {
    value: 60_000,
    unit: "milliseconds",
    meaning:
      "How long the service waits for the check of an uploaded PDF before it answers that it is too busy.",
  },
  pdf_check_bytes: {
    value: 536_870_912,
    unit: "bytes",
    meaning: "Most memory for the check of an uploaded PDF, in a process of its own.",
  },
  pdf_checks: {
    value: 1,
    unit: "files",
    meaning: "PDFs that one process of the service checks at a time; others wait.",
  },
  pdf_checks_waiting: { value: 100, unit: "files", meaning: "Most PDFs that wait for their check." },
  tax_states: { value: 100, unit: "states", meaning: "Most states of one income tax record." },
  tax_questionnaires: {
    value: 50,
    unit: "questionnaires",
    meaning: "Most questionnaires of one tax credit: how often its onboarding begins.",
  },
  audit_changes_shown: {
    value: 8,
    unit: "events",
    meaning: "Most events in the list of a company's last changes.",
  },
  audit_actors_shown: {
    value: 200,
    unit: "actors",
    meaning: "Most users, operators and jobs by which the console filters an audit trail.",
  },
  audit_events_shown: {
    value: 1000,
    unit: "events",
    meaning: "Most events of a company's audit trail that a command shows at once.",
  },
  event_days: {
    value: 30,
    unit: "days",
    meaning: "The shortest time for which events of audit trails can be kept.",
  },
  tax_audit_lines_told: {
    value: 200,
    unit: "lines",
    meaning: "Most audit lines of a company's taxes shown at once; these are the latest.",
  },
  form_documents: { value: 20, unit: "documents", meaning: "Most documents of one 1099 record." },
  form_document_bytes: {
    value: 26_214_400,
    unit: "bytes",
    meaning: "The largest document of a 1099 record.",
  },
  form_document_storing_s: {
    value: 3_600,
    unit: "seconds",
    meaning: "How long storing a document of a 1099 record may take before its partial file is deleted.",
  },
  sheets: { value: 1_000, unit: "documents", meaning: "Most spreadsheet documents of one company." },
  sheet_ranges: { value: 100, unit: "ranges", meaning: "Most ranges of one read of a spreadsheet." },
  sheet_range_cells: {
    value: 10_000,
    unit: "cells",
    meaning: "Most cells in all ranges of one read; a cell selected twice counts twice.",
  },
  sheet_answer_characters: {
    value: 1_048_576,
    unit: "characters",
    meaning:
      "Most characters of text that one read of a spreadsheet returns. Formulas are counted separately, and so are cells found by a search.",
  },
  sheet_calculation_cpu_ms: {
    value: 10_000,
    unit: "milliseconds",
    meaning: "Most processor time of one calculation of a spreadsheet.",
  },
  sheet_calculation_ms: {
    value: 60_000,
    unit: "milliseconds",
    meaning:
      "How long one calculation of a spreadsheet may take from its beginning, however busy the machine is.",
  },
  sheet_calculation_wait_ms: {
    value: 30_000,
    unit: "milliseconds",
    meaning: "How long a calculation of a spreadsheet waits for its turn.",
  },
  sheet_calculation_mb: {
    value: 512,
    unit: "megabytes",
    meaning: "The most memory of the thread that calculates a spreadsheet.",
  },
  sheet_calculations: {
    value: 2,
    unit: "calculations",
    meaning: "Calculations of spreadsheets that one process of the service runs at a time.",
  },
  sheet_company_calculations: {
    value: 1,
    unit: "calculations",
    meaning: "Calculations of one company's spreadsheets at a time; companies take turns.",
  },
  sheet_company_calculations_waiting: {
    value: 2,
    unit: "calculations",
    meaning:
      "Most calculations of one company that wait for their turn. Further ones are `unavailable` at once.",
  },
  sheet_overruns: {
    value: 1_000,
    unit: "readings",
    meaning:
      "Reads of spreadsheets that one process of the service remembers as beyond a limit of calculations.",
  },
  sheet_overrun_s: {
    value: 300,
    unit: "seconds",
    meaning: "How long such a read is answered without a new calculation, unless the spreadsheet is edited.",
  },
  sheet_overrun_books_s: {
    value: 60,
    unit: "seconds",
    meaning: "The same if formulas read the books, which change independently.",
  },
  sheet_name_query_characters: {
    value: 256,
    unit: "characters",
    meaning: "The longest `query` for the names of spreadsheets; the shortest has one character.",
  },
  sheet_cell_query_characters: {
    value: 1_000,
    unit: "characters",
    meaning: "The longest `query` for the cells of a spreadsheet; the shortest has one character.",
  },
  sheet_worksheets: { value: 200, unit: "worksheets", meaning: "Most worksheets of one spreadsheet." },
  sheet_worksheet_name_characters: {
    value: 31,
    unit: "characters",
    meaning: "The longest name of a worksheet.",
  },
  sheet_rows: { value: ROWS_MAX, unit: "rows", meaning: "Most rows of a worksheet." },
  sheet_columns: { value: COLUMNS_MAX, unit: "columns", meaning: "Most columns of a worksheet." },
  sheet_sized_lines: {
    value: 10_000,
    unit: "lines",
    meaning: "Most rows, and most columns, of one worksheet whose size was set.",
  },
  sheet_cells: {
    value: 1_000_000,
    unit: "cells",
    meaning: "Most cells of one spreadsheet with content.",
  },
  sheet_formats: { value: 1_000_000, unit: "cells", meaning: "Most cells of one spreadsheet with a format." },
  sheet_characters: {
    value: 33_554_432,
    unit: "characters",
    meaning: "Most characters of all texts and formulas of one spreadsheet.",
  },
  sheet_text_characters: { value: TEXT_MAX, unit: "characters", meaning: "The longest text of a cell." },
  sheet_formula_characters: {
    value: FORMULA_MAX,
    unit: "characters",
    meaning: 'The longest formula, without its "=".',
  },
  sheet_array_cells: { value: ARRAY_MAX, unit: "cells", meaning: "Most cells that one array formula fills." },
  sheet_names: {
    value: 1_000,
    unit: "names",
    meaning: "Most names that the formulas of one spreadsheet may use.",
  },
  sheet_charts: { value: 200, unit: "charts", meaning: "Most charts of one spreadsheet." },
  sheet_frame_characters: {
    value: 500_000,
    unit: "characters",
    meaning: "Most characters of all names and charts of one spreadsheet.",
  },
  sheet_chart_ranges: { value: 100, unit: "ranges", meaning: "Most ranges of one chart." },
  workbook_bytes: {
    value: 52_428_800,
    unit: "bytes",
    meaning: "The largest XLSX workbook that is imported.",
  },
  workbook_entries: {
    value: 20_000,
    unit: "files",
    meaning: "Most files in the archive of an XLSX workbook.",
  },
  workbook_inflated_bytes: {
    value: 268_435_456,
    unit: "bytes",
    meaning: "The largest XLSX workbook unpacked, counting only the parts that are read.",
  },
  workbook_read_ms: {
    value: 60_000,
    unit: "milliseconds",
    meaning: "How long reading or writing an XLSX workbook may take.",
  },
  workbook_memory_mb: {
    value: 1_024,
    unit: "megabytes",
    meaning: "The most memory of the thread that reads or writes an XLSX workbook.",
  },
  sheet_edits: {
    value: 10_000,
    unit: "cells",
    meaning: "Most cells that one edit of a spreadsheet changes.",
  },
  sheet_batch_edits: {
    value: 250,
    unit: "edits",
    meaning: "Most edits that the console makes in a spreadsheet at once, each of cells or of a worksheet.",
  },
  sheet_changes: {
    value: 1_000,
    unit: "edits",
    meaning: "The latest edits of a spreadsheet of which it is remembered what they touched.",
  },
  sheet_book_calls: {
    value: 5_000,
    unit: "calls",
    meaning: "Most calls of formula functions over the books that the console asks at once.",
  },
  sheet_content_characters: {
    value: 4_194_304,
    unit: "characters",
    meaning: "About how many characters of cells the console reads of a spreadsheet at once.",
  },
  payment_candidates: {
    value: 50,
    unit: "transactions",
    meaning: "Most transactions that the console proposes as payments of an invoice.",
  },
  reconciliation_explanations: {
    value: 20,
    unit: "lines",
    meaning: "Most lines that are proposed as what explains the difference of a reconciliation.",
  },
  reconciliation_lines: {
    value: 10_000,
    unit: "lines",
    meaning: "Most lines of a bank that one request marks as on a statement, or not.",
  },
  receipt_invoices: {
    value: 100,
    unit: "invoices",
    meaning: "Most invoices that the console settles with one payment or refund.",
  },
  invoice_lines: { value: 500, unit: "lines", meaning: "Most lines of one invoice." },
  statement_timeout_ms: {
    value: 30_000,
    unit: "milliseconds",
    meaning: "How long one database statement of a request may run.",
  },
  replica_answer_ms: {
    value: 3_000,
    unit: "milliseconds",
    meaning: "How long a replica of the database may take to answer a read, before the primary answers.",
  },
  lock_timeout_ms: {
    value: 5_000,
    unit: "milliseconds",
    meaning: "How long a request's statement waits for rows that another writer is changing.",
  },
  disk_reserve_mb: {
    value: 100,
    unit: "megabytes",
    meaning:
      "Free space below which the embedded database refuses changes, unless `DISK_RESERVE_MB` says otherwise.",
  },
  verified_files: {
    value: 1_000_000,
    unit: "files",
    meaning: "Most stored files of one company that `verify` compares with their records.",
  },
  engine_stuck_s: {
    value: 600,
    unit: "seconds",
    meaning:
      "How long one statement may keep the embedded database's engine busy before the service ends itself.",
  },
  vendor_answer_s: {
    value: 60,
    unit: "seconds",
    meaning: "How long a live feed waits for one answer of a bank or payment service.",
  },
  vendor_answer_bytes: {
    value: 33_554_432,
    unit: "bytes",
    meaning: "The largest answer of a bank or payment service that a live feed reads.",
  },
  background_jobs: {
    value: 9,
    unit: "jobs",
    meaning: "Background jobs that one worker process runs at a time.",
  },
  background_poll_ms: {
    value: 1_000,
    unit: "milliseconds",
    meaning: "How often an idle worker looks for background jobs.",
  },
  background_lease_s: {
    value: 60,
    unit: "seconds",
    meaning: "How long after its worker's death another worker takes over a background job.",
  },
  background_age_s: {
    value: 86_400,
    unit: "seconds",
    meaning:
      "How long after its first attempt a background job is given up whose attempts keep ending with their process, or which waits for the storage of files.",
  },
  background_dead_days: {
    value: 90,
    unit: "days",
    meaning: "How long a background job that failed for the last time is kept, with its error.",
  },
} as const;

export type LimitName = keyof typeof LIMITS;
