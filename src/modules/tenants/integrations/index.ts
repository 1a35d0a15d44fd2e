/** The door of the integrations module. */
export { integrationsSection } from "./bundle.ts";
export { integrationsContract } from "./contract.ts";
export { integrationsHandlers } from "./handlers.ts";
export { type IntegrationsService, integrationsService } from "./service.ts";
