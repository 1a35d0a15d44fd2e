/** The public interface of the usage module. Other modules import only from this file. */
export { overridesSection, usageSection } from "./bundle.ts";
export { usageConsoleContract } from "./contract.ts";
export { monthView, usageConsoleHandlers } from "./handlers.ts";
export { type Allowance, allowanceAfter, countedAddress, resetDate, windowOf } from "./rules.ts";
export { type Admission, type UsageService, usageService } from "./service/index.ts";
