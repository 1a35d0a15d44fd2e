/** The interface of the object storage for the rest of the service. */
export { deleteAllExcept, type DocumentLink, linkTo } from "./documents.ts";
export { OBJECTS_ROOT } from "./links.ts";
export { memoryObjects } from "./memory.ts";
export {
  asFilename,
  dispositionOf,
  isStorageFailure,
  type Objects,
  type OpenedObject,
  type ServedObjects,
  StorageProblem,
  type UploadGrant,
  WrongBytes,
} from "./objects.ts";
export { HOME_STORAGE, storageOf } from "./open.ts";
export { tokensOf } from "./tokens.ts";
export { findStorageProblem } from "./trial.ts";
