/** The public interface of the integrations module. Other modules import only from this file. */
export { integrationsSection } from "./bundle.ts";
export { integrationsContract } from "./contract.ts";
export { integrationsHandlers } from "./handlers.ts";
export { type IntegrationsService, integrationsService, reportConnection, staleSince } from "./service.ts";
