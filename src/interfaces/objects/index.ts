/** The door of the files behind signed links. */
export { objectsRoutes } from "./routes.ts";
