/** The API of uploaded files (specification, "Tax uploads and files", "File" and "File upload"). */
import Type from "typebox";
import { arrivingFileSchema, BLANK_IS_MISSING, exactly, operation } from "../../../contract/operation.ts";
import { membersOf } from "../../../contract/record.ts";
import { idSchema, markerSchema, timestampSchema } from "../../../contract/schemas.ts";
import { LIMITS } from "@daybook/words/limits";
import { FILES } from "./record.ts";

/** The canonical base64 of 16 bytes: the unused bits of the last character are zero. */
const MD5 = "^[A-Za-z0-9+/]{21}[AQgw]==$";

const fileSchema = exactly(
  {
    ...membersOf(FILES, "id"),
    object: markerSchema("file"),
    ...membersOf(FILES, "filename", "size", "created", "expires_at"),
  },
  { title: "File" },
);

const fileUploadSchema = exactly(
  {
    object: markerSchema("file_upload"),
    file_id: idSchema("file", "The id of the future file, used to attach it."),
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
        description: "Headers to send exactly as given. Storage refuses a request without them.",
      },
    ),
    expires_at: timestampSchema("When the address expires, 10 minutes after it was issued."),
  },
  { title: "FileUpload" },
);

const newFile = exactly(
  {
    file: arrivingFileSchema("The PDF. Its bytes decide what it is, not its name or declared type."),
  },
  { title: "NewFile" },
);

const newFileUpload = exactly(
  {
    filename: Type.String({
      maxLength: LIMITS.text_field_characters.value,
      description: "The file's name.",
      [BLANK_IS_MISSING]: true,
    }),
    size: Type.Integer({
      minimum: 1,
      maximum: LIMITS.upload_bytes.value,
      description: "The exact number of bytes to upload.",
    }),
    checksum: Type.String({ pattern: MD5, description: "The MD5 of those bytes, in base64." }),
  },
  { title: "NewFileUpload" },
);

/** A PDF of one page with the given text. */
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
      "Uploads a PDF, which is checked while it arrives. It is kept for 24 hours and can be attached to one record in that time. The PDF must be readable to its last page without a password.",
    body: { mode: "stream", schema: newFile, limit: "upload_bytes" },
    idempotency:
      "Each request makes a file of its own. One that nobody attaches is deleted by itself, so it is safe to send it again.",
    success: { status: 201, description: "The file.", schema: fileSchema },
    errors: [
      { code: "parameter_missing", params: ["file"], when: "The form has no `file`." },
      {
        code: "invalid_request",
        params: ["file"],
        when: "The request is not a form, is too large, has other fields, or does not send `file` as a file.",
      },
      {
        code: "invalid_file",
        when: "The file is not a PDF, is damaged, needs a password, or takes too much work to read.",
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
      "Returns an address that accepts the file for 10 minutes. It accepts only these bytes, because their length, their MD5 and the headers are signed. Attaching the file checks that it is a PDF.",
    body: { mode: "json", schema: newFileUpload },
    idempotency:
      "Each request makes a file and an address of its own. The same bytes may be put at an address again while it is good.",
    success: {
      status: 201,
      description: "The future file's id, and the address for its bytes.",
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
        when: "A value is invalid, or the file would be too large.",
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
