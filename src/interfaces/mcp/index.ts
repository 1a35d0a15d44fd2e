/** The door of the Model Context Protocol. */
export { MCP_PATH, mcpRoutes } from "./routes.ts";
