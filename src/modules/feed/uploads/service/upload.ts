/**
 * An upload: the file is read completely and then stored in batches, each in its own database transaction, so
 * that other writers do not wait long for the feed. If the process dies in between, the earlier batches stay
 * without an upload record; when the file is sent again, they count as duplicates and the rest is added.
 */
import { type Cents, negateCents } from "@daybook/words/cents";
import { type CivilDate, losAngelesDate, type UnixSeconds } from "@daybook/words/civil-date";
import { type Refusal, refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { analyzeNewTables } from "../../../../platform/db/index.ts";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import type { PublicId } from "@daybook/words/public-id";
import { type AccountRow, bankingStore } from "../../banking/index.ts";
import type { BookedEntry, FeedLine, FeedOutcome } from "../../transactions/index.ts";
import { strangerProblem } from "../rules/account-statements.ts";
import { mappingProblem } from "../rules/csv-columns.ts";
import {
  type BookedLine,
  bookedNotes,
  daysOf,
  type KnownLine,
  keyed,
  nearby,
  type RewordedLine,
  rewordedNotes,
  rewordedOf,
  twinNotes,
} from "../rules/duplicates.ts";
import { type FilePart, joined } from "../rules/joined-statements.ts";
import { ChangedAmounts } from "../rules/renumbered.ts";
import { readRows } from "../rules/sent-rows.ts";
import { type LineError, type Statement, withLikelyDays } from "../rules/statement.ts";
import { formatOfContent, readFile, sourceOf, statusOf, type UploadFormat } from "../rules/upload.ts";
import type { UploadRow } from "../record.ts";
import { uploadsStore } from "../store.ts";
import type { UploadsNeeds } from "./needs.ts";
import type { NewUpload } from "./new-upload.ts";
import { batchesOf, BATCH } from "./batches.ts";
import { opened } from "./packed.ts";
import { underOwnKeys } from "./own-keys.ts";

/** A closing balance of the file beside what the account's transactions sum to on that day. */
export interface BalanceCheck {
  readonly date: CivilDate;
  readonly statement_cents: Cents;
  readonly account_cents: Cents;
}

/** An upload with what its file states besides its lines. */
export interface UploadResult extends UploadRow {
  readonly balances: readonly BalanceCheck[];
  /** The new lines that wait for an answer, because they are probably in imported books already. */
  readonly asked_count: number;
  /** How doubtful parts of the file were understood, as sentences. */
  readonly notes: readonly string[];
}

/** The closing balances of a file that are compared: the last ones. */
const BALANCES_MOST = 31;

export async function upload(
  needs: UploadsNeeds,
  companyId: PublicId<"company">,
  { account_id, source: sent, inBooks }: NewUpload,
  now: UnixSeconds,
): Promise<UploadResult> {
  const { db, ids, paced, transactions } = needs;
  const account = await bankingStore.findAccount(db, companyId, account_id);
  if (account === null) throw refuse("resource_missing", { param: "account_id" });
  const { source, notes } = await opened(sent, needs);
  const { statement, format } = await readSource(source, account, paced);
  const read = await keyed(await withLikelyDays(statement, losAngelesDate(now), paced), paced);
  const { errors } = read;
  const { lines, stored, notes: idNotes } = await underOwnKeys(needs, companyId, account.id, read);
  const rows = lines.length + errors.length;
  const begun: UploadRow = {
    id: ids.next("upload"),
    account_id: account.id,
    file_name: "file" in source ? source.name : null,
    format,
    status: statusOf(rows, 0),
    row_count: rows,
    imported_count: 0,
    duplicate_count: 0,
    errors: [],
    balances: [],
    created: now,
    undone_at: null,
  };
  // An upload of several batches may be cut off between them. It is stored first, to be found and taken back.
  const isLong = lines.length > BATCH;
  if (isLong) await db.transaction((tx) => uploadsStore.insert(tx, companyId, begun), { commitsAlone: true });
  const allErrors = [...errors];
  const counts = { created: 0, known: 0 };
  const twins: Pick<FeedLine, "date" | "amount_cents">[] = [];
  const from = { account_id: account.id, ...sourceOf(format, account) };
  const keys = new Set(lines.map(({ key }) => key));
  const reworded: RewordedLine[] = [];
  const booked: BookedLine[] = [];
  const days = daysOf(lines);
  const changed = new ChangedAmounts();
  const add = (batch: readonly KnownLine[]): Promise<FeedOutcome[]> =>
    transactions.addLines(
      companyId,
      batch.map((line) => ({
        ...feedLine(line, account, format),
        upload_id: begun.id,
        ...(inBooks && { in_books: inBooks }),
      })),
      now,
    );
  for await (const batch of paced(batchesOf(lines))) {
    const outcomes = await add(batch);
    for (const [index, outcome] of outcomes.entries()) {
      const line = batch[index];
      count(outcome, line, counts, allErrors);
      if (line !== undefined && outcome.became === "updated" && outcome.isRestored !== true)
        changed.take(line, stored.get(line.key));
    }
    const twinAt = (index: number) => twinOf(outcomes[index]);
    booked.push(...batch.flatMap((line, index) => bookedOf(line, twinAt(index))));
    const added = batch.filter(
      (_, index) => outcomes[index]?.became === "created" && twinAt(index) === undefined,
    );
    twins.push(...(await transactions.listTwins(companyId, from, added)));
    const alike = await transactions.listAlike(companyId, { ...from, upload_id: begun.id }, nearby(added));
    reworded.push(...rewordedOf(added, alike, keys, days));
  }
  if (isLong) await analyzeNewTables(db);
  const balances = await checked(needs, companyId, account, statement);
  const row: UploadRow = {
    ...begun,
    balances: balances.map(({ date, statement_cents }) => ({ date, statement_cents })),
    status: statusOf(rows, counts.created + counts.known),
    imported_count: counts.created,
    duplicate_count: counts.known,
    errors: allErrors.toSorted((a, b) => a.line - b.line).slice(0, LIMITS.upload_errors.value),
  };
  await db.transaction((tx) => (isLong ? uploadsStore.update : uploadsStore.insert)(tx, companyId, row));
  return {
    ...row,
    asked_count: inBooks === undefined ? booked.length : 0,
    balances,
    notes: [
      ...notes,
      ...statement.notes,
      ...read.notes,
      ...idNotes,
      ...changed.notes(),
      ...bookedNotes(booked, inBooks !== undefined),
      ...twinNotes(twins),
      ...rewordedNotes(reworded),
    ],
  };
}

/** The entry of imported books that an added line probably is. */
function twinOf(outcome: FeedOutcome | undefined): BookedEntry | undefined {
  return outcome === undefined || outcome.became === "refused" ? undefined : outcome.twin;
}

/** A line with its entry, as one or none. */
export function bookedOf(line: KnownLine, twin: BookedEntry | null | undefined): readonly BookedLine[] {
  return twin ? [{ ...line, twin }] : [];
}

/** Compares the closing balances of a file with the account. */
async function checked(
  { transactions }: UploadsNeeds,
  companyId: PublicId<"company">,
  { id, type }: AccountRow,
  { balances }: Statement,
): Promise<BalanceCheck[]> {
  const checks: BalanceCheck[] = [];
  for (const { date, amount_cents } of balances.slice(-BALANCES_MOST)) {
    const account_cents = await transactions.balanceAt(companyId, id, date);
    // Some banks write what is owed on a card without a minus.
    const isUnsigned = type === "credit" && amount_cents === negateCents(account_cents);
    checks.push({ date, statement_cents: isUnsigned ? account_cents : amount_cents, account_cents });
  }
  return checks;
}

function count(
  outcome: FeedOutcome,
  line: KnownLine | undefined,
  counts: { created: number; known: number },
  errors: LineError[],
): void {
  if (outcome.became === "refused")
    errors.push({
      line: line?.line ?? 1,
      code: "not_allowed",
      message: `The line was refused: ${refusalOf(outcome, line?.external_id ?? null)}.`,
    });
  else if (outcome.became === "created" || outcome.isRestored === true) counts.created += 1;
  else counts.known += 1;
}

/** Why a line is refused, as the end of a sentence, with its id where another line has that. */
export function refusalOf(
  { reason, other }: { readonly reason: string; readonly other?: unknown },
  id: string | null,
): string {
  return other === undefined || id === null ? reason : `it has the id ${quoted(id)}, and ${reason}`;
}

type SentFile = Extract<NewUpload["source"], { readonly file: unknown }>;

/** Reads a file or rows. Refuses `invalid_request` for what can't be read at all. */
export async function readSource(
  source: NewUpload["source"],
  account: AccountRow,
  paced: Paced,
): Promise<{ statement: Statement; format: UploadFormat }> {
  if ("rows" in source) return { statement: await readRows(source.rows, paced), format: "json" };
  const { file, columns, dateFormat, signs, anyAccount, anyTotals = false, more = [], tried } = source;
  const problem = mappingProblem(columns);
  if (problem !== null)
    throw refuse("invalid_request", { param: "columns", message: `\`columns\` ${problem}` });
  try {
    const format = source.format ?? formatOfContent(file);
    checkOptions(source, format);
    const own = anyAccount ? null : account;
    const reading = {
      last4: account.last4,
      areTotalsTaken: anyTotals,
      options: {
        columns,
        dateFormat,
        signs,
        isCard: account.type === "credit",
        account: own,
      },
      paced,
    };
    const first = await readFile(file, format, reading);
    const statement = more.length === 0 ? first : await withMore(source, first, own, reading);
    const stranger = strangerProblem(statement, own);
    if (stranger !== null)
      throw refuse("invalid_request", {
        param: "account_id",
        message: `No line of the file was added. ${stranger}`,
        ways: [
          { give: "account_id" },
          { give: "account_check", as: "none", when: "the file belongs to this account all the same" },
        ],
      });
    return { statement, format };
  } catch (error) {
    throw error instanceof LineProblem ? fileRefusal(error, tried) : error;
  }
}

/** Formats in which an amount has no more than a sign, whose meaning may be turned. */
const SIGNED: ReadonlySet<UploadFormat> = new Set(["csv", "ofx", "qfx", "qif"]);

/** Refuses options that the format of the file states itself. */
function checkOptions({ columns, dateFormat, signs }: SentFile, format: UploadFormat): void {
  if (format !== "csv" && Object.keys(columns).length > 0)
    throw refuse("invalid_request", {
      param: "columns",
      message: "`columns` is for CSV only; the fields of other formats are known.",
    });
  if (format !== "csv" && format !== "qif" && dateFormat !== null)
    throw refuse("invalid_request", {
      param: "date_format",
      message: "`date_format` is for CSV and QIF only; other formats have one date format.",
    });
  if (signs !== null && !SIGNED.has(format))
    throw refuse("invalid_request", {
      param: "signs",
      message: "`signs` is for CSV, OFX, QFX and QIF only; other formats say what is money out.",
    });
}

/** The statement of all files of an archive, which have one format. */
async function withMore(
  { file, format, name, more = [] }: SentFile,
  first: Statement,
  own: AccountRow | null,
  reading: Parameters<typeof readFile>[2],
): Promise<Statement> {
  const parts: FilePart[] = [{ name: name ?? "", content: file, statement: first }];
  for (const { name: inner, content } of more)
    try {
      const statement = await readFile(content, format ?? formatOfContent(content), reading);
      parts.push({ name: inner, content, statement });
    } catch (error) {
      throw error instanceof LineProblem ? error.within(inner) : error;
    }
  return joined(parts, (statement) => strangerProblem(statement, own));
}

function fileRefusal({ message, ways }: LineProblem, tried = ""): Refusal {
  const isOfAccount = ways.some((way) => "give" in way && way.give === "account_check");
  return refuse("invalid_request", {
    // The page of an upload has its field there.
    param: isOfAccount ? "account_id" : "file",
    message: `No line of the file was added. ${message}${tried === "" ? "" : ` ${tried}`}`,
    ways,
  });
}

function feedLine(
  { key, date, amount_cents, description, merchant_name }: KnownLine,
  account: AccountRow,
  format: UploadFormat,
): FeedLine {
  return {
    account_id: account.id,
    external_id: key,
    card_id: null,
    date,
    amount_cents,
    description,
    merchant_name,
    status: "approved",
    ...sourceOf(format, account),
  };
}
