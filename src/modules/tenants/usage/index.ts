/** The public interface of the usage module. Other modules import only from this file. */
export { overridesSection, usageSection } from "./bundle.ts";
export { usageConsoleContract } from "./contract.ts";
export { usageConsoleHandlers } from "./handlers.ts";
export { type Allowance, countedAddress, resetDate } from "./rules.ts";
export { type Admission, type UsageService, usageService } from "./service/index.ts";
