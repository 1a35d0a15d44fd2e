/**
 * Edits many transactions: the chosen ones, or all that the conditions find. First it reads which they are
 * and says what would change; then jobs of the service do it, whose progress is shown.
 */
import { LIMITS } from "../api/generated/limits.ts";
import type { Job, Transaction, TransactionEdit } from "@daybook/client";
import { useEffect, useState } from "react";
import { DayInput } from "../kit/day-input.tsx";
import { Button } from "../kit/button.tsx";
import { queryClient } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import { Amount } from "../kit/amount.tsx";
import { amountText } from "../kit/amounts.ts";
import { Dialog } from "../kit/dialog.tsx";
import { NameField } from "../kit/name-field.tsx";
import { Refusal } from "../kit/refusal.tsx";
import { useSending } from "./sending.tsx";
import { type Column, isEditable, type Scene } from "./scene.ts";
import { conditionsOf } from "./view.ts";

interface DialogProps {
  readonly scene: Scene;
  /** Null for all that the conditions find. */
  readonly rows: readonly Transaction[] | null;
  /** The field with which it begins. */
  readonly column: Column | undefined;
  readonly onClose: () => void;
}

/** Most transactions that are edited together; more conditions make fewer. */
const MOST = 20_000;
/** The most transactions of one request, and its page when they are read. */
const PER_JOB = LIMITS.bulk_transactions;
const PER_PAGE = LIMITS.page_size_max;
const PAUSE_MS = 300;

interface Wanted {
  readonly rows: readonly Transaction[];
  readonly isWhole: boolean;
}

/** The transactions that are to be edited, read anew. */
function useWanted({ company, search, feed }: Scene, chosen: DialogProps["rows"]) {
  const [wanted, setWanted] = useState<Wanted>({ rows: [], isWhole: false });
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const run = async (): Promise<void> => {
      if (chosen !== null) {
        // Rows far from the sight are not held.
        setWanted({ rows: chosen.map((row) => feed.get(row.id) ?? row), isWhole: true });
        return;
      }
      const rows: Transaction[] = [];
      const query = { ...conditionsOf(search), limit: PER_PAGE };
      for await (const row of ownOf(company.id).findTransactions(query, { signal })) {
        rows.push(row);
        if (rows.length % PER_PAGE === 0) setWanted({ rows: [...rows], isWhole: false });
        if (rows.length >= MOST) break;
      }
      setWanted({ rows, isWhole: true });
    };
    run().catch((problem: unknown) => {
      if (!signal.aborted) setError(problem);
    });
    return () => ending.abort();
  }, [company.id, search, feed, chosen]);
  return { wanted, error };
}

const number = (count: number): string => count.toLocaleString("en-US");

export function BulkDialog({ scene, rows, column, onClose }: DialogProps) {
  const { names, company } = scene;
  const { wanted, error: unread } = useWanted(scene, rows);
  const [edit, setEdit] = useState<TransactionEdit>({});
  const [jobs, setJobs] = useState<readonly Job[]>([]);
  const { isBusy, error, send } = useSending();
  const editable = wanted.rows.filter(isEditable);
  const fields = Object.keys(edit) as (keyof TransactionEdit)[];
  const changing = editable.filter((row) => fields.some((field) => row[field] !== edit[field]));
  const isDone = jobs.length > 0 && !isBusy;
  const submit = (): void =>
    send(async () => {
      const client = clientOf(company.id);
      const done: Job[] = [];
      for (let from = 0; from < changing.length; from += PER_JOB) {
        const transaction_ids = changing.slice(from, from + PER_JOB).map(({ id }) => id);
        let job = await client.bulkUpdateTransactions({ ...edit, transaction_ids });
        scene.edits.bar();
        setJobs([...done, job]);
        while (job.status === "pending" || job.status === "processing") {
          await new Promise((resolve) => {
            setTimeout(resolve, PAUSE_MS);
          });
          job = await client.getJob(job.id);
          setJobs([...done, job]);
        }
        done.push(job);
      }
      await queryClient.invalidateQueries();
      scene.reload();
    });
  const processed = jobs.reduce((sum, job) => sum + job.processed, 0);
  const failed = jobs.reduce((sum, job) => sum + job.failed, 0);
  const sum = changing.reduce((total, row) => total + row.amount_cents, 0);
  return (
    <Dialog title="Edit many transactions" onClose={onClose}>
      <Refusal error={unread} />
      <fieldset className="tx-stack" disabled={jobs.length > 0}>
        <legend className="unseen">What they get</legend>
        <NameField
          label="Category"
          value={names.nameOf(edit.category_id ?? null)}
          choices={names.categories}
          isFirst={column === "category"}
          onChoose={({ id }) => {
            if (id !== null) setEdit({ ...edit, category_id: id });
          }}
        />
        {company.features.includes("departments") ? (
          <NameField
            label="Department"
            value={edit.department_id === null ? "No department" : names.nameOf(edit.department_id ?? null)}
            choices={names.departments}
            isFirst={column === "department"}
            onChoose={({ id }) => setEdit({ ...edit, department_id: id })}
          />
        ) : null}
        <label>
          Merchant
          <input
            dir="auto"
            maxLength={LIMITS.text_field_characters}
            data-autofocus={column === "merchant" || undefined}
            value={edit.merchant_name ?? ""}
            onChange={({ target }) => {
              const { merchant_name: _, ...rest } = edit;
              setEdit(target.value.trim() === "" ? rest : { ...rest, merchant_name: target.value });
            }}
          />
        </label>
        <label>
          Memo
          <input
            dir="auto"
            maxLength={LIMITS.text_field_characters}
            data-autofocus={column === "memo" || undefined}
            value={edit.memo ?? ""}
            onChange={({ target }) => {
              const { memo: _, ...rest } = edit;
              setEdit(target.value.trim() === "" ? rest : { ...rest, memo: target.value });
            }}
          />
        </label>
        <DayInput
          label="Accounting date"
          isFirst={column === "day"}
          value={edit.accounting_date ?? ""}
          onDay={(day) => {
            const { accounting_date: _, ...rest } = edit;
            setEdit(day === "" ? rest : { ...rest, accounting_date: day });
          }}
        />
      </fieldset>
      <div role="status" className="tx-preview">
        {jobs.length > 0 ? (
          <>
            <progress aria-label="Edited" value={processed} max={Math.max(1, changing.length)} />
            <p>
              {isDone && error === null
                ? `${number(processed - failed)} edited${failed === 0 ? "." : `, ${number(failed)} refused.`}`
                : `${number(processed)} of ${number(changing.length)} are done.`}
            </p>
          </>
        ) : (
          <>
            <p>
              {wanted.isWhole
                ? `${number(wanted.rows.length)} found.`
                : `${number(wanted.rows.length)} found so far…`}{" "}
              {editable.length < wanted.rows.length
                ? `${number(wanted.rows.length - editable.length)} are split, transfers or excluded, and stay as they are. `
                : ""}
              {wanted.rows.length >= MOST ? `Only the latest ${number(MOST)} are edited at once. ` : ""}
              {fields.length === 0
                ? "Choose what they get."
                : `${number(changing.length)} would change, together ${amountText(sum)}.`}
            </p>
            {fields.length === 0 ? null : <Sample rows={changing} />}
          </>
        )}
        {jobs
          .flatMap((job) => job.errors)
          .slice(0, 5)
          .map((each, at) => (
            <p key={at} className="problem">
              {each.message}
            </p>
          ))}
      </div>
      <Refusal error={error} />
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onClose}>
          {jobs.length > 0 ? "Close" : "Cancel"}
        </button>
        {jobs.length > 0 ? null : (
          <Button
            className="button primary"
            isBusy={isBusy}
            disabled={!wanted.isWhole || changing.length === 0 || fields.length === 0}
            onClick={submit}
          >
            Edit {number(changing.length)}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const SHOWN = 5;

function Sample({ rows }: { readonly rows: readonly Transaction[] }) {
  return (
    <ul className="rows">
      {rows.slice(0, SHOWN).map((row) => (
        <li key={row.id}>
          <span className="what" dir="auto">
            {row.merchant_name ?? row.description}
            <small>now {row.category_name ?? "without a category"}</small>
          </span>
          <span className="n">
            <Amount cents={row.amount_cents} />
          </span>
        </li>
      ))}
      {rows.length > SHOWN ? <li>and {(rows.length - SHOWN).toLocaleString("en-US")} more</li> : null}
    </ul>
  );
}
