/** The door of the files behind signed links. */
export { objectsRoutes, type ObjectsServices } from "./routes.ts";
