/** The columns of the table `files`, from which SQL and schemas derive. */
import { boolean, id, integer, type RowOf, seconds, table, text } from "../../../core/record.ts";

export const FILES = table("files", {
  id: id("file", "The file's id, used to attach it.", { key: true }),
  user_id: id("user", "The user whose key uploaded it; null where an operator gave it.", {
    fixed: true,
    nullable: true,
  }),
  filename: text(
    "The file's original name. Characters that are not safe in a file name, such as those of a path, are replaced by `_`.",
    { fixed: true },
  ),
  size: integer("The file's size in bytes.", { fixed: true, least: 1 }),
  md5: text("The MD5 of its bytes, in base64.", { fixed: true }),
  direct: boolean("Whether the caller puts the bytes at an address of their own.", { fixed: true }),
  object_key: text("The bytes that were found to be a PDF; null before, and when they were given up.", {
    nullable: true,
  }),
  pages: integer("The number of its pages.", { nullable: true, least: 1 }),
  is_franchise_report: boolean("Whether it is Delaware's annual report.", { nullable: true }),
  created: seconds("When it was uploaded.", { fixed: true }),
  expires_at: seconds("When the file is deleted if it is not attached: 24 hours after the upload.", {
    fixed: true,
  }),
  attached_to: text("The record that has it, in words of the module that attached it.", { nullable: true }),
  attached_at: seconds("When it was attached.", { nullable: true }),
  released_at: seconds("When that record gave it up.", { nullable: true }),
});
export type FileRow = RowOf<typeof FILES>;

/** A new file's row, before its bytes are stored. */
export type NewFile = Pick<
  FileRow,
  "id" | "user_id" | "filename" | "size" | "md5" | "direct" | "created" | "expires_at"
>;

/** The result of inspecting a file's bytes, and the key under which storage has these bytes. */
export interface InspectedBytes {
  readonly object_key: string;
  readonly pages: number;
  readonly is_franchise_report: boolean;
}
