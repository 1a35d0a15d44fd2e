/** The door of the reference site. */
export { DOCS_ROOT } from "./layout.ts";
export { docsRoutes, type DocsServices, type DocsTexts } from "./routes.ts";
