/** Everything that users of a mirror import, except for its stores. */
export type { DigestText } from "./digest.ts";
export { memoryStore, type MemoryStore } from "./memory.ts";
export {
  type FollowOptions,
  mirror,
  type Mirror,
  type MirrorClient,
  MirrorDifferenceError,
  type MirrorOptions,
  type MirrorProgress,
  type MirrorReport,
  type SyncOptions,
} from "./mirror.ts";
export { type Column, type ListName, LISTS, type Row, TABLES, type Value } from "./rows.ts";
export {
  type Expected,
  type ListSwap,
  MirrorBusyError,
  type MirrorState,
  type MirrorStore,
  type PageTag,
  type PageWrite,
} from "./store.ts";
