/** The operation on uploads: a form or JSON to an upload, its row to the view. */
import { type CallOf, CONSOLE_API_ROOT, type Handlers } from "../../../contract/operation.ts";
import { wholeList } from "../../../contract/schemas.ts";
import { refuse } from "../../../core/errors.ts";
import type { uploadsConsoleContract, uploadsContract } from "./contract.ts";
import type { UploadRow } from "./record.ts";
import type { UploadsService } from "./service/index.ts";
import type { NewUpload } from "./service/new-upload.ts";

type Body = CallOf<typeof uploadsContract.createTransactionUpload>["body"];

/** Fields that say how a file is read. */
const OF_FILES = ["format", "columns", "date_format", "signs", "account_check", "totals_check"] as const;

function sourceOf(body: Body): NewUpload["source"] {
  const { file, rows, format = null, columns = {}, date_format = null, signs = null } = body;
  if (file !== undefined && rows !== undefined)
    throw refuse("invalid_request", { param: "rows", message: "Send either `file` or `rows`, not both." });
  if (file !== undefined)
    return {
      file: file.content,
      name: file.name,
      format,
      columns,
      dateFormat: date_format,
      signs,
      anyAccount: body.account_check === "none",
      anyTotals: body.totals_check === "none",
    };
  if (rows === undefined)
    throw refuse("parameter_missing", {
      param: "file",
      message: "Send either `file`, in a form, or `rows`.",
    });
  const stray = OF_FILES.find((name) => body[name] !== undefined);
  if (stray !== undefined)
    throw refuse("invalid_request", {
      param: stray,
      message: `\`${stray}\` applies to a file only, not to \`rows\`.`,
    });
  return { rows };
}

function wantedOf(body: Body): NewUpload {
  const { account_id, in_books } = body;
  return { account_id, source: sourceOf(body), ...(in_books && in_books !== "ask" && { inBooks: in_books }) };
}

export function uploadsHandlers(uploads: UploadsService): Handlers<typeof uploadsContract> {
  return {
    async createTransactionUpload({ principal, body, now }) {
      const { undone_at: _, ...row } = await uploads.upload(principal.companyId, wantedOf(body), now);
      return {
        ...row,
        object: "transaction_upload" as const,
        errors: [...row.errors],
        balances: [...row.balances],
        notes: [...row.notes],
      };
    },
  };
}

function listedView(row: UploadRow) {
  const { errors: _, balances: _stated, ...listed } = row;
  return { ...listed, object: "transaction_upload" as const };
}

/** The handlers of what only the web console asks of uploads. */
export function uploadsConsoleHandlers(uploads: UploadsService): Handlers<typeof uploadsConsoleContract> {
  return {
    async previewUpload({ principal, body, now }) {
      const wanted = wantedOf(body);
      const { counts, lines, columns, notes, ...shown } = await uploads.preview(
        principal.companyId,
        wanted,
        now,
      );
      return {
        object: "upload_preview" as const,
        ...shown,
        new_count: counts.new,
        booked_count: counts.booked,
        known_count: counts.known,
        refused_count: counts.refused,
        columns: columns.map(({ name, samples, use }) => ({ name, samples: [...samples], use })),
        lines: lines.map(({ line, state, read, reason }) => ({
          line,
          state,
          date: read?.date ?? null,
          amount_cents: read?.amount_cents ?? null,
          description: read?.description ?? null,
          merchant_name: read?.merchant_name ?? null,
          reason,
        })),
        notes: [...notes],
      };
    },
    async listUploads({ principal }) {
      const rows = await uploads.list(principal.companyId, null);
      return wholeList(`${CONSOLE_API_ROOT}/uploads`, rows.map(listedView));
    },
    async takeBackUpload({ principal, input, body, now }) {
      const { upload, removed } = await uploads.undo(principal.companyId, input.id, {
        now,
        isDryRun: body.dry_run ?? false,
      });
      return { object: "upload_take_back" as const, removed, upload: listedView(upload) };
    },
  };
}
