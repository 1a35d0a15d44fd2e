/** The door of the Model Context Protocol. */
export { MCP_PATH, mcpRoutes, type McpServices } from "./routes.ts";
