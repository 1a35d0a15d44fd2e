/** The door of the objects. */
export { OBJECTS_ROOT } from "./links.ts";
export { asFilename, dispositionOf, type Objects, type OpenedObject, type ServedObjects } from "./objects.ts";
export { objectsFolderOf, openObjects } from "./open.ts";
export { objectsProblem } from "./trial.ts";
