/** Public interface of the invoices module. */
export { invoicesSection } from "./bundle.ts";
export { invoicesContract } from "./contract.ts";
export { invoicesHandlers } from "./handlers.ts";
export { findClaims, INVOICE_CHECKS, invoicesService } from "./service.ts";
export { INVOICE_CHANGES } from "./store.ts";
