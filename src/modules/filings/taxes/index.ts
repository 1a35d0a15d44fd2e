/** The public interface of the taxes module. Other modules import only from this file. */
export { delawareChecksSection, taxesSection } from "./bundle.ts";
export { taxesContract } from "./contract.ts";
export { taxesHandlers } from "./handlers.ts";
export { type TaxesService, taxesService } from "./service/index.ts";
export { addAuditLine } from "./service/progress.ts";
export { TAX_CHANGES, TAX_FILES } from "./store.ts";
