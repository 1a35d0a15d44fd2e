/**
 * What an upload would do, for a person who decides: which lines are new, known or refused, and how the
 * columns of a CSV are read. Invariant: it changes nothing, and reads the file as the upload does.
 */
import { present } from "@daybook/words/assert";
import { losAngelesDate, type UnixSeconds } from "@daybook/words/civil-date";
import { refuse, Refusal } from "../../../../core/errors.ts";
import type { Paced } from "../../../../core/paced.ts";
import type { PublicId } from "@daybook/words/public-id";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import { bankingStore } from "../../banking/index.ts";
import type { BookedEntry, ExpectedLine } from "../../transactions/index.ts";
import { type CsvColumn, columnsIn } from "../rules/csv-layout.ts";
import {
  type BookedLine,
  bookedNotes,
  daysOf,
  keyed,
  type KnownLine,
  nearby,
  type RewordedLine,
  rewordedNotes,
  rewordedOf,
  twinNotes,
} from "../rules/duplicates.ts";
import { ChangedAmounts } from "../rules/renumbered.ts";
import { type LineError, withLikelyDays } from "../rules/statement.ts";
import { formatOfContent, sourceOf, type UploadFormat } from "../rules/upload.ts";
import type { PreviewState } from "../rules/words.ts";
import type { UploadsNeeds } from "./needs.ts";
import { batchesOf } from "./batches.ts";
import { underOwnKeys } from "./own-keys.ts";
import { opened } from "./packed.ts";
import type { NewUpload } from "./new-upload.ts";
import { bookedOf, readSource, refusalOf } from "./upload.ts";

/** Lines that are shown of a preview. */
const LINES_SHOWN = 200;

export interface PreviewLine {
  readonly line: number;
  readonly state: PreviewState;
  /** Null for a line that can't be read. */
  readonly read: Pick<KnownLine, "date" | "amount_cents" | "description" | "merchant_name"> | null;
  /** Why it is refused, or what it is probably the same as; null for others. */
  readonly reason: string | null;
}

export interface UploadPreview {
  readonly format: UploadFormat;
  /** Why the file can't be read as a whole; null if it can. */
  readonly problem: { readonly message: string; readonly param: string | null } | null;
  readonly columns: readonly CsvColumn[];
  readonly counts: Readonly<Record<PreviewState, number>>;
  /** The first lines: all refused ones first, then booked ones, then others in the order of the file. */
  readonly lines: readonly PreviewLine[];
  readonly notes: readonly string[];
}

/** Tells what an upload would do. Refuses `resource_missing` for the account. */
export async function preview(
  needs: UploadsNeeds,
  companyId: PublicId<"company">,
  { account_id, source: sent, inBooks }: NewUpload,
  now: UnixSeconds,
): Promise<UploadPreview> {
  const account = await bankingStore.findAccount(needs.db, companyId, account_id);
  if (account === null) throw refuse("resource_missing", { param: "account_id" });
  let format: UploadFormat = "rows" in sent ? "json" : (sent.format ?? "csv");
  let columns: readonly CsvColumn[] = [];
  try {
    const { source, notes } = await opened(sent, needs);
    if (!("rows" in source)) [format, columns] = await columnsOf(source, needs.paced);
    const { statement } = await readSource(source, account, needs.paced);
    const read = await keyed(await withLikelyDays(statement, losAngelesDate(now), needs.paced), needs.paced);
    const { errors } = read;
    const { lines, stored, notes: idNotes } = await underOwnKeys(needs, companyId, account.id, read);
    const { all: expected, booked } = await expect(needs, companyId, account.id, lines, inBooks);
    const changed = new ChangedAmounts();
    for (const { state, read: line } of expected)
      if (state === "known") changed.take(line, stored.get(line.key));
    const added = expected.flatMap(({ state, read: line }) => (state === "new" ? [line] : []));
    const twins: Pick<KnownLine, "date" | "amount_cents">[] = [];
    const reworded: RewordedLine[] = [];
    const days = daysOf(lines);
    const keys = new Set(lines.map(({ key }) => key));
    const from = { account_id: account.id, upload_id: null, ...sourceOf(format, account) };
    for await (const batch of needs.paced(batchesOf(added))) {
      twins.push(...(await needs.transactions.listTwins(companyId, from, batch)));
      const alike = await needs.transactions.listAlike(companyId, from, nearby(batch));
      reworded.push(...rewordedOf(batch, alike, keys, days));
    }
    return {
      format,
      problem: null,
      columns,
      ...summaryOf([...errors.map(refusedLine), ...expected]),
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
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problem = { message: error.message, param: error.param ?? null };
    return { format, problem, columns, ...summaryOf([]), notes: [] };
  }
}

type SentFile = Extract<NewUpload["source"], { readonly file: unknown }>;

/** The format of a file, and the columns of a CSV; none where the file is of another kind. */
async function columnsOf(
  { file, format, columns }: SentFile,
  paced: Paced,
): Promise<[UploadFormat, readonly CsvColumn[]]> {
  try {
    const found = format ?? formatOfContent(file);
    return [found, found === "csv" ? await columnsIn(file, columns, paced) : []];
  } catch (error) {
    if (error instanceof LineProblem) return [format ?? "csv", []];
    throw error;
  }
}

/** A line that can be read. */
type ExpectedPreview = PreviewLine & { readonly read: KnownLine };

/** The results that readable lines would have. */
async function expect(
  { paced, transactions }: UploadsNeeds,
  companyId: PublicId<"company">,
  accountId: string,
  lines: readonly KnownLine[],
  inBooks: NewUpload["inBooks"],
): Promise<{ readonly all: readonly ExpectedPreview[]; readonly booked: readonly BookedLine[] }> {
  const all: ExpectedPreview[] = [];
  const booked: BookedLine[] = [];
  const taken = new Set<string>();
  // A line that stands in the file twice is known the second time.
  const seen = new Set<string>();
  for await (const batch of paced(batchesOf(lines))) {
    const expected = await transactions.expectLines(companyId, wantedOf(accountId, batch), taken);
    for (const [index, each] of batch.entries()) {
      const outcome = present(expected[index], "a line has no expectation");
      const { key } = each;
      const isKnown = seen.has(key);
      seen.add(key);
      const twin = outcome.becomes === "new" && !isKnown && inBooks !== "another" ? outcome.twin : null;
      booked.push(...bookedOf(each, twin));
      all.push({ line: each.line, read: each, ...stateOf(outcome, { isKnown, twin, id: each.external_id }) });
    }
  }
  return { all, booked };
}

/** The result of a line, with the reason. */
function stateOf(
  outcome: ExpectedLine,
  of: { readonly isKnown: boolean; readonly twin: BookedEntry | null; readonly id: string | null },
): Pick<PreviewLine, "state" | "reason"> {
  if (outcome.becomes === "refused")
    return { state: "refused", reason: `The line would be refused: ${refusalOf(outcome, of.id)}.` };
  if (of.twin !== null)
    return {
      state: "booked",
      reason: `Imported books have this amount on ${of.twin.date}: ${quoted(of.twin.description)}.`,
    };
  return { state: of.isKnown ? "known" : outcome.becomes, reason: null };
}

function wantedOf(account_id: string, lines: readonly KnownLine[]) {
  return lines.map(({ key, date, amount_cents }) => ({ account_id, external_id: key, date, amount_cents }));
}

function summaryOf(all: readonly PreviewLine[]): Pick<UploadPreview, "counts" | "lines"> {
  const of = (state: PreviewState) => all.filter((line) => line.state === state);
  const [refused, booked] = [of("refused"), of("booked")];
  const others = all.filter(({ state }) => state === "new" || state === "known");
  return {
    counts: {
      new: of("new").length,
      booked: booked.length,
      known: of("known").length,
      refused: refused.length,
    },
    lines: [...refused, ...booked, ...others.toSorted((a, b) => a.line - b.line)].slice(0, LINES_SHOWN),
  };
}

function refusedLine({ line, message }: LineError): PreviewLine {
  return { line, state: "refused", read: null, reason: message };
}
