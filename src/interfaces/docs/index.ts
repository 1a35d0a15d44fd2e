/** The door of the reference site. */
export { DOCS_ROOT } from "./addresses.ts";
export { docsRoutes, type DocsTexts } from "./routes.ts";
export { TOKENS } from "./generated/tokens.ts";
