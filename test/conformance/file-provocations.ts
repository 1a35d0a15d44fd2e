/** Requests about uploaded files that are refused, by the expected error: `operation code param`. */
import { LIMITS } from "../../src/core/limits.ts";
import { formWith, md5Of } from "../support/files.ts";
import type { Provocation } from "./feed-provocations.ts";

const TEXT = new Uint8Array(Buffer.from("This is a text."));

function upload(form: FormData): Provocation {
  return { target: "/files", method: "POST", body: form };
}

function announce(changes: object): Provocation {
  return {
    target: "/file_uploads",
    method: "POST",
    body: { filename: "return.pdf", size: TEXT.length, checksum: md5Of(TEXT), ...changes },
  };
}

const asText = new FormData();
asText.append("file", "%PDF-1.4");

export const FILE_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  "createFile parameter_missing file": upload(new FormData()),
  "createFile invalid_request file": upload(asText),
  "createFile invalid_file ": upload(formWith(TEXT)),
  "createFileUpload parameter_missing filename": announce({ filename: " " }),
  "createFileUpload parameter_missing size": announce({ size: undefined }),
  "createFileUpload parameter_missing checksum": announce({ checksum: undefined }),
  "createFileUpload invalid_request filename": announce({
    filename: "x".repeat(LIMITS.text_field_characters.value + 1),
  }),
  "createFileUpload invalid_request size": announce({ size: LIMITS.upload_bytes.value + 1 }),
  "createFileUpload invalid_request checksum": announce({ checksum: "none" }),
};
