/** Public interface of the invoices module. */
export { billSettlementsConsoleHandlers, billsConsoleHandlers, billsHandlers } from "./handlers/bills.ts";
export { billsSection, invoicesSection } from "./bundle/items.ts";
export { settlementsSection } from "./bundle/settlements.ts";
export { billSettlementsConsoleContract } from "./contract/bill-settlements.ts";
export { billsConsoleContract } from "./contract/bills-console.ts";
export { billsContract } from "./contract/bills.ts";
export { invoicesConsoleContract } from "./contract/console.ts";
export { invoicesContract } from "./contract/index.ts";
export { openingConsoleContract } from "./contract/opening.ts";
export { settlementsConsoleContract } from "./contract/settlements.ts";
export {
  invoicesConsoleHandlers,
  invoicesHandlers,
  settlementsConsoleHandlers,
} from "./handlers/invoices.ts";
export { openingConsoleHandlers } from "./handlers/opening.ts";
export { INVOICE_CLOSE_CHECKS } from "./service/close.ts";
export { INVOICE_PARTS } from "./service/package.ts";
export { endFees } from "./service/settlements.ts";
export {
  type BillsService,
  findClaims,
  INVOICE_CHECKS,
  type InvoicesService,
  itemServices,
} from "./service/index.ts";
export { INVOICE_RECORDS } from "./store/category-records.ts";
export { INVOICE_CHANGES } from "./store/invoices.ts";
