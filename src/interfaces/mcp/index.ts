/** The door of the Model Context Protocol. */
export { forAssistants } from "./catalog.ts";
export { MCP_PATH, mcpRoutes, type McpServices } from "./routes.ts";
