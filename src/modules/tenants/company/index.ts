/** The public interface of the company module. Other modules import only from this file. */
export { companySection, featuresSection } from "./bundle.ts";
export { companyConsoleContract, companyContract } from "./contract.ts";
export { companyConsoleHandlers, companyHandlers } from "./handlers.ts";
export type { CompanyRow } from "./record.ts";
export { isEntitled, isGrowthOrHigher, type Lifecycle, type Plan, type SubscriptionStatus } from "./rules.ts";
export {
  type CompanyChange,
  type CompanyService,
  companyService,
  lockCompany,
  readCompany,
  refuseMissingCompany,
} from "./service.ts";
export { companyStore } from "./store.ts";
