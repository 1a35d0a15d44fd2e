/**
 * What the API promises about uploaded files (specification, "Tax uploads and files", "File" and "File
 * upload").
 */
import Type from "typebox";
import { arrivingFileSchema, BLANK_IS_MISSING, exactly, operation } from "../../../contract/operation.ts";
import { idSchema, markerSchema, timestampSchema } from "../../../contract/schemas.ts";
import { LIMITS } from "../../../core/limits.ts";

/** The base64 of sixteen bytes, spelt in the one way that has no bits to spare. */
const MD5 = "^[A-Za-z0-9+/]{21}[AQgw]==$";

const fileSchema = exactly(
  {
    id: idSchema("file", "The file's id, to attach it by."),
    object: markerSchema("file"),
    filename: Type.String({
      description:
        "What the file was called. What no system would take in a name, such as a path, stands in it as `_`.",
    }),
    size: Type.Integer({ minimum: 1, description: "How long it is, in bytes." }),
    created: timestampSchema("When it was uploaded."),
    expires_at: timestampSchema(
      "When it is deleted, unless it is attached before: 24 hours after it was uploaded.",
    ),
  },
  { title: "File" },
);

const fileUploadSchema = exactly(
  {
    object: markerSchema("file_upload"),
    file_id: idSchema("file", "The id of the file that the bytes will be, to attach it by."),
    url: Type.String({
      format: "uri",
      description:
        "Where to put the bytes. It needs no API key: whoever has it can upload the file, so treat it like a password.",
    }),
    method: Type.Literal("PUT", { description: "Always `PUT`." }),
    headers: exactly(
      {
        "Content-Type": Type.String({ description: "The type that the file is stored with." }),
        "Content-MD5": Type.String({ description: "The `checksum` that was sent." }),
        "Content-Disposition": Type.String({ description: "The name that the file is stored with." }),
      },
      {
        title: "FileUploadHeaders",
        description: "Headers to send exactly as they stand. Storage takes nothing without them.",
      },
    ),
    expires_at: timestampSchema("When the address ends, 10 minutes after it was given."),
  },
  { title: "FileUpload" },
);

const newFile = exactly(
  {
    file: arrivingFileSchema(
      "The PDF. What it is, is decided by its bytes and not by its name or declared type.",
    ),
  },
  { title: "NewFile" },
);

const newFileUpload = exactly(
  {
    filename: Type.String({
      maxLength: LIMITS.text_field_characters.value,
      description: "What the file is called.",
      [BLANK_IS_MISSING]: true,
    }),
    size: Type.Integer({
      minimum: 1,
      maximum: LIMITS.upload_bytes.value,
      description: "How many bytes will be put, exactly.",
    }),
    checksum: Type.String({ pattern: MD5, description: "The MD5 of those bytes, in base64." }),
  },
  { title: "NewFileUpload" },
);

/** A PDF of one page that says this. */
function pageOf(text: string): string {
  const content = `BT /F 1 Tf (${text}) Tj ET`;
  return `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;
}

const common = {
  tag: "Files",
  since: "1.0",
  requires: [{ area: "taxes", level: "manage" }],
  pathParams: {},
  query: {},
  unknownQuery: "ignored",
  paging: { kind: "none" },
  hints: { readOnly: false, destructive: false, idempotent: false },
} as const;

export const filesContract = {
  createFile: operation({
    ...common,
    id: "createFile",
    method: "POST",
    path: "/files",
    summary: "Upload a PDF",
    description:
      "Takes a PDF, which is looked at while it arrives, and keeps it for 24 hours, in which it can be attached to one record. A PDF is what can be read as one without a password, to its last page.",
    body: { mode: "stream", schema: newFile, limit: "upload_bytes" },
    idempotency:
      "Each request makes a file of its own. One that nobody attaches is deleted by itself, so it is safe to send it again.",
    success: { status: 201, description: "The file.", schema: fileSchema },
    errors: [
      { code: "parameter_missing", params: ["file"], when: "The form has no `file`." },
      {
        code: "invalid_request",
        params: ["file"],
        when: "The request is no form, is too large, has other fields, or `file` is not sent as a file.",
      },
      {
        code: "invalid_file",
        when: "The file is not a PDF, is damaged, asks for a password, or is more work to read than it may be.",
      },
    ],
    limits: [
      "upload_bytes",
      "file_s",
      "pdf_check_cpu_ms",
      "pdf_check_ms",
      "pdf_check_bytes",
      "pdf_checks",
      "pdf_checks_waiting",
    ],
    examples: [
      {
        title: "Delaware's confirmation of a filing",
        path: "/files",
        file: { name: "confirmation.pdf", content: pageOf("Filing confirmed") },
      },
      {
        title: "Delaware's annual report",
        path: "/files",
        file: { name: "report.pdf", content: pageOf("Delaware Annual Franchise Tax Report") },
      },
      { title: "A return", path: "/files", file: { name: "return.pdf", content: pageOf("Form 1120") } },
    ],
  }),
  createFileUpload: operation({
    ...common,
    id: "createFileUpload",
    method: "POST",
    path: "/file_uploads",
    summary: "Upload a PDF into storage directly",
    description:
      "Gives an address at which the bytes can be put within 10 minutes, and nothing but those bytes: their length, their MD5 and the headers are part of it. Whether they are a PDF is looked at when the file is attached.",
    body: { mode: "json", schema: newFileUpload },
    idempotency:
      "Each request makes a file and an address of its own. The same bytes may be put at an address again while it is good.",
    success: {
      status: 201,
      description: "The file to be, and where its bytes go.",
      schema: fileUploadSchema,
    },
    errors: [
      {
        code: "parameter_missing",
        params: ["filename", "size", "checksum"],
        when: "A field is absent, or the name is blank.",
      },
      {
        code: "invalid_request",
        params: ["filename", "size", "checksum"],
        when: "A value is not valid, or the file would be larger than it may be.",
      },
    ],
    limits: ["upload_bytes", "file_upload_s", "file_s", "json_body_bytes"],
    examples: [
      {
        title: "A confirmation",
        path: "/file_uploads",
        body: { filename: "Delaware confirmation.pdf", size: 48_213, checksum: "1B2M2Y8AsgTpgAmY7PhCfg==" },
      },
    ],
  }),
} as const;
