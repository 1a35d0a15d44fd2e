/** The public interface of the forms-1099 module. Other modules import only from this file. */
export { formReportsSection, formsSection } from "./bundle.ts";
export { formsContract } from "./contract.ts";
export { formsHandlers } from "./handlers.ts";
export { formsJobs, SWEEP_FORMS } from "./jobs.ts";
export type { FormRow } from "./record.ts";
export type { FormEvent } from "./rules/states.ts";
export { FORMS_CHECK, type FormsService, formsService } from "./service/index.ts";
export { FORM_CHANGES, FORM_FILES } from "./store.ts";
