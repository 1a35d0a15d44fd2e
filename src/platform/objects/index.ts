/** The interface of the object storage for the rest of the service. */
export { deleteAllExcept, type DocumentLink, linkTo } from "./documents.ts";
export { OBJECTS_ROOT } from "./links.ts";
export { memoryObjects } from "./memory.ts";
export {
  asFilename,
  dispositionOf,
  type Objects,
  type OpenedObject,
  type ServedObjects,
  type UploadGrant,
  WrongBytes,
} from "./objects.ts";
export { HOME_STORAGE, storageOf } from "./open.ts";
export { findStorageProblem } from "./trial.ts";
