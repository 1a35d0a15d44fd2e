/** The door of the reference site. */
export { DOCS_ROOT } from "./addresses.ts";
export { docsRoutes, type DocsTexts } from "./routes.ts";
export { STYLE } from "./style.ts";
