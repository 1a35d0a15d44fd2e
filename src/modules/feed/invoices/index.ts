/** Public interface of the invoices module. */
export { invoicesSection, settlementsSection } from "./bundle.ts";
export { invoicesConsoleContract } from "./contract/console.ts";
export { invoicesContract } from "./contract/index.ts";
export { settlementsConsoleContract } from "./contract/settlements.ts";
export { invoicesConsoleHandlers, invoicesHandlers, settlementsConsoleHandlers } from "./handlers.ts";
export { INVOICE_CLOSE_CHECKS } from "./service/close.ts";
export { endFees } from "./service/settlements.ts";
export { findClaims, INVOICE_CHECKS, type InvoicesService, invoicesService } from "./service/index.ts";
export { INVOICE_RECORDS } from "./store/category-records.ts";
export { INVOICE_CHANGES } from "./store/invoices.ts";
