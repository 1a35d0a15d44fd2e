/** The door of the sheets module. */
export { sheetsSection } from "./bundle/index.ts";
export { createDocument, type ReadDocument, readDocument } from "./service/create.ts";
