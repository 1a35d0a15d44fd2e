/**
 * Uploads a bank's file: it is chosen or dropped, its columns are said where they are not understood, and
 * what is new, known or refused is shown before anything is added.
 */
import type { TransactionUpload } from "@daybook/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDraft } from "../kit/draft.ts";
import { Table } from "../kit/table.tsx";
import { Select } from "../kit/select.tsx";
import { SelectField } from "../kit/form.tsx";
import { Button } from "../kit/button.tsx";
import { queryClient } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import type { NewTransactionUploadForm, UploadColumn, UploadPreview } from "../api/generated/schemas.ts";
import { amountText } from "../kit/amounts.ts";
import { dayText } from "../kit/dates.ts";
import { Dialog } from "../kit/dialog.tsx";
import { FileField } from "../kit/file-field.tsx";
import { Read } from "../parts/read.tsx";
import { NameField } from "../kit/name-field.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { useSending } from "./sending.tsx";
import type { Scene } from "./scene.ts";
import { onPage } from "./upload-words.ts";

interface DialogProps {
  readonly scene: Scene;
  readonly file: File | null;
  readonly onClose: () => void;
}

/** What a column can be, in words. */
const USES = {
  date: "Date",
  amount: "Amount",
  debit: "Money out",
  credit: "Money in",
  description: "Bank description",
  merchant_name: "Merchant",
  external_id: "Id of the bank",
  currency: "Currency",
} as const;
type Use = keyof typeof USES;
const USE_NAMES = Object.keys(USES) as Use[];

/** Formats whose signs a person can say. */
const SIGNED: ReadonlySet<string> = new Set(["csv", "ofx", "qfx", "qif"]);

const SIGNS = ["bank", "card"] as const;
const IN_BOOKS = ["same", "another"] as const;
const DATE_FORMATS = ["YYYY-MM-DD", "MM/DD/YYYY", "DD/MM/YYYY"] as const;

/** By the number of a column, from 0: what it is. */
type Uses = ReadonlyMap<number, Use>;

function columnsOf(uses: Uses, columns: readonly UploadColumn[]): NewTransactionUploadForm["columns"] {
  return Object.fromEntries([...uses].map(([at, use]) => [use, columns[at]?.name ?? at + 1]));
}

/** What a person says of a file, beyond what it says itself. */
interface Said {
  readonly uses: Uses | null;
  readonly columns: NewTransactionUploadForm["columns"];
  readonly dates: (typeof DATE_FORMATS)[number] | undefined;
  readonly signs: "bank" | "card" | undefined;
  readonly inBooks: InBooksAnswer | undefined;
}

const NOTHING_SAID: Said = {
  uses: null,
  columns: undefined,
  dates: undefined,
  signs: undefined,
  inBooks: undefined,
};

export function UploadDialog({ scene, file: dropped, onClose }: DialogProps) {
  const { company, names, reload } = scene;
  const [file, setFile] = useState(dropped);
  const [account, setAccount] = useState(
    scene.search.account ?? (names.accounts.length === 1 ? (names.accounts[0]?.id ?? null) : null),
  );
  const [said, say] = useDraft(NOTHING_SAID);
  const { uses, columns, dates, signs, inBooks } = said;
  const [waived, setWaived] = useState<readonly Waiver[]>([]);
  const [done, setDone] = useState<TransactionUpload | null>(null);
  const { isBusy, error, send } = useSending();
  const form: NewTransactionUploadForm = {
    account_id: account ?? "",
    file: file ?? undefined,
    columns,
    date_format: dates,
    signs,
    in_books: inBooks,
    ...Object.fromEntries(waived.map((check) => [check, "none" as const])),
  };
  const preview = useQuery({
    queryKey: [
      "upload preview",
      company.id,
      account,
      file?.name,
      file?.size,
      file?.lastModified,
      columns,
      dates,
      signs,
      inBooks,
      waived,
    ],
    enabled: file !== null && account !== null && done === null,
    queryFn: ({ signal }) => ownOf(company.id).previewUpload(form, { signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const choose = (chosen: File): void => {
    setFile(chosen);
    say(NOTHING_SAID);
  };
  const submit = (): void =>
    send(async () => {
      setDone(await clientOf(company.id).createTransactionUpload(form));
      await queryClient.invalidateQueries();
      reload();
    });
  const seen = preview.data;
  const map = (at: number, use: Use | null): void => {
    const all = seen?.columns ?? [];
    const next = new Map(uses ?? knownUses(all));
    for (const [other, has] of next) if (has === use) next.delete(other);
    if (use === null) next.delete(at);
    else next.set(at, use);
    // An amount with its sign, or two columns of money out and in.
    const dropping: readonly Use[] =
      use === "amount" ? ["debit", "credit"] : use === "debit" || use === "credit" ? ["amount"] : [];
    for (const [other, has] of next) if (dropping.includes(has)) next.delete(other);
    say({ uses: next });
    say({ columns: columnsOf(next, all) });
  };
  if (done !== null) return <Done scene={scene} upload={done} onClose={onClose} />;
  return (
    <Dialog title="Upload a bank file" width={900} onClose={onClose}>
      <div className="tx-stack">
        <FileField
          label="The bank’s file"
          hint="CSV, OFX, QFX, QIF, CAMT, MT940 or BAI2"
          file={file}
          onFile={choose}
        />
        <NameField
          label="Account"
          value={names.nameOf(account)}
          choices={names.accounts}
          onChoose={({ id }) => setAccount(id)}
        />
      </div>
      {file === null || account === null ? (
        <p className="soft">
          Choose the file and the account that it is of. Nothing is added before you say so.
        </p>
      ) : (
        <Read query={preview} what="what is in the file">
          {(shown) => (
            <>
              {shown.columns.length === 0 ? null : (
                <Columns columns={shown.columns} uses={uses ?? knownUses(shown.columns)} onChoose={map} />
              )}
              {SIGNED.has(shown.format) ? (
                <div className="tx-condition">
                  {shown.format === "csv" || shown.format === "qif" ? (
                    <SelectField
                      label="Dates"
                      value={dates ?? ""}
                      choices={[
                        ["", "as the file shows"],
                        ...DATE_FORMATS.map((each) => [each, each] as const),
                      ]}
                      onChoose={(value) => say({ dates: DATE_FORMATS.find((each) => each === value) })}
                    />
                  ) : null}
                  <SelectField
                    label="Spending is"
                    value={signs ?? ""}
                    choices={[
                      ["", "as the account says"],
                      ["bank", "negative"],
                      ["card", "positive"],
                    ]}
                    onChoose={(value) => say({ signs: SIGNS.find((each) => each === value) })}
                  />
                </div>
              ) : null}
              {shown.problem === null ? null : (
                <div className="note" role="alert">
                  <p>{onPage(shown.problem.message)}</p>
                  <Waivers shown={shown} waived={waived} onChange={setWaived} />
                </div>
              )}
              <InBooks shown={shown} said={inBooks} onSay={(next) => say({ inBooks: next })} />
              {shown.problem === null ? <Preview shown={shown} isStale={preview.isPlaceholderData} /> : null}
            </>
          )}
        </Read>
      )}
      <Refusal error={error} />
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <AddButton seen={preview.isPlaceholderData ? undefined : seen} isBusy={isBusy} onAdd={submit} />
      </div>
    </Dialog>
  );
}

type InBooksAnswer = (typeof IN_BOOKS)[number];

/** The lines that would be added, those that imported books may have included. */
function addedOf(seen: UploadPreview | undefined): number {
  return seen === undefined ? 0 : seen.new_count + seen.booked_count;
}

interface AddButtonProps {
  /** What was read of the file as it is now; undefined while it is read. */
  readonly seen: UploadPreview | undefined;
  readonly isBusy: boolean;
  readonly onAdd: () => void;
}

function AddButton({ seen, isBusy, onAdd }: AddButtonProps) {
  const isEmpty = seen === undefined || addedOf(seen) + seen.known_count === 0;
  return (
    <Button
      className="button primary"
      isBusy={isBusy}
      disabled={isEmpty || seen.problem !== null}
      onClick={onAdd}
    >
      {isBusy ? "Uploading…" : `Add ${addedOf(seen).toLocaleString("en-US")} new`}
    </Button>
  );
}

interface InBooksProps {
  readonly shown: UploadPreview;
  readonly said: InBooksAnswer | undefined;
  readonly onSay: (said: InBooksAnswer | undefined) => void;
}

/** What a person says of lines that imported books may have, for all of the file at once. */
function InBooks({ shown, said, onSay }: InBooksProps) {
  if (shown.booked_count === 0 && said === undefined) return null;
  return (
    <SelectField
      label="Lines that imported books may have are"
      value={said ?? ""}
      choices={[
        ["", "asked for afterwards"],
        ["same", "the same, and not posted"],
        ["another", "others, and posted"],
      ]}
      onChoose={(value) => onSay(IN_BOOKS.find((each) => each === value))}
    />
  );
}

/** A check of a file that a person may leave out. */
type Waiver = "account_check" | "totals_check";

interface WaiversProps {
  readonly shown: UploadPreview;
  readonly waived: readonly Waiver[];
  readonly onChange: (waived: readonly Waiver[]) => void;
}

/** What a person can say to a file that is refused: that it belongs to the account, or that it is whole. */
function Waivers({ shown: { format, problem }, waived, onChange }: WaiversProps) {
  const offered: readonly (readonly [Waiver, string])[] = [
    ...(problem?.param === "account_id"
      ? [["account_check", "it belongs to this account all the same"] as const]
      : []),
    ...(format === "bai2" ? [["totals_check", "take its totals as they are"] as const] : []),
  ];
  return offered.map(([check, label]) => (
    <label key={check} className="tx-tick">
      <input
        type="checkbox"
        checked={waived.includes(check)}
        onChange={() =>
          onChange(waived.includes(check) ? waived.filter((each) => each !== check) : [...waived, check])
        }
      />
      {label}
    </label>
  ));
}

function knownUses(columns: readonly UploadColumn[]): Uses {
  return new Map(
    columns.flatMap(({ use }, at) => {
      const known = USE_NAMES.find((each) => each === use);
      return known === undefined ? [] : [[at, known] as const];
    }),
  );
}

interface ColumnsProps {
  readonly columns: readonly UploadColumn[];
  readonly uses: Uses;
  readonly onChoose: (at: number, use: Use | null) => void;
}

function Columns({ columns, uses, onChoose }: ColumnsProps) {
  return (
    <div className="tx-scroll" role="region" aria-label="The columns of the file" tabIndex={0}>
      <Table
        look="tx-columns"
        caption="What the columns of the file are"
        heads={
          <thead>
            <tr>
              {columns.map(({ name }, at) => (
                <th key={at} scope="col">
                  <span dir="auto">{name ?? `Column ${at + 1}`}</span>
                  <Select
                    label={`What ${name ?? `column ${at + 1}`} is`}
                    value={uses.get(at) ?? ""}
                    choices={[["", "not used"], ...USE_NAMES.map((use) => [use, USES[use]] as const)]}
                    onChoose={(value) => onChoose(at, USE_NAMES.find((use) => use === value) ?? null)}
                  />
                </th>
              ))}
            </tr>
          </thead>
        }
      >
        <tbody>
          <tr>
            {columns.map(({ samples }, at) => (
              <td key={at} dir="auto">
                {samples.map((sample, index) => (
                  <div key={index}>{sample}</div>
                ))}
              </td>
            ))}
          </tr>
        </tbody>
      </Table>
    </div>
  );
}

function Preview({ shown, isStale }: { readonly shown: UploadPreview; readonly isStale: boolean }) {
  const number = (count: number): string => count.toLocaleString("en-US");
  const all = shown.new_count + shown.booked_count + shown.known_count + shown.refused_count;
  return (
    <>
      <p role="status" className={isStale ? "tx-stale" : undefined}>
        <b>{number(shown.new_count)}</b> new, <b>{number(shown.known_count)}</b> known already,{" "}
        <b>{number(shown.refused_count)}</b> refused
        {shown.booked_count === 0 ? null : (
          <>
            , <b>{number(shown.booked_count)}</b> probably in imported books
          </>
        )}
        .{all > shown.lines.length ? ` The first ${number(shown.lines.length)} are shown.` : ""}
      </p>
      {shown.notes.map((note) => (
        <p key={note} className="note">
          {onPage(note)}
        </p>
      ))}
      <div className="tx-scroll tall" role="region" aria-label="The lines of the file" tabIndex={0}>
        <Table
          look="list wraps"
          caption="The lines of the file"
          heads={["Line", "State", "Date", "Text", ["Amount", "n"]]}
        >
          <tbody>
            {shown.lines.map((line) => (
              <tr key={line.line} className={line.state}>
                <td>{line.line}</td>
                <td>{line.state === "booked" ? "in the books?" : line.state}</td>
                <td>{line.date === null ? "" : dayText(line.date)}</td>
                <td dir="auto">
                  {line.state === "refused" && line.reason !== null
                    ? onPage(line.reason)
                    : [line.merchant_name, line.description, line.reason]
                        .filter((text) => text !== null)
                        .join(", ")}
                </td>
                <td className="n">{line.amount_cents === null ? "" : amountText(line.amount_cents)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </>
  );
}

interface DoneProps {
  readonly scene: Scene;
  readonly upload: TransactionUpload;
  readonly onClose: () => void;
}

function Done({ scene, upload, onClose }: DoneProps) {
  const number = (count: number): string => count.toLocaleString("en-US");
  const refused = upload.row_count - upload.imported_count - upload.duplicate_count;
  return (
    <Dialog title="Uploaded" width={560} onClose={onClose}>
      <p role="status">
        {number(upload.imported_count)} {upload.imported_count === 1 ? "transaction is" : "transactions are"}{" "}
        new, {number(upload.duplicate_count)} were known, {number(refused)} refused.
      </p>
      {upload.errors.slice(0, 8).map((each) => (
        <p key={`${each.line} ${each.code}`} className="problem">
          Line {each.line}: {onPage(each.message)}
        </p>
      ))}
      {upload.balances.slice(-1).map((balance) =>
        balance.statement_cents === balance.account_cents ? (
          <p key={balance.date}>The balance of the file agrees with the account.</p>
        ) : (
          <p key={balance.date} className="note">
            On {dayText(balance.date)} the bank has {amountText(balance.statement_cents)}, the account{" "}
            {amountText(balance.account_cents)}.
          </p>
        ),
      )}
      {upload.asked_count === 0 ? null : (
        <p className="note">
          {number(upload.asked_count)} of them {upload.asked_count === 1 ? "is" : "are"} probably in imported
          books already, and not posted.{" "}
          <button type="button" className="button plain" onClick={() => scene.begin({ what: "twins" })}>
            Say what {upload.asked_count === 1 ? "it is" : "they are"}
          </button>
        </p>
      )}
      <div className="dialog-foot">
        <button type="button" className="button" onClick={() => scene.begin({ what: "uploads" })}>
          Uploads and taking back
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
