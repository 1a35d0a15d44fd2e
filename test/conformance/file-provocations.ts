/** Requests about uploaded files that are refused, by the error that they provoke. */
import { LIMITS } from "../../src/core/limits.ts";
import { formWith, md5Of } from "../support/files.ts";
import type { Provocation } from "./feed-provocations.ts";

const TEXT = new Uint8Array(Buffer.from("This is a text."));

function sent(form: FormData): Provocation {
  return { target: "/files", method: "POST", body: form };
}

function announced(unlike: object): Provocation {
  return {
    target: "/file_uploads",
    method: "POST",
    body: { filename: "return.pdf", size: TEXT.length, checksum: md5Of(TEXT), ...unlike },
  };
}

const asText = new FormData();
asText.append("file", "%PDF-1.4");

export const FILE_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  "createFile parameter_missing file": sent(new FormData()),
  "createFile invalid_request file": sent(asText),
  "createFile invalid_file ": sent(formWith(TEXT)),
  "createFileUpload parameter_missing filename": announced({ filename: " " }),
  "createFileUpload parameter_missing size": announced({ size: undefined }),
  "createFileUpload parameter_missing checksum": announced({ checksum: undefined }),
  "createFileUpload invalid_request filename": announced({
    filename: "x".repeat(LIMITS.text_field_characters.value + 1),
  }),
  "createFileUpload invalid_request size": announced({ size: LIMITS.upload_bytes.value + 1 }),
  "createFileUpload invalid_request checksum": announced({ checksum: "none" }),
};
