/** The operations. Generated from the operation cards by `npm run emit`: do not edit. */

import type { List } from "@daybook/client";
import type { CallOptions, ListOptions, OperationRow } from "@daybook/client";
import type {
  Account,
  AccountChange,
  AccountConnectionList,
  AnsweredTwinLines,
  ApiKeyName,
  ApiKeys,
  AssetDisposal,
  AssetRegister,
  AuditActors,
  AuditEventList,
  BillCandidates,
  BillCreditUse,
  BillList,
  BillRefund,
  BillSettlementTakenBack,
  BillVendorCredit,
  BillWriteOff,
  BillsPayment,
  BookAnswers,
  BookCalls,
  BookImport,
  BookImportFilesForm,
  BookImportList,
  BookImportPlan,
  BookImportTakeBack,
  CategoryEdit,
  CategoryMerge,
  CategoryMove,
  CategoryOrder,
  ChangeList,
  Chart,
  ChartChange,
  ClearedLines,
  CloseChecklist,
  Closing,
  ClosingEventList,
  CompanyChange,
  CompanySettings,
  CompanySettingsChange,
  ConnectionChange,
  ConnectionMapping,
  ConnectionRenewal,
  Connections,
  DepartmentChange,
  DepartmentDeletion,
  DepartmentEdit,
  DepartmentMove,
  Disconnection,
  DismissedLines,
  EditedSheet,
  EndedSessions,
  EntryPreview,
  InvitationRecordList,
  InvoiceCreditNote,
  InvoiceCreditUse,
  InvoiceList,
  InvoiceReceipt,
  InvoiceRefund,
  InvoiceWriteOff,
  JournalEntryList,
  ListedUploadList,
  ManualEntry,
  ManualEntryList,
  MemberAccess,
  MemberAnswer,
  NewApiKey,
  NewApiKeyAnswer,
  NewAssetRegister,
  NewBookImportForm,
  NewCategory,
  NewClosing,
  NewConnection,
  NewDepartment,
  NewInvitation,
  NewManualEntry,
  NewOpenItems,
  NewOpeningBalances,
  NewReconciliation,
  NewReversal,
  NewRuleTrial,
  NewSchedule,
  NewSheet,
  NewSheetImport,
  NewSignIn,
  NewStatementExport,
  NewTransactionSpread,
  NewTransactionUploadForm,
  OpenItemsFile,
  OpenItemsUploadForm,
  OpenedBill,
  OpenedBooks,
  OpenedInvoice,
  OpenedItems,
  OpenedReconciliation,
  OpenedSchedule,
  OpeningBalances,
  Overview,
  PassedInvitation,
  Payables,
  PaymentCandidates,
  People,
  Receivables,
  Reconciliation,
  ReconciliationLineList,
  ReconciliationList,
  ReopenedReconciliation,
  Rule,
  RuleTrial,
  ScheduleEnd,
  ScheduleList,
  ScheduleMove,
  ScheduleReopening,
  Session,
  SessionList,
  SettledBills,
  SettledInvoices,
  SettlementTakenBack,
  SheetChanges,
  SheetContent,
  SheetEdits,
  SheetImport,
  SheetSummary,
  SignIn,
  StaleFeeds,
  StatementExport,
  StatementTable,
  TakenBackBookImport,
  TakenBackUpload,
  TransactionEventList,
  TransactionList,
  TransactionPlaceList,
  TransferProposalList,
  TwinAnswers,
  TwinLines,
  UploadPreview,
  UploadTakeBack,
  Usage,
  UserName,
  UserNameAnswer,
  Voucher,
} from "./schemas.ts";

/** The path below which the API lies on its server. */
export const API_ROOT = "/app/api";

/** How each operation is called. */
export const OPERATIONS = {
  addAssetRegister: { method: "POST", path: "/asset_register", body: "json", keyed: true },
  addCategory: { method: "POST", path: "/chart/categories", body: "json", keyed: true },
  addDepartment: { method: "POST", path: "/chart/departments", body: "json", keyed: true },
  addSchedule: { method: "POST", path: "/schedules", body: "json", keyed: true },
  answerTwinLines: { method: "POST", path: "/transactions/twins", body: "json", keyed: true },
  applyBillCredit: { method: "POST", path: "/bills/{id}/apply", body: "json", keyed: true },
  applyCredit: { method: "POST", path: "/invoices/{id}/apply", body: "json", keyed: true },
  applyRule: { method: "POST", path: "/rules/{id}/apply", keyed: true },
  askBooks: { method: "POST", path: "/book_calls", body: "json" },
  beginSignIn: { method: "POST", path: "/connections/sign_in", body: "json" },
  changeAccount: { method: "PATCH", path: "/accounts/{id}", body: "json" },
  changeCategory: { method: "PATCH", path: "/chart/categories/{id}", body: "json" },
  changeCompanySettings: { method: "PATCH", path: "/company", body: "json" },
  changeDepartment: { method: "PATCH", path: "/chart/departments/{id}", body: "json" },
  changeMember: { method: "PATCH", path: "/team/members/{id}", body: "json" },
  changeOwnName: { method: "PATCH", path: "/session/name", body: "json" },
  clearReconciliationLines: { method: "POST", path: "/reconciliations/{id}/clear", body: "json", keyed: true },
  closeBooks: { method: "PUT", path: "/closing", body: "json" },
  connectVendor: { method: "POST", path: "/connections", body: "json" },
  createBookImport: { method: "POST", path: "/book_imports", body: "form", keyed: true },
  createKey: { method: "POST", path: "/keys", body: "json" },
  createManualEntry: { method: "POST", path: "/manual_entries", body: "json", keyed: true },
  createSheet: { method: "POST", path: "/sheets", body: "json", keyed: true },
  creditBill: { method: "POST", path: "/bills/{id}/credit", body: "json", keyed: true },
  creditInvoice: { method: "POST", path: "/invoices/{id}/credit", body: "json", keyed: true },
  deleteDepartment: { method: "POST", path: "/chart/departments/{id}/delete", body: "json" },
  disconnectVendor: { method: "POST", path: "/connections/{id}/disconnect" },
  dismissSkippedLines: { method: "POST", path: "/connections/{id}/dismiss", body: "json" },
  disposeAsset: { method: "POST", path: "/schedules/{id}/dispose", body: "json", keyed: true },
  dropReconciliation: { method: "POST", path: "/reconciliations/{id}/drop", keyed: true },
  editSheet: { method: "POST", path: "/sheets/{id}/edits", body: "json", keyed: true },
  endOneSession: { method: "DELETE", path: "/sessions/{id}", empty: true },
  endOtherSessions: { method: "DELETE", path: "/sessions" },
  endSchedule: { method: "POST", path: "/schedules/{id}/end", body: "json", keyed: true },
  endSession: { method: "DELETE", path: "/session", empty: true },
  exportStatement: { method: "POST", path: "/statement_exports", body: "json", keyed: true },
  findBills: { method: "GET", path: "/bills", query: true, list: "cursor", pageMost: 500 },
  findInvoices: { method: "GET", path: "/invoices", query: true, list: "cursor", pageMost: 500 },
  findTransactions: { method: "GET", path: "/transactions", query: true, list: "cursor", pageMost: 500 },
  finishReconciliation: { method: "POST", path: "/reconciliations/{id}/finish", keyed: true },
  getAssetRegister: { method: "GET", path: "/asset_register", query: true },
  getBillSettlements: { method: "GET", path: "/bills/{id}/settlements" },
  getBookImport: { method: "GET", path: "/book_imports/{id}" },
  getChart: { method: "GET", path: "/chart" },
  getCloseChecklist: { method: "GET", path: "/close_checklist", query: true },
  getClosing: { method: "GET", path: "/closing" },
  getCompanySettings: { method: "GET", path: "/company" },
  getInvoiceSettlements: { method: "GET", path: "/invoices/{id}/settlements" },
  getOverview: { method: "GET", path: "/overview" },
  getPayables: { method: "GET", path: "/payables", query: true },
  getReceivables: { method: "GET", path: "/receivables", query: true },
  getReconciliation: { method: "GET", path: "/reconciliations/{id}" },
  getSchedule: { method: "GET", path: "/schedules/{id}" },
  getSession: { method: "GET", path: "/session" },
  getSheetChanges: { method: "GET", path: "/sheets/{id}/changes", query: true },
  getSheetContent: { method: "GET", path: "/sheets/{id}/content", query: true },
  getStatementExport: { method: "GET", path: "/statement_exports/{id}" },
  getStatementTable: { method: "GET", path: "/statement_table", query: true },
  getUsage: { method: "GET", path: "/usage" },
  getVoucher: { method: "GET", path: "/vouchers/{entry}" },
  importSheet: { method: "POST", path: "/sheet_imports", body: "form", keyed: true },
  inviteMember: { method: "POST", path: "/invitations", body: "json" },
  listAccountConnections: { method: "GET", path: "/account_connections", list: "whole" },
  listAuditActors: { method: "GET", path: "/audit_actors" },
  listAuditEvents: { method: "GET", path: "/audit_events", query: true, list: "cursor", pageMost: 500 },
  listBillCandidates: { method: "GET", path: "/bills/{id}/candidates", query: true },
  listBookImports: { method: "GET", path: "/book_imports", list: "whole" },
  listChanges: { method: "GET", path: "/changes", list: "whole" },
  listClosings: { method: "GET", path: "/closings", list: "whole" },
  listConnections: { method: "GET", path: "/connections" },
  listInvitations: { method: "GET", path: "/invitations", query: true, list: "cursor", pageMost: 500 },
  listKeys: { method: "GET", path: "/keys" },
  listManualEntries: { method: "GET", path: "/manual_entries", query: true, list: "cursor", pageMost: 500 },
  listPaymentCandidates: { method: "GET", path: "/invoices/{id}/candidates", query: true },
  listPeople: { method: "GET", path: "/people" },
  listReconciliationLines: { method: "GET", path: "/reconciliations/{id}/lines", query: true, list: "cursor", pageMost: 500 },
  listReconciliations: { method: "GET", path: "/reconciliations", query: true, list: "whole" },
  listSchedules: { method: "GET", path: "/schedules", query: true, list: "whole" },
  listSessions: { method: "GET", path: "/sessions" },
  listStaleFeeds: { method: "GET", path: "/stale_feeds" },
  listStatementEntries: { method: "GET", path: "/statement_entries", query: true, list: "cursor", pageMost: 500 },
  listTransactionEvents: { method: "GET", path: "/transactions/{id}/events", list: "whole" },
  listTransactionPlaces: { method: "GET", path: "/transactions/places", query: true, list: "cursor", pageMost: 500 },
  listTransferProposals: { method: "GET", path: "/transfer_proposals", list: "whole" },
  listTwinLines: { method: "GET", path: "/transactions/twins" },
  listUploads: { method: "GET", path: "/uploads", list: "whole" },
  mapConnection: { method: "POST", path: "/connections/{id}/accounts", body: "json" },
  mergeCategory: { method: "POST", path: "/chart/categories/{id}/merge", body: "json" },
  moveCategory: { method: "POST", path: "/chart/categories/{id}/move", body: "json" },
  moveDepartment: { method: "POST", path: "/chart/departments/{id}/move", body: "json" },
  moveScheduleEnd: { method: "POST", path: "/schedules/{id}/move", body: "json", keyed: true },
  openBills: { method: "POST", path: "/open_bills", body: "json", keyed: true },
  openBooks: { method: "POST", path: "/closing/open", body: "json", keyed: true },
  openInvoices: { method: "POST", path: "/open_invoices", body: "json", keyed: true },
  orderCategories: { method: "POST", path: "/chart/order", body: "json" },
  payBills: { method: "POST", path: "/bill_payments", body: "json", keyed: true },
  planBookImport: { method: "POST", path: "/book_imports/plan", body: "form" },
  previewManualEntry: { method: "POST", path: "/manual_entries/preview", body: "json" },
  previewUpload: { method: "POST", path: "/uploads/preview", body: "form" },
  readOpenItems: { method: "POST", path: "/open_items_file", body: "form" },
  receivePayment: { method: "POST", path: "/receipts", body: "json", keyed: true },
  refundBills: { method: "POST", path: "/bill_refunds", body: "json", keyed: true },
  refundCredit: { method: "POST", path: "/refunds", body: "json", keyed: true },
  removeMember: { method: "DELETE", path: "/team/members/{id}", empty: true },
  removeSchedule: { method: "POST", path: "/schedules/{id}/remove", keyed: true, empty: true },
  renameKey: { method: "PATCH", path: "/keys/{id}", body: "json", empty: true },
  renewConnection: { method: "POST", path: "/connections/{id}/renew", body: "json" },
  reopenReconciliation: { method: "POST", path: "/reconciliations/{id}/reopen", body: "json", keyed: true },
  reopenSchedule: { method: "POST", path: "/schedules/{id}/reopen", body: "json", keyed: true },
  resendMember: { method: "POST", path: "/invitations/{id}/resend" },
  reverseVoucher: { method: "POST", path: "/vouchers/{entry}/reversal", body: "json", keyed: true },
  reviewManualEntry: { method: "PUT", path: "/vouchers/{entry}/review" },
  revokeKey: { method: "DELETE", path: "/keys/{id}", empty: true },
  setOpeningBalances: { method: "POST", path: "/opening_balances", body: "json", keyed: true },
  spreadTransaction: { method: "POST", path: "/transactions/{id}/spread", body: "json", keyed: true },
  startReconciliation: { method: "POST", path: "/reconciliations", body: "json", keyed: true },
  syncConnection: { method: "POST", path: "/connections/{id}/sync" },
  takeBackBillSettlement: { method: "POST", path: "/bill_settlements/{id}/take_back", body: "json", keyed: true },
  takeBackBookImport: { method: "POST", path: "/book_imports/{id}/take_back", body: "json", keyed: true },
  takeBackSettlement: { method: "POST", path: "/settlements/{id}/take_back", body: "json", keyed: true },
  takeBackUpload: { method: "POST", path: "/uploads/{id}/take_back", body: "json", keyed: true },
  tryRule: { method: "POST", path: "/rules/try", body: "json" },
  writeOffBill: { method: "POST", path: "/bills/{id}/write_off", body: "json", keyed: true },
  writeOffInvoice: { method: "POST", path: "/invoices/{id}/write_off", body: "json", keyed: true },
} as const satisfies Readonly<Record<string, OperationRow>>;

/** A function for each operation: first the parameters of its path, then its query or its body, then options. */
export interface Operations {
  /**
   * Add a register of assets that agrees with the ledger.
   *
   * Adds all assets of a register as they stood at the end of a month, or none: where the cost
   * or the depreciation of a category differs from the ledger of that day, it is refused by
   * name and amount.
   *
   * Another company's schedule or category is answered like an unknown one.
   *
   * `POST /asset_register`
   */
  readonly addAssetRegister: (body: NewAssetRegister, options?: CallOptions) => Promise<AssetRegister>;
  /**
   * Add a category.
   *
   * Adds a category after its siblings.
   *
   * Another company's category is answered like an unknown one.
   *
   * `POST /chart/categories`
   */
  readonly addCategory: (body: NewCategory, options?: CallOptions) => Promise<ChartChange>;
  /**
   * Add a department.
   *
   * Adds a department after its siblings. A parent that could be assigned can't be any more.
   *
   * Another company's department is answered like an unknown one.
   *
   * `POST /chart/departments`
   */
  readonly addDepartment: (body: NewDepartment, options?: CallOptions) => Promise<DepartmentChange>;
  /**
   * Add a schedule of an amount that is in the books.
   *
   * Writes off an asset, or spreads an amount, that no transaction of the bank brought: of
   * opening balances, an import or an entry. Only its shares are posted.
   *
   * Another company's schedule or category is answered like an unknown one.
   *
   * `POST /schedules`
   */
  readonly addSchedule: (body: NewSchedule, options?: CallOptions) => Promise<OpenedSchedule>;
  /**
   * Say if lines are the same as entries of imported books.
   *
   * With `same`, the lines stay out of the books, which have them already. With `another`,
   * they are posted.
   *
   * Another company's transaction is answered like an unknown one.
   *
   * `POST /transactions/twins`
   */
  readonly answerTwinLines: (body: TwinAnswers, options?: CallOptions) => Promise<AnsweredTwinLines>;
  /**
   * Settle a bill with the credit of another one.
   *
   * What was paid or credited too much of another bill of the vendor settles this one. Nothing
   * is booked, because both are booked on the same payables.
   *
   * Another company's bill or category is answered like an unknown one.
   *
   * `POST /bills/{id}/apply`
   */
  readonly applyBillCredit: (id: string, body: BillCreditUse, options?: CallOptions) => Promise<SettledBills>;
  /**
   * Settle an invoice with the credit of another one.
   *
   * What was paid or credited too much of another invoice of the customer settles this one.
   * Nothing is booked, because both are booked on the same receivables.
   *
   * Another company's invoice or category is answered like an unknown one.
   *
   * `POST /invoices/{id}/apply`
   */
  readonly applyCredit: (id: string, body: InvoiceCreditUse, options?: CallOptions) => Promise<SettledInvoices>;
  /**
   * Apply a rule to the past.
   *
   * A background job, `job_id`, applies the rule to existing uncategorized transactions, as
   * for a new rule. A former job of the same rule that has not ended is ended.
   *
   * Another company's rule is answered like an unknown one.
   *
   * `POST /rules/{id}/apply`
   */
  readonly applyRule: (id: string, options?: CallOptions) => Promise<Rule>;
  /**
   * Answer functions over the books.
   *
   * The answers to calls of formula functions such as BOOKS.TOTAL, in the order of the calls
   * and all from one state of the books. For editors of spreadsheets: who only views them
   * reads what their stored formulas come to (`getSheet`).
   *
   * `POST /book_calls`
   */
  readonly askBooks: (body: BookCalls, options?: CallOptions) => Promise<BookAnswers>;
  /**
   * Begin a sign-in at a vendor.
   *
   * Returns the address at which a person signs in. For a new connection, `connectVendor` then
   * takes the token; a renewed one goes on by itself.
   *
   * Another company's connection is answered like an unknown one.
   *
   * `POST /connections/sign_in`
   */
  readonly beginSignIn: (body: NewSignIn, options?: CallOptions) => Promise<SignIn>;
  /**
   * Change an account.
   *
   * Sets any of five fields: all the given ones, or none. An account that has transactions
   * keeps its category.
   *
   * Another company's account or category is answered like an unknown one.
   *
   * `PATCH /accounts/{id}`
   */
  readonly changeAccount: (id: string, body: AccountChange, options?: CallOptions) => Promise<Account>;
  /**
   * Rename a category, change its place on statements, or make it inactive.
   *
   * Changes the name, the section of the cash flow statement, and whether the category is
   * active. Nothing new can be put on an inactive one; what has it keeps it, and statements
   * show it. The answer names the statements and months that change.
   *
   * Another company's category is answered like an unknown one.
   *
   * `PATCH /chart/categories/{id}`
   */
  readonly changeCategory: (id: string, body: CategoryEdit, options?: CallOptions) => Promise<ChartChange>;
  /**
   * Change a company's settings.
   *
   * Changes the profile, the month in which the fiscal year begins, what the cash flow
   * statement leaves out, and what statements say of who prepared them and of the assurance on
   * them. The answer names the fields that change, with their values before and after.
   *
   * `PATCH /company`
   */
  readonly changeCompanySettings: (body: CompanySettingsChange, options?: CallOptions) => Promise<CompanyChange>;
  /**
   * Rename a department, or open or close it.
   *
   * Changes the name, whether the department can be assigned, or both. A closed department
   * keeps its entries.
   *
   * Another company's department is answered like an unknown one.
   *
   * `PATCH /chart/departments/{id}`
   */
  readonly changeDepartment: (id: string, body: DepartmentEdit, options?: CallOptions) => Promise<DepartmentChange>;
  /**
   * Change the access of a member.
   *
   * Changes what another member may do, from the next request on. Keys of a member who loses
   * API access are revoked. The caller needs at least the member's present access and the new
   * one. Full Admin access has no further condition; any other needs the feature
   * `role_based_access_control` and an active or trialing Growth plan.
   *
   * A member of another company, or one who has left, is answered like an unknown one.
   *
   * `PATCH /team/members/{id}`
   */
  readonly changeMember: (id: string, body: MemberAccess, options?: CallOptions) => Promise<MemberAnswer>;
  /**
   * Change one's own name.
   *
   * The name under which the user's changes are shown, in every company.
   *
   * `PATCH /session/name`
   */
  readonly changeOwnName: (body: UserName, options?: CallOptions) => Promise<UserNameAnswer>;
  /**
   * Mark lines as on the statement, or not.
   *
   * Without transactions, all lines through the statement's day that are on no statement yet
   * are marked, or all marks are taken away.
   *
   * Another company's account, reconciliation or transaction is answered like an unknown one.
   *
   * `POST /reconciliations/{id}/clear`
   */
  readonly clearReconciliationLines: (id: string, body?: ClearedLines, options?: CallOptions) => Promise<OpenedReconciliation>;
  /**
   * Close the books through a day.
   *
   * No entry on that day or before changes afterwards. The day must have ended, and no bank
   * line up to it may be pending. With open items in the checklist of the month it takes a
   * reason, and both are kept.
   *
   * `PUT /closing`
   */
  readonly closeBooks: (body: NewClosing, options?: CallOptions) => Promise<Closing>;
  /**
   * Connect a vendor.
   *
   * Stores what the vendor gave and lists the accounts there. Nothing is read before accounts
   * are mapped.
   *
   * `POST /connections`
   */
  readonly connectVendor: (body: NewConnection, options?: CallOptions) => Promise<ConnectionChange>;
  /**
   * Import books.
   *
   * Accepts a plan: the same files with the same answers, and its digest. A job imports them,
   * completely or not at all; read the import for what became of it. If these or the books
   * were changed after the plan was shown, nothing is imported.
   *
   * `POST /book_imports`
   */
  readonly createBookImport: (body: NewBookImportForm, options?: CallOptions) => Promise<BookImport>;
  /**
   * Create an API key.
   *
   * Creates a key of the user, or a read-only key with a service member of its own, which
   * views what the user may view. The key's text is only in this answer.
   *
   * `POST /keys`
   */
  readonly createKey: (body: NewApiKey, options?: CallOptions) => Promise<NewApiKeyAnswer>;
  /**
   * Post a journal entry.
   *
   * Posts an entry in the user's name. It never changes afterwards; a mistake is reversed.
   * With `reverses_on`, its reversal is posted together with it.
   *
   * `POST /manual_entries`
   */
  readonly createManualEntry: (body: NewManualEntry, options?: CallOptions) => Promise<ManualEntry>;
  /**
   * Make a spreadsheet.
   *
   * A new document with one empty worksheet.
   *
   * `POST /sheets`
   */
  readonly createSheet: (body: NewSheet, options?: CallOptions) => Promise<SheetSummary>;
  /**
   * Enter a vendor credit for a bill.
   *
   * Credits the categories of the lines, such as the expense that is taken back, and debits
   * Accounts Payable. What exceeds the amount due is a credit that the vendor owes.
   *
   * Another company's bill or category is answered like an unknown one.
   *
   * `POST /bills/{id}/credit`
   */
  readonly creditBill: (id: string, body: BillVendorCredit, options?: CallOptions) => Promise<SettledBills>;
  /**
   * Make a credit note for an invoice.
   *
   * Debits the categories of the lines, such as the revenue that is taken back, and credits
   * the claim. What exceeds the amount due is the customer's credit.
   *
   * Another company's invoice or category is answered like an unknown one.
   *
   * `POST /invoices/{id}/credit`
   */
  readonly creditInvoice: (id: string, body: InvoiceCreditNote, options?: CallOptions) => Promise<SettledInvoices>;
  /**
   * Delete a department.
   *
   * Deletes a department that no entry, transaction, rule or other department names.
   *
   * Another company's department is answered like an unknown one.
   *
   * `POST /chart/departments/{id}/delete`
   */
  readonly deleteDepartment: (id: string, body: DepartmentDeletion, options?: CallOptions) => Promise<DepartmentChange>;
  /**
   * End a connection.
   *
   * Deletes its secret. Booked lines stay, pending ones are removed.
   *
   * Another company's connection is answered like an unknown one.
   *
   * `POST /connections/{id}/disconnect`
   */
  readonly disconnectVendor: (id: string, options?: CallOptions) => Promise<Disconnection>;
  /**
   * Dismiss lines that can't be read.
   *
   * For lines that are settled, such as those that were added by hand: they are listed no
   * more, and hold no pending lines. One that can be read later comes in all the same.
   *
   * Another company's connection is answered like an unknown one.
   *
   * `POST /connections/{id}/dismiss`
   */
  readonly dismissSkippedLines: (id: string, body: DismissedLines, options?: CallOptions) => Promise<ConnectionChange>;
  /**
   * Dispose of an asset.
   *
   * Its cost and depreciation leave the books, and a gain or loss stays.
   *
   * Another company's schedule or category is answered like an unknown one.
   *
   * `POST /schedules/{id}/dispose`
   */
  readonly disposeAsset: (id: string, body: AssetDisposal, options?: CallOptions) => Promise<OpenedSchedule>;
  /**
   * Drop a reconciliation that is not finished.
   *
   * Its marks go; the transactions stay as they are.
   *
   * Another company's account, reconciliation or transaction is answered like an unknown one.
   *
   * `POST /reconciliations/{id}/drop`
   */
  readonly dropReconciliation: (id: string, options?: CallOptions) => Promise<Reconciliation>;
  /**
   * Edit a spreadsheet.
   *
   * Makes all edits or none, if the document is still at `base_revision`. Together they raise
   * the revision by one.
   *
   * Another company's document is answered like an unknown one.
   *
   * `POST /sheets/{id}/edits`
   */
  readonly editSheet: (id: string, body: SheetEdits, options?: CallOptions) => Promise<EditedSheet>;
  /**
   * Sign out elsewhere.
   *
   * Ends one session of the user, whichever browser it is in.
   *
   * Another user's session is answered like one that has ended.
   *
   * `DELETE /sessions/{id}`
   */
  readonly endOneSession: (id: string, options?: CallOptions) => Promise<void>;
  /**
   * Sign out everywhere else.
   *
   * Ends all sessions of the user but the one that the request came with.
   *
   * `DELETE /sessions`
   */
  readonly endOtherSessions: (options?: CallOptions) => Promise<EndedSessions>;
  /**
   * End a schedule early.
   *
   * What is left is recognized on that day.
   *
   * Another company's schedule or category is answered like an unknown one.
   *
   * `POST /schedules/{id}/end`
   */
  readonly endSchedule: (id: string, body: ScheduleEnd, options?: CallOptions) => Promise<OpenedSchedule>;
  /**
   * Sign out.
   *
   * Ends the session, in this browser only.
   *
   * `DELETE /session`
   */
  readonly endSession: (options?: CallOptions) => Promise<void>;
  /**
   * Export a statement as a file.
   *
   * Generates the file of a table in the background, as an export of a report is.
   *
   * `POST /statement_exports`
   */
  readonly exportStatement: (body: NewStatementExport, options?: CallOptions) => Promise<StatementExport>;
  /**
   * Find bills.
   *
   * The bills that meet all given conditions, by date, the latest first. In texts the case of
   * the letters A to Z does not matter.
   *
   * A cursor from another company is answered like an unknown one.
   *
   * `GET /bills`
   */
  readonly findBills: (query?: FindBillsQuery, options?: ListOptions) => List<BillList["data"][number], BillList>;
  /**
   * Find invoices.
   *
   * The invoices that meet all given conditions, by day of issue, the latest first. In texts
   * the case of the letters A to Z does not matter.
   *
   * A cursor from another company is answered like an unknown one.
   *
   * `GET /invoices`
   */
  readonly findInvoices: (query?: FindInvoicesQuery, options?: ListOptions) => List<InvoiceList["data"][number], InvoiceList>;
  /**
   * Find transactions.
   *
   * The transactions that meet all given conditions, by date, the latest first. In texts the
   * case of the letters A to Z does not matter.
   *
   * A cursor from another company is answered like an unknown one.
   *
   * `GET /transactions`
   */
  readonly findTransactions: (query?: FindTransactionsQuery, options?: ListOptions) => List<TransactionList["data"][number], TransactionList>;
  /**
   * Finish a reconciliation that agrees.
   *
   * From then on, what the statement says of its lines can't change: their amounts and days,
   * and that they are there.
   *
   * Another company's account, reconciliation or transaction is answered like an unknown one.
   *
   * `POST /reconciliations/{id}/finish`
   */
  readonly finishReconciliation: (id: string, options?: CallOptions) => Promise<OpenedReconciliation>;
  /**
   * Read the register of assets beside the ledger.
   *
   * The assets that are in the books at the end of a day with cost, depreciation and book
   * value, and for each category what its ledger balance has besides.
   *
   * `GET /asset_register`
   */
  readonly getAssetRegister: (query?: GetAssetRegisterQuery, options?: CallOptions) => Promise<AssetRegister>;
  /**
   * Read a bill with all that pays and settles it.
   *
   * The bill, its transactions, its settlements, and the credit that was moved from it.
   *
   * Another company's bill is answered like an unknown one.
   *
   * `GET /bills/{id}/settlements`
   */
  readonly getBillSettlements: (id: string, options?: CallOptions) => Promise<OpenedBill>;
  /**
   * Read an import of books.
   *
   * What became of an import.
   *
   * Another company's import is answered like an unknown one.
   *
   * `GET /book_imports/{id}`
   */
  readonly getBookImport: (id: string, options?: CallOptions) => Promise<BookImport>;
  /**
   * Read the chart with its roles.
   *
   * All categories, ordered by tier, then position, then name, with their sections of the cash
   * flow statement and the service's uses of them.
   *
   * `GET /chart`
   */
  readonly getChart: (options?: CallOptions) => Promise<Chart>;
  /**
   * Read the checklist of a month before it is closed.
   *
   * What an accountant looks at, computed from the books as they are: which items are done,
   * which are open, and where there is nothing to check. Each open one says where its list is.
   *
   * `GET /close_checklist`
   */
  readonly getCloseChecklist: (query?: GetCloseChecklistQuery, options?: CallOptions) => Promise<CloseChecklist>;
  /**
   * Read through which day the books are closed.
   *
   * No journal entry on that day or before it changes.
   *
   * `GET /closing`
   */
  readonly getClosing: (options?: CallOptions) => Promise<Closing>;
  /**
   * Read a company's settings.
   *
   * The profile, the fiscal year, and whether the company is open.
   *
   * `GET /company`
   */
  readonly getCompanySettings: (options?: CallOptions) => Promise<CompanySettings>;
  /**
   * Read an invoice with all that pays and settles it.
   *
   * The invoice, its transactions, its settlements, and the credit that was moved from it.
   *
   * Another company's invoice is answered like an unknown one.
   *
   * `GET /invoices/{id}/settlements`
   */
  readonly getInvoiceSettlements: (id: string, options?: CallOptions) => Promise<OpenedInvoice>;
  /**
   * Read the overview of a company.
   *
   * Cash and the categories that make it; revenue and expenses of the month so far (`days`)
   * beside those of the same days of the month before (`days_before`); burn and runway beside
   * those of a month before; the categories of the income statement that changed most between
   * these days, and whose entries explain most of it; and the last twelve whole months and the
   * present one. Revenue includes other income, and revenue less expenses is the net income.
   * Burn is by how much cash fell in a month, on average over the last three whole months
   * (`burn_days`); negative if it grew. Runway is how long the cash lasts at that burn.
   *
   * `GET /overview`
   */
  readonly getOverview: (options?: CallOptions) => Promise<Overview>;
  /**
   * Read payables by age.
   *
   * What is owed to each vendor at the end of a day, by the days since it was due, beside the
   * balance of the payables in the ledger.
   *
   * `GET /payables`
   */
  readonly getPayables: (query?: GetPayablesQuery, options?: CallOptions) => Promise<Payables>;
  /**
   * Read receivables by age.
   *
   * What each customer owes at the end of a day, by the days since it was due, beside the
   * balance of the receivables in the ledger.
   *
   * `GET /receivables`
   */
  readonly getReceivables: (query?: GetReceivablesQuery, options?: CallOptions) => Promise<Receivables>;
  /**
   * Read a reconciliation with its figures.
   *
   * What is cleared, what differs from the statement, and lines that may explain it.
   *
   * Another company's reconciliation is answered like an unknown one.
   *
   * `GET /reconciliations/{id}`
   */
  readonly getReconciliation: (id: string, options?: CallOptions) => Promise<OpenedReconciliation>;
  /**
   * Read one schedule with its months.
   *
   * A spread or an asset with each of its months and the entries of these.
   *
   * Another company's schedule is answered like an unknown one.
   *
   * `GET /schedules/{id}`
   */
  readonly getSchedule: (id: string, options?: CallOptions) => Promise<OpenedSchedule>;
  /**
   * Read who is signed in.
   *
   * The user of the session, and the companies of which the user is a member, by name.
   *
   * `GET /session`
   */
  readonly getSession: (options?: CallOptions) => Promise<Session>;
  /**
   * Read what changed in a spreadsheet.
   *
   * The document with the rows and columns that were inserted and deleted since a revision,
   * and with the present content of all blocks that may have changed otherwise. If that is not
   * known any more, or too much, `is_known` is false, and the document must be read again.
   *
   * Another company's document is answered like an unknown one.
   *
   * `GET /sheets/{id}/changes`
   */
  readonly getSheetChanges: (id: string, query: GetSheetChangesQuery, options?: CallOptions) => Promise<SheetChanges>;
  /**
   * Read a spreadsheet as it is written.
   *
   * The document with its names, charts and cells, formulas as they were written. A large one
   * comes in parts.
   *
   * Another company's document is answered like an unknown one.
   *
   * `GET /sheets/{id}/content`
   */
  readonly getSheetContent: (id: string, query?: GetSheetContentQuery, options?: CallOptions) => Promise<SheetContent>;
  /**
   * Read an export.
   *
   * Its status, and a new link to the file once it succeeded.
   *
   * An export of another company, and a package of another member, is answered like an unknown
   * one.
   *
   * `GET /statement_exports/{id}`
   */
  readonly getStatementExport: (id: string, options?: CallOptions) => Promise<StatementExport>;
  /**
   * Read a statement as a table.
   *
   * The columns and rows of the file that an export of the same days would hold.
   *
   * `GET /statement_table`
   */
  readonly getStatementTable: (query?: GetStatementTableQuery, options?: CallOptions) => Promise<StatementTable>;
  /**
   * Read the plan and the requests of the month.
   *
   * The company's plan and subscription, its requests by API keys in this month, and the
   * limits. Requests of the console do not count.
   *
   * `GET /usage`
   */
  readonly getUsage: (options?: CallOptions) => Promise<Usage>;
  /**
   * Read the voucher of an entry.
   *
   * All entries that were posted together with one, in the order of their lines. Their debits
   * equal their credits.
   *
   * Another company's entry is answered like an unknown one.
   *
   * `GET /vouchers/{entry}`
   */
  readonly getVoucher: (entry: string, options?: CallOptions) => Promise<Voucher>;
  /**
   * Import a workbook as a spreadsheet.
   *
   * Reads an XLSX workbook into a new document, which is named after the file. What can't be
   * imported is told in `notes`.
   *
   * `POST /sheet_imports`
   */
  readonly importSheet: (body: NewSheetImport, options?: CallOptions) => Promise<SheetImport>;
  /**
   * Invite somebody to the team.
   *
   * Does what `createInvitation` does. Where no mail is sent, it makes no mail, and its answer
   * has the link for the caller to pass on.
   *
   * `POST /invitations`
   */
  readonly inviteMember: (body: NewInvitation, options?: CallOptions) => Promise<PassedInvitation>;
  /**
   * List the connections of the accounts.
   *
   * The live connection of each account that has one.
   *
   * `GET /account_connections`
   */
  readonly listAccountConnections: (options?: ListOptions) => List<AccountConnectionList["data"][number], AccountConnectionList>;
  /**
   * List who changed a company.
   *
   * The users, operators and jobs of the audit trail, the latest actor first.
   *
   * `GET /audit_actors`
   */
  readonly listAuditActors: (options?: CallOptions) => Promise<AuditActors>;
  /**
   * List the audit trail.
   *
   * The events of the company's audit trail, latest first.
   *
   * `GET /audit_events`
   */
  readonly listAuditEvents: (query?: ListAuditEventsQuery, options?: ListOptions) => List<AuditEventList["data"][number], AuditEventList>;
  /**
   * Find transactions that could pay a bill, or be a refund of its vendor.
   *
   * Outflows of at most the amount due that pay nothing yet, from 60 days before the date of
   * the bill on: those of exactly the amount first, then those nearest to the due date. With
   * `purpose=receive` also larger ones, which may pay other bills too; with `purpose=refund`
   * inflows, which may be refunds of other bills too. Empty if nothing can be paid or
   * refunded.
   *
   * Another company's bill is answered like an unknown one.
   *
   * `GET /bills/{id}/candidates`
   */
  readonly listBillCandidates: (id: string, query?: ListBillCandidatesQuery, options?: CallOptions) => Promise<BillCandidates>;
  /**
   * List the imports of books.
   *
   * The latest imports of books, the latest first, also those that were taken back.
   *
   * `GET /book_imports`
   */
  readonly listBookImports: (options?: ListOptions) => List<BookImportList["data"][number], BookImportList>;
  /**
   * List the last changes of a company.
   *
   * The last events of the audit trail, latest first.
   *
   * `GET /changes`
   */
  readonly listChanges: (options?: ListOptions) => List<ChangeList["data"][number], ChangeList>;
  /**
   * List how the books were closed and opened.
   *
   * Each time that the books were closed or opened again, the latest first: through which day,
   * by whom, why, and the checklist as it was then.
   *
   * `GET /closings`
   */
  readonly listClosings: (options?: ListOptions) => List<ClosingEventList["data"][number], ClosingEventList>;
  /**
   * List connections and what can be connected.
   *
   * The connections to banks and payment services with their accounts, the oldest first.
   *
   * `GET /connections`
   */
  readonly listConnections: (options?: CallOptions) => Promise<Connections>;
  /**
   * List invitations in every state.
   *
   * All invitations of the company, the newest first: pending, expired, accepted and revoked.
   *
   * `GET /invitations`
   */
  readonly listInvitations: (query?: ListInvitationsQuery, options?: ListOptions) => List<InvitationRecordList["data"][number], InvitationRecordList>;
  /**
   * List API keys.
   *
   * The user's own keys for this company and, for members who manage the team, the read-only
   * keys. Revoked keys are not listed.
   *
   * `GET /keys`
   */
  readonly listKeys: (options?: CallOptions) => Promise<ApiKeys>;
  /**
   * List the journal entries that people posted.
   *
   * Those posted last come first, each with who posted and who reviewed it.
   *
   * A cursor from another company is answered like an unknown one.
   *
   * `GET /manual_entries`
   */
  readonly listManualEntries: (query?: ListManualEntriesQuery, options?: ListOptions) => List<ManualEntryList["data"][number], ManualEntryList>;
  /**
   * Find transactions that could pay an invoice, or refund its credit.
   *
   * Inflows of at most the amount due that pay nothing yet, from 60 days before the day of
   * issue on: those of exactly the amount first, then those nearest to the due date. With
   * `purpose=receive` also larger ones, which may pay other invoices too; with
   * `purpose=refund` outflows, which may refund other invoices too. Empty if nothing can be
   * paid or refunded.
   *
   * Another company's invoice is answered like an unknown one.
   *
   * `GET /invoices/{id}/candidates`
   */
  readonly listPaymentCandidates: (id: string, query?: ListPaymentCandidatesQuery, options?: CallOptions) => Promise<PaymentCandidates>;
  /**
   * List who is or was on the team.
   *
   * The users that records name by id: present and former members, and the service members of
   * read-only keys.
   *
   * `GET /people`
   */
  readonly listPeople: (options?: CallOptions) => Promise<People>;
  /**
   * List the lines of a reconciliation.
   *
   * The lines of the account through the statement's day that are on it or on no statement
   * yet, by date.
   *
   * Another company's reconciliation is answered like an unknown one.
   *
   * `GET /reconciliations/{id}/lines`
   */
  readonly listReconciliationLines: (id: string, query?: ListReconciliationLinesQuery, options?: ListOptions) => List<ReconciliationLineList["data"][number], ReconciliationLineList>;
  /**
   * List reconciliations.
   *
   * The statements that were reconciled, or are, the latest first.
   *
   * Another company's reconciliation is answered like an unknown one.
   *
   * `GET /reconciliations`
   */
  readonly listReconciliations: (query?: ListReconciliationsQuery, options?: ListOptions) => List<ReconciliationList["data"][number], ReconciliationList>;
  /**
   * List the spreads or the assets.
   *
   * Spreads, or with `kind=capitalization` assets, the latest first, with their figures of a
   * day.
   *
   * `GET /schedules`
   */
  readonly listSchedules: (query?: ListSchedulesQuery, options?: ListOptions) => List<ScheduleList["data"][number], ScheduleList>;
  /**
   * List where one is signed in.
   *
   * The user's sessions that have not ended, the one seen last first.
   *
   * `GET /sessions`
   */
  readonly listSessions: (options?: CallOptions) => Promise<SessionList>;
  /**
   * List the accounts whose feed has brought in nothing for long.
   *
   * For whoever sees figures that lack their lines: names and times, and nothing of the
   * connections. Empty for a member who sees no figures.
   *
   * `GET /stale_feeds`
   */
  readonly listStaleFeeds: (options?: CallOptions) => Promise<StaleFeeds>;
  /**
   * List the entries of a figure of a statement.
   *
   * The journal entries that add up to a figure of the table, latest first.
   *
   * `GET /statement_entries`
   */
  readonly listStatementEntries: (query: ListStatementEntriesQuery, options?: ListOptions) => List<JournalEntryList["data"][number], JournalEntryList>;
  /**
   * List who changed a transaction.
   *
   * The latest events of the audit trail about one transaction, the latest first.
   *
   * Another company's transaction is answered like an unknown one.
   *
   * `GET /transactions/{id}/events`
   */
  readonly listTransactionEvents: (id: string, options?: ListOptions) => List<TransactionEventList["data"][number], TransactionEventList>;
  /**
   * List places in a list of transactions.
   *
   * Of the transactions that `findTransactions` finds, in its order, each that follows a
   * number of others, and the last one. So a page anywhere in the list can be read, and its
   * length is known.
   *
   * A cursor from another company is answered like an unknown one.
   *
   * `GET /transactions/places`
   */
  readonly listTransactionPlaces: (query?: ListTransactionPlacesQuery, options?: ListOptions) => List<TransactionPlaceList["data"][number], TransactionPlaceList>;
  /**
   * List what looks like transfers.
   *
   * Pairs of opposite amounts on two accounts, a few days apart, that are no transfer yet. The
   * pairs of the nearest days stand first.
   *
   * `GET /transfer_proposals`
   */
  readonly listTransferProposals: (options?: ListOptions) => List<TransferProposalList["data"][number], TransferProposalList>;
  /**
   * List lines that imported books probably have.
   *
   * The lines of the bank that are not in the books, because each is probably the same as an
   * entry of imported books, until a person says if it is.
   *
   * `GET /transactions/twins`
   */
  readonly listTwinLines: (options?: CallOptions) => Promise<TwinLines>;
  /**
   * List the uploads.
   *
   * The latest uploads, the latest first, also those that were taken back.
   *
   * `GET /uploads`
   */
  readonly listUploads: (options?: ListOptions) => List<ListedUploadList["data"][number], ListedUploadList>;
  /**
   * Say which account at the vendor feeds which account of the books.
   *
   * Changes all of them or none. The connection is then read again from its first day, so that
   * accounts which are mapped now get their earlier lines too.
   *
   * Another company's connection is answered like an unknown one.
   *
   * `POST /connections/{id}/accounts`
   */
  readonly mapConnection: (id: string, body: ConnectionMapping, options?: CallOptions) => Promise<ConnectionChange>;
  /**
   * Merge a category into another.
   *
   * Moves all entries of a category, and all that names it, to another one of the same type,
   * side and sections, and removes it. Later imports and formulas that name it mean the other
   * one. The answer names the statements and months that change.
   *
   * Another company's category is answered like an unknown one.
   *
   * `POST /chart/categories/{id}/merge`
   */
  readonly mergeCategory: (id: string, body: CategoryMerge, options?: CallOptions) => Promise<ChartChange>;
  /**
   * Move a category.
   *
   * Moves a category with all below it under another parent, after its siblings, or next to
   * one of them. Statements, exports and the chart show siblings in this order.
   *
   * Another company's category is answered like an unknown one.
   *
   * `POST /chart/categories/{id}/move`
   */
  readonly moveCategory: (id: string, body: CategoryMove, options?: CallOptions) => Promise<ChartChange>;
  /**
   * Move a department.
   *
   * Moves a department with all below it under another parent, after its siblings.
   *
   * Another company's department is answered like an unknown one.
   *
   * `POST /chart/departments/{id}/move`
   */
  readonly moveDepartment: (id: string, body: DepartmentMove, options?: CallOptions) => Promise<DepartmentChange>;
  /**
   * Give a schedule another last month.
   *
   * Months that have ended by today keep their shares, and the months after them share the
   * rest.
   *
   * Another company's schedule or category is answered like an unknown one.
   *
   * `POST /schedules/{id}/move`
   */
  readonly moveScheduleEnd: (id: string, body: ScheduleMove, options?: CallOptions) => Promise<OpenedSchedule>;
  /**
   * Bring in bills that are open in other books.
   *
   * All of them, or none: with what is due of others, they are the balance of the claims in
   * the ledger at the end of the day to the cent, and by party where the ledger or `totals`
   * states a party's. They post nothing, because the ledger has them already.
   *
   * The items of another company are not compared.
   *
   * `POST /open_bills`
   */
  readonly openBills: (body: NewOpenItems, options?: CallOptions) => Promise<OpenedItems>;
  /**
   * Open the books.
   *
   * Lifts the closing date, so that entries of closed days can change again. The reason is
   * kept.
   *
   * `POST /closing/open`
   */
  readonly openBooks: (body: OpenedBooks, options?: CallOptions) => Promise<Closing>;
  /**
   * Bring in invoices that are open in other books.
   *
   * All of them, or none: with what is due of others, they are the balance of the claims in
   * the ledger at the end of the day to the cent, and by party where the ledger or `totals`
   * states a party's. They post nothing, because the ledger has them already.
   *
   * The items of another company are not compared.
   *
   * `POST /open_invoices`
   */
  readonly openInvoices: (body: NewOpenItems, options?: CallOptions) => Promise<OpenedItems>;
  /**
   * Order categories by type and name.
   *
   * Puts the categories below a parent, or those of the whole chart, into the order of their
   * types and names. Numbers in names are ordered by their value, so names that begin with
   * numbers are in the order of these.
   *
   * Another company's category is answered like an unknown one.
   *
   * `POST /chart/order`
   */
  readonly orderCategories: (body: CategoryOrder, options?: CallOptions) => Promise<Chart>;
  /**
   * Book a payment of one or several bills.
   *
   * The transaction is matched with the first bill. Each further one, which may be of another
   * vendor, gets its share, and fees that the payment contained besides are booked on their
   * categories. What is over stays on the first one as a credit with its vendor.
   *
   * Another company's bill or category is answered like an unknown one.
   *
   * `POST /bill_payments`
   */
  readonly payBills: (body: BillsPayment, options?: CallOptions) => Promise<SettledBills>;
  /**
   * Plan an import of books.
   *
   * Reads books of another program as an import does, and tells what would be added, changed
   * and removed, what each account is and why, which accounts need an answer, and how the
   * books compare with a trial balance. Changes nothing.
   *
   * `POST /book_imports/plan`
   */
  readonly planBookImport: (body: BookImportFilesForm, options?: CallOptions) => Promise<BookImportPlan>;
  /**
   * Show what an entry would change.
   *
   * The changes that an entry would make in the three statements, if it were posted. It is not
   * posted. Investing and financing without cash count here as if they moved cash.
   *
   * `POST /manual_entries/preview`
   */
  readonly previewManualEntry: (body: NewManualEntry, options?: CallOptions) => Promise<EntryPreview>;
  /**
   * Preview an upload.
   *
   * Reads a bank file as an upload does, and tells which lines are new, known, refused or
   * probably in imported books. Changes nothing.
   *
   * Another company's account is answered like an unknown one.
   *
   * `POST /uploads/preview`
   */
  readonly previewUpload: (body: NewTransactionUploadForm, options?: CallOptions) => Promise<UploadPreview>;
  /**
   * Read a file of open invoices or bills.
   *
   * Reads open items of another program, as CSV or XLSX: an aging detail, open invoices or
   * unpaid bills of QuickBooks, the aged or the invoice details of Xero or its export of
   * invoices, or those of Wave and Zoho Books. Answers the items as `openInvoices` and
   * `openBills` take them. Changes nothing.
   *
   * `POST /open_items_file`
   */
  readonly readOpenItems: (body: OpenItemsUploadForm, options?: CallOptions) => Promise<OpenItemsFile>;
  /**
   * Book a payment on one or several invoices.
   *
   * The transaction is matched with the first invoice. Each further one, which may be of
   * another customer, gets its share, and fees that were kept from the payment settle the
   * rest. What is over stays on the first one as the customer's credit.
   *
   * Another company's invoice or category is answered like an unknown one.
   *
   * `POST /receipts`
   */
  readonly receivePayment: (body: InvoiceReceipt, options?: CallOptions) => Promise<SettledInvoices>;
  /**
   * Book what a vendor pays back.
   *
   * Uses up the credit of one or several bills of a vendor: by an incoming transaction, which
   * is matched with the first bill, or on a day, against the category that the refund was paid
   * to.
   *
   * Another company's bill or category is answered like an unknown one.
   *
   * `POST /bill_refunds`
   */
  readonly refundBills: (body: BillRefund, options?: CallOptions) => Promise<SettledBills>;
  /**
   * Refund what a customer paid too much.
   *
   * Uses up the credit of one or several invoices of a customer: by an outgoing transaction,
   * which is matched with the first invoice, or on a day, against the category that the refund
   * was paid from.
   *
   * Another company's invoice or category is answered like an unknown one.
   *
   * `POST /refunds`
   */
  readonly refundCredit: (body: InvoiceRefund, options?: CallOptions) => Promise<SettledInvoices>;
  /**
   * Remove a member.
   *
   * Ends another member's access to the company, from the next request on, and revokes their
   * keys of it. What they did keeps their name. They can be invited again.
   *
   * A member of another company, or one who has left, is answered like an unknown one.
   *
   * `DELETE /team/members/{id}`
   */
  readonly removeMember: (id: string, options?: CallOptions) => Promise<void>;
  /**
   * Remove a schedule that is of no transaction.
   *
   * Deletes the schedule with the entries of its shares. What it is of stays in the books. A
   * schedule of a transaction goes with it instead.
   *
   * Another company's schedule or category is answered like an unknown one.
   *
   * `POST /schedules/{id}/remove`
   */
  readonly removeSchedule: (id: string, options?: CallOptions) => Promise<void>;
  /**
   * Rename an API key.
   *
   * Renames one of the user's own keys.
   *
   * A key of somebody else is answered like an unknown one.
   *
   * `PATCH /keys/{id}`
   */
  readonly renameKey: (id: string, body: ApiKeyName, options?: CallOptions) => Promise<void>;
  /**
   * Give a connection a new token or key.
   *
   * The connection keeps its accounts and goes on where it stopped.
   *
   * Another company's connection is answered like an unknown one.
   *
   * `POST /connections/{id}/renew`
   */
  readonly renewConnection: (id: string, body: ConnectionRenewal, options?: CallOptions) => Promise<ConnectionChange>;
  /**
   * Reopen the latest reconciliation of an account.
   *
   * The audit trail keeps who reopened it, and why.
   *
   * Another company's account, reconciliation or transaction is answered like an unknown one.
   *
   * `POST /reconciliations/{id}/reopen`
   */
  readonly reopenReconciliation: (id: string, body: ReopenedReconciliation, options?: CallOptions) => Promise<OpenedReconciliation>;
  /**
   * Reopen a schedule.
   *
   * A schedule that ended early, or an asset that was disposed of, goes on as planned.
   *
   * Another company's schedule or category is answered like an unknown one.
   *
   * `POST /schedules/{id}/reopen`
   */
  readonly reopenSchedule: (id: string, body: ScheduleReopening, options?: CallOptions) => Promise<OpenedSchedule>;
  /**
   * Send an invitation again.
   *
   * Does what `resendInvitation` does. Where no mail is sent, it makes no mail, and its answer
   * has the link for the caller to pass on. Then the caller becomes the inviter, so that the
   * link gives no more than they may give.
   *
   * An invitation of another company, or one that is no longer pending, is answered like an
   * unknown one.
   *
   * `POST /invitations/{id}/resend`
   */
  readonly resendMember: (id: string, options?: CallOptions) => Promise<PassedInvitation>;
  /**
   * Reverse a voucher.
   *
   * Posts the same lines with debits and credits exchanged. A voucher is reversed once.
   *
   * `POST /vouchers/{entry}/reversal`
   */
  readonly reverseVoucher: (entry: string, body: NewReversal, options?: CallOptions) => Promise<ManualEntry>;
  /**
   * Note that an entry is reviewed.
   *
   * Notes the user as the reviewer of an entry that a person posted. The first reviewer stays.
   *
   * `PUT /vouchers/{entry}/review`
   */
  readonly reviewManualEntry: (entry: string, options?: CallOptions) => Promise<ManualEntry>;
  /**
   * Revoke an API key.
   *
   * Revokes a key for good: the next request with it is refused. The service member of a
   * read-only key is removed.
   *
   * A key of somebody else is answered like an unknown one.
   *
   * `DELETE /keys/{id}`
   */
  readonly revokeKey: (id: string, options?: CallOptions) => Promise<void>;
  /**
   * Set the opening balances of a company.
   *
   * Posts the balances of the end of a day, on which the books have none, as one voucher. What
   * they lack to sum to zero goes to Opening Balance Equity. With `dry_run`, nothing is
   * posted.
   *
   * `POST /opening_balances`
   */
  readonly setOpeningBalances: (body: NewOpeningBalances, options?: CallOptions) => Promise<OpeningBalances>;
  /**
   * Spread a whole transaction, or make the asset that it bought.
   *
   * Books a transaction in shares on the last days of some months. What is not yet booked is
   * held on a balance sheet category. With `asset_category_id` it becomes an asset there,
   * whose depreciation is booked on `category_id`.
   *
   * Another company's transaction or category is answered like an unknown one.
   *
   * `POST /transactions/{id}/spread`
   */
  readonly spreadTransaction: (id: string, body: NewTransactionSpread, options?: CallOptions) => Promise<OpenedSchedule>;
  /**
   * Begin to reconcile a statement.
   *
   * Takes the balance of the statement, or that which an uploaded file states for its day. It
   * begins with the balance of the statement before.
   *
   * Another company's account, reconciliation or transaction is answered like an unknown one.
   *
   * `POST /reconciliations`
   */
  readonly startReconciliation: (body: NewReconciliation, options?: CallOptions) => Promise<OpenedReconciliation>;
  /**
   * Have a connection read now.
   *
   * The worker reads it next, in the background. `pulled_at` or `failures` then change.
   *
   * Another company's connection is answered like an unknown one.
   *
   * `POST /connections/{id}/sync`
   */
  readonly syncConnection: (id: string, options?: CallOptions) => Promise<ConnectionChange>;
  /**
   * Take back a settlement of a bill.
   *
   * A vendor credit, a write-off, a fee, a moved credit or a refund without a transaction is
   * deleted with its entries; in closed books it is reversed on the first open day.
   *
   * Another company's settlement is answered like an unknown one.
   *
   * `POST /bill_settlements/{id}/take_back`
   */
  readonly takeBackBillSettlement: (id: string, body?: BillSettlementTakenBack, options?: CallOptions) => Promise<SettledBills>;
  /**
   * Take an import of books back.
   *
   * Removes the vouchers that an import added, and the categories and departments that it made
   * and that nothing else uses: all vouchers, or none if one is in closed books or reversed,
   * or if a later import recognised them. What it replaced or removed becomes as it was. With
   * `dry_run`, only counts them.
   *
   * Another company's import is answered like an unknown one.
   *
   * `POST /book_imports/{id}/take_back`
   */
  readonly takeBackBookImport: (id: string, body: BookImportTakeBack, options?: CallOptions) => Promise<TakenBackBookImport>;
  /**
   * Take back a settlement of an invoice.
   *
   * A credit note, a write-off, a fee, a moved credit or a refund without a transaction is
   * deleted with its entries; in closed books it is reversed on the first open day.
   *
   * Another company's settlement is answered like an unknown one.
   *
   * `POST /settlements/{id}/take_back`
   */
  readonly takeBackSettlement: (id: string, body?: SettlementTakenBack, options?: CallOptions) => Promise<SettledInvoices>;
  /**
   * Take an upload back.
   *
   * Removes the transactions that an upload added, with their journal entries: all of them, or
   * none if something depends on one. With `dry_run`, only counts them.
   *
   * Another company's upload is answered like an unknown one.
   *
   * `POST /uploads/{id}/take_back`
   */
  readonly takeBackUpload: (id: string, body: UploadTakeBack, options?: CallOptions) => Promise<TakenBackUpload>;
  /**
   * Try a rule on the past.
   *
   * Counts the latest transactions that meet conditions, and what their categories are.
   * Changes nothing.
   *
   * Another company's account is answered like an unknown one.
   *
   * `POST /rules/try`
   */
  readonly tryRule: (body: NewRuleTrial, options?: CallOptions) => Promise<RuleTrial>;
  /**
   * Write off what is due of a bill.
   *
   * Debits Accounts Payable and credits the category of what is no longer owed, such as
   * discounts taken.
   *
   * Another company's bill or category is answered like an unknown one.
   *
   * `POST /bills/{id}/write_off`
   */
  readonly writeOffBill: (id: string, body: BillWriteOff, options?: CallOptions) => Promise<SettledBills>;
  /**
   * Write off what is due of an invoice.
   *
   * Debits the category of bad debts, or an allowance for these, and credits the claim.
   *
   * Another company's invoice or category is answered like an unknown one.
   *
   * `POST /invoices/{id}/write_off`
   */
  readonly writeOffInvoice: (id: string, body: InvoiceWriteOff, options?: CallOptions) => Promise<SettledInvoices>;
}

/** The query of `findBills`. */
export interface FindBillsQuery {
  /** A part of the number, the vendor's number or the vendor's name. */
  readonly text?: string | undefined;
  /** Only bills of exactly this vendor. */
  readonly vendor_name?: string | undefined;
  /** The total, in cents. */
  readonly total_cents?: number | undefined;
  /** Only bills of this status. */
  readonly status?: "draft" | "open" | "paid" | "void" | undefined;
  /**
   * Only bills dated on or after this day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or
   * an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Only bills dated on or before this day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or
   * an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`. */
  readonly starting_after?: string | undefined;
}

/** The query of `findInvoices`. */
export interface FindInvoicesQuery {
  /** A part of the number or of the customer's name. */
  readonly text?: string | undefined;
  /** Only invoices of exactly this customer. */
  readonly customer_name?: string | undefined;
  /** The total, in cents. */
  readonly total_cents?: number | undefined;
  /** Only invoices of this status. */
  readonly status?: "draft" | "open" | "paid" | "void" | undefined;
  /**
   * Only invoices issued on or after this day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z`
   * or an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Only invoices issued on or before this day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z`
   * or an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`. */
  readonly starting_after?: string | undefined;
}

/** The query of `findTransactions`. */
export interface FindTransactionsQuery {
  /** A part of the bank's description, the merchant, the memo, or the id. */
  readonly text?: string | undefined;
  /** The least amount, without its sign, in cents. */
  readonly least_cents?: number | undefined;
  /** The largest amount, without its sign, in cents. */
  readonly most_cents?: number | undefined;
  /**
   * First day, of the transaction's own date. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z`
   * or an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day, of the transaction's own date. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or
   * an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** Only transactions that are categorized, or with false only those that are not. */
  readonly categorized?: boolean | undefined;
  /** Only transactions of exactly this category. */
  readonly category_id?: string | undefined;
  /** Only transactions of exactly this department. */
  readonly department_id?: string | undefined;
  /** Only transactions of this account. */
  readonly account_id?: string | undefined;
  /** Only transactions of this status. */
  readonly status?: "pending" | "approved" | "needs_review" | "excluded" | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`. */
  readonly starting_after?: string | undefined;
}

/** The query of `getAssetRegister`. */
export interface GetAssetRegisterQuery {
  /**
   * The day of the figures. Default: today. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or
   * an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly date?: string | undefined;
}

/** The query of `getCloseChecklist`. */
export interface GetCloseChecklistQuery {
  /**
   * The last day that would be closed. Default: the end of the month after the last closed
   * day, or of the last full month. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an
   * offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly through?: string | undefined;
}

/** The query of `getPayables`. */
export interface GetPayablesQuery {
  /**
   * The day. Default: today. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly date?: string | undefined;
}

/** The query of `getReceivables`. */
export interface GetReceivablesQuery {
  /**
   * The day. Default: today. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly date?: string | undefined;
}

/** The query of `getSheetChanges`. */
export interface GetSheetChangesQuery {
  /** The revision that the reader has. */
  readonly since: number;
}

/** The query of `getSheetContent`. */
export interface GetSheetContentQuery {
  /** `next` of the part before. */
  readonly starting_after?: string | undefined;
}

/** The query of `getStatementTable`. */
export interface GetStatementTableQuery {
  /** The statement. Default: `income_statement`. */
  readonly report_type?: "income_statement" | "balance_sheet" | "cash_flow" | "trial_balance" | "general_ledger" | "changes_in_equity" | undefined;
  /**
   * First day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its
   * day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its
   * day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** The period that each column covers; `whole`: one column for all days. Default: `month`. */
  readonly step?: "month" | "quarter" | "year" | "whole" | undefined;
  /** The unit of each row. `department` is for the income statement only. Default: `category`. */
  readonly group_by?: "category" | "department" | undefined;
  /** The days that the total is compared with in columns of their own. Default: `none`. */
  readonly compare?: "none" | "prior_period" | "prior_year" | "both" | undefined;
  /**
   * Whether a trial balance has adjusting entries: `included`, `excluded` or `separate`.
   * Default: `included`.
   */
  readonly adjustments?: "included" | "excluded" | "separate" | undefined;
  /** The category of a general ledger, with its descendants. Default: all categories. */
  readonly category_id?: string | undefined;
  /**
   * A column of the fiscal year up to the last day, in income and cash flow statements.
   * Default: `none`.
   */
  readonly beside?: "none" | "year_to_date" | undefined;
  /** Columns of percentages of revenue, in an income statement. Default: `none`. */
  readonly shares?: "none" | "revenue" | undefined;
}

/** The query of `listAuditEvents`. */
export interface ListAuditEventsQuery {
  /** Only of this user's id, operator's name or job. */
  readonly actor?: string | undefined;
  /** Only of this operation, command or job. */
  readonly action?: string | undefined;
  /** Only from here. */
  readonly surface?: "key" | "console" | "command" | "job" | undefined;
  /** Only about the record with this id. */
  readonly subject?: string | undefined;
  /**
   * The first day, in Los Angeles. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an
   * offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * The last day, in Los Angeles. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset,
   * which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same filters. */
  readonly starting_after?: string | undefined;
}

/** The query of `listBillCandidates`. */
export interface ListBillCandidatesQuery {
  /** What they are for. Default: `match`. */
  readonly purpose?: "match" | "receive" | "refund" | undefined;
}

/** The query of `listInvitations`. */
export interface ListInvitationsQuery {
  /** Only those in this state. */
  readonly state?: "pending" | "expired" | "accepted" | "revoked" | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same state. */
  readonly starting_after?: string | undefined;
}

/** The query of `listManualEntries`. */
export interface ListManualEntriesQuery {
  /**
   * First day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its
   * day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its
   * day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** Only entries that nobody reviewed. */
  readonly unreviewed?: boolean | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same filters. */
  readonly starting_after?: string | undefined;
}

/** The query of `listPaymentCandidates`. */
export interface ListPaymentCandidatesQuery {
  /** What they are for. Default: `match`. */
  readonly purpose?: "match" | "receive" | "refund" | undefined;
}

/** The query of `listReconciliationLines`. */
export interface ListReconciliationLinesQuery {
  /** Only lines that are cleared, or with false only others. */
  readonly cleared?: boolean | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`. */
  readonly starting_after?: string | undefined;
}

/** The query of `listReconciliations`. */
export interface ListReconciliationsQuery {
  /** Only those of this account. */
  readonly account_id?: string | undefined;
}

/** The query of `listSchedules`. */
export interface ListSchedulesQuery {
  /** The kind of schedule. Default: `spread`. */
  readonly kind?: "spread" | "capitalization" | undefined;
  /**
   * The day of the figures. Default: today. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or
   * an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly date?: string | undefined;
}

/** The query of `listStatementEntries`. */
export interface ListStatementEntriesQuery {
  /** The statement. Default: `income_statement`. */
  readonly report_type?: "income_statement" | "balance_sheet" | "cash_flow" | "trial_balance" | "general_ledger" | "changes_in_equity" | undefined;
  /**
   * First day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its
   * day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset, which denotes its
   * day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** The period that each column covers; `whole`: one column for all days. Default: `month`. */
  readonly step?: "month" | "quarter" | "year" | "whole" | undefined;
  /** The unit of each row. `department` is for the income statement only. Default: `category`. */
  readonly group_by?: "category" | "department" | undefined;
  /** The days that the total is compared with in columns of their own. Default: `none`. */
  readonly compare?: "none" | "prior_period" | "prior_year" | "both" | undefined;
  /**
   * Whether a trial balance has adjusting entries: `included`, `excluded` or `separate`.
   * Default: `included`.
   */
  readonly adjustments?: "included" | "excluded" | "separate" | undefined;
  /** The category of a general ledger, with its descendants. Default: all categories. */
  readonly category_id?: string | undefined;
  /**
   * A column of the fiscal year up to the last day, in income and cash flow statements.
   * Default: `none`.
   */
  readonly beside?: "none" | "year_to_date" | undefined;
  /** Columns of percentages of revenue, in an income statement. Default: `none`. */
  readonly shares?: "none" | "revenue" | undefined;
  /** The key of the figure's row. */
  readonly row: string;
  /**
   * The first day of the figure's column. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an
   * offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly column_start?: string | undefined;
  /**
   * The last day of the figure's column. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an
   * offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly column_end?: string | undefined;
  /** The key of the figure's column, if another one has the same days. */
  readonly column?: string | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`, with the same figure. */
  readonly starting_after?: string | undefined;
}

/** The query of `listTransactionPlaces`. */
export interface ListTransactionPlacesQuery {
  /** A part of the bank's description, the merchant, the memo, or the id. */
  readonly text?: string | undefined;
  /** The least amount, without its sign, in cents. */
  readonly least_cents?: number | undefined;
  /** The largest amount, without its sign, in cents. */
  readonly most_cents?: number | undefined;
  /**
   * First day, of the transaction's own date. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z`
   * or an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly start_date?: string | undefined;
  /**
   * Last day, of the transaction's own date. `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or
   * an offset, which denotes its day in Los Angeles. Blank counts as absent.
   */
  readonly end_date?: string | undefined;
  /** Only transactions that are categorized, or with false only those that are not. */
  readonly categorized?: boolean | undefined;
  /** Only transactions of exactly this category. */
  readonly category_id?: string | undefined;
  /** Only transactions of exactly this department. */
  readonly department_id?: string | undefined;
  /** Only transactions of this account. */
  readonly account_id?: string | undefined;
  /** Only transactions of this status. */
  readonly status?: "pending" | "approved" | "needs_review" | "excluded" | undefined;
  /** The number of transactions from one place to the next. */
  readonly every?: number | undefined;
  /** The largest number of items on the page. */
  readonly limit?: number | undefined;
  /** The previous page's `next_cursor`. */
  readonly starting_after?: string | undefined;
}
