/** The door of the web console. */
export { isSame, sessionOf } from "./browser.ts";
export { APP_ROOT, joinAddress, passwordAddress, sheetAddress, welcomeAddress } from "./addresses.ts";
export { appRoutes, type ConsoleServices } from "./routes.ts";
export { CONSOLE_VOICE } from "./voice.ts";
