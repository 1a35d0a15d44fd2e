/** The door of the invoices module. */
export { invoicesSection } from "./bundle.ts";
export { invoicesContract } from "./contract.ts";
export { invoicesHandlers } from "./handlers.ts";
export { findClaims, INVOICES_CHECK, invoicesService } from "./service.ts";
export { INVOICE_CHANGES } from "./store.ts";
