/** The exports of the room for files behind signed links. */
export { objectsRoutes } from "./routes.ts";
