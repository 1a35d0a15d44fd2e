/** The door of the web console. */
export { APP_ROOT, joinAddress, passwordAddress, sheetAddress } from "./addresses.ts";
export { appRoutes, type ConsoleServices } from "./routes.ts";
