/** All SQL on uploads. */
import { inserting } from "../../../platform/db/index.ts";
import { UPLOADS } from "./record.ts";

export const uploadsStore = { insert: inserting("uploads.insert", UPLOADS) };
