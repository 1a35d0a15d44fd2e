/** The public interface of the tax-credits module. Other modules import only from this file. */
export { taxCreditsSection } from "./bundle.ts";
export { taxCreditsContract } from "./contract.ts";
export { taxCreditsHandlers } from "./handlers.ts";
export { type Answers, type TaxCreditsService, taxCreditsService, type ComputedCredit } from "./service.ts";
export { CREDIT_CHANGES } from "./store.ts";
