/** The door of the usage module. */
export { overridesSection, usageSection } from "./bundle.ts";
export { type Allowance, countedAddress, resetDate } from "./rules.ts";
export { type Admission, type UsageService, usageService } from "./service.ts";
