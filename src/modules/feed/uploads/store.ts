/** All SQL on uploads. */
import { makeInsert } from "../../../platform/db/index.ts";
import { UPLOADS } from "./record.ts";

export const uploadsStore = { insert: makeInsert("uploads.insert", UPLOADS) };
