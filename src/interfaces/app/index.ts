/** The door of the web console. */
export { isOwn, isSame, sessionOf } from "./browser.ts";
export {
  APP_ROOT,
  CONSOLE_API_ROOT,
  joinAddress,
  passwordAddress,
  sheetAddress,
  welcomeAddress,
} from "./addresses.ts";
export { appRoutes, type ConsoleServices } from "./routes.ts";
