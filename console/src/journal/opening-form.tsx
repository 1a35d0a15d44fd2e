/**
 * The form of opening balances: a table of the categories with what each holds at the end of a day. The
 * difference of debits and credits is always shown, and goes to Opening Balance Equity. Nothing is posted
 * before the statements have shown what it would change.
 */
import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type SubmitEvent, useMemo, useRef, useState } from "react";
import { Table } from "../kit/table.tsx";
import { FilterText } from "../kit/filters.tsx";
import { DayInput } from "../kit/day-input.tsx";
import { Button } from "../kit/button.tsx";
import type { OpeningBalances } from "../api/generated/schemas.ts";
import { categoriesQuery, forgetBooks, queryClient } from "../api/queries.ts";
import { ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { amountText } from "../kit/amounts.ts";
import { dayText, today } from "../kit/dates.ts";
import { ListGap } from "../kit/list-gap.tsx";
import { Read } from "../parts/read.tsx";
import { SideFields } from "./side-fields.tsx";
import { Preview } from "./entry-form.tsx";
import { balancesOf, type OpeningCategory, rowsOf, type Side, usualDay, type Written } from "./opening.ts";
import { Refusal } from "../kit/refusal.tsx";
import { useWrite } from "../parts/use-write.ts";

interface FormProps {
  readonly company: Company;
  readonly onClose: () => void;
  readonly onPosted: (entry: string, date: string) => void;
}

export function OpeningForm({ company, onClose, onPosted }: FormProps) {
  const [date, setDate] = useState(() => usualDay(today(), company.fiscal_year_start_month));
  const [written, setWritten] = useState<Written>({});
  const [preview, setPreview] = useState<OpeningBalances | null>(null);
  const chart = useQuery(categoriesQuery(company.id));
  const { balances, fault } = balancesOf(written);
  const send = (isTrial: boolean) =>
    ownOf(company.id).setOpeningBalances({ date, dry_run: isTrial, balances });
  const check = useWrite({ mutationFn: () => send(true), onSuccess: setPreview });
  const post = useWrite({
    mutationFn: () => send(false),
    onSuccess: async ({ entry }) => {
      await Promise.all([
        forgetBooks(company.id),
        queryClient.invalidateQueries({ queryKey: ["categories", company.id] }),
      ]);
      onPosted(entry ?? "", date);
    },
  });
  /** What was previewed is no longer what would be posted. */
  const changed = (): void => {
    setPreview(null);
    check.reset();
    post.reset();
  };
  const sum = (side: Side): number =>
    balances.reduce((total, balance) => total + (balance[`${side}_cents`] ?? 0), 0);
  const isPending = check.isPending || post.isPending;
  const canSend = fault === null && balances.length > 0;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!canSend || isPending) return;
    if (preview === null) check.mutate();
    else post.mutate();
  };
  const error = check.error ?? post.error;
  const nameOf = (id: string): string => chart.data?.find((row) => row.id === id)?.name ?? id;
  return (
    <form className="jr-form" onSubmit={submit} aria-label="Opening balances">
      <p className="soft">
        What the company owned and owed at the end of the day before its first entry. They are posted once, as
        one voucher.
      </p>
      <div className="jr-facts">
        <DayInput
          label="At the end of"
          isRequired
          value={date}
          onDay={(day) => {
            changed();
            setDate(day);
          }}
        />
      </div>
      <Read query={chart} what="the categories">
        {(categories) => (
          <BalanceTable
            categories={categories}
            written={written}
            fault={fault}
            onWrite={(category, side, text) => {
              changed();
              setWritten({ ...written, [category]: { ...written[category], [side]: text } });
            }}
          />
        )}
      </Read>
      <Difference debits={sum("debit")} credits={sum("credit")} />
      {preview === null ? null : (
        <>
          <Preview preview={preview} />
          {preview.notes.map((note) => (
            <p key={note} className="note">
              {note}
            </p>
          ))}
        </>
      )}
      {error ? <Refusal error={error} /> : null}
      <p className="jr-buttons" data-previews={preview === null || undefined}>
        <Button type="submit" className="button primary" isBusy={isPending} disabled={!canSend}>
          {preview === null ? "Show what it changes" : `Post the balances of ${dayText(date)}`}
        </Button>
        <button type="button" className="button plain" data-discards onClick={onClose}>
          Cancel
        </button>
        {fault === null ? null : (
          <span className="problem">
            {nameOf(fault)} needs either a debit or a credit, written as 1,250.00.
          </span>
        )}
      </p>
    </form>
  );
}

/** Debits, credits and what Opening Balance Equity takes; in sight while the table scrolls. */
function Difference({ debits, credits }: { readonly debits: number; readonly credits: number }) {
  const side = debits > credits ? "credit" : "debit";
  return (
    <p className="jr-difference" role="status">
      <span>
        Debits <b>{amountText(debits)}</b>
      </span>
      <span>
        Credits <b>{amountText(credits)}</b>
      </span>
      <span>
        {debits === credits
          ? "No difference."
          : `Difference ${amountText(Math.abs(debits - credits))}: a ${side} of Opening Balance Equity.`}
      </span>
    </p>
  );
}

interface TableProps {
  readonly categories: readonly OpeningCategory[];
  readonly written: Written;
  readonly fault: string | null;
  readonly onWrite: (category: string, side: Side, text: string) => void;
}

/** The height of a row, in pixels. */
const ROW_HEIGHT = 36;
/** Rows that are in the page on each side of the sight. */
const OVERSCAN = 12;
/** The number of the first row below the head, which is row 1. */
const FIRST_ROW = 2;
/** With fewer categories than this, all are seen at once. */
const FIND_FROM = 30;

/**
 * A row for each category that holds entries. Only the rows in sight are in the page, however many there are;
 * what is written stands in the form.
 */
function BalanceTable({ categories, written, fault, onWrite }: TableProps) {
  const [letters, setLetters] = useState("");
  const rows = useMemo(() => rowsOf(categories, letters), [categories, letters]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  return (
    <>
      {categories.length < FIND_FROM ? null : (
        <FilterText label="Find a category" value={letters} onText={setLetters} />
      )}
      <div ref={scroller} className="scroller jr-lines jr-balances" tabIndex={-1}>
        <Table
          look="list"
          caption="Balances by category"
          rowCount={rows.length + 1}
          heads={["Category", ["Debit", "n"], ["Credit", "n"]]}
        >
          <tbody>
            <ListGap height={items[0]?.start ?? 0} columns={3} />
            {items.map(({ index, key }) => {
              const row = rows[index];
              if (row === undefined) return null;
              const place = { ref: virtual.measureElement, "data-index": index };
              return row.isGroup ? (
                <tr key={key} {...place} className="jr-group" aria-rowindex={index + FIRST_ROW}>
                  <th scope="row" colSpan={3}>
                    {row.name}
                  </th>
                </tr>
              ) : (
                <tr key={key} {...place} aria-rowindex={index + FIRST_ROW}>
                  <th scope="row" dir="auto">
                    {row.name}
                  </th>
                  <SideFields
                    of={row.name}
                    written={written[row.id]}
                    isFault={fault === row.id}
                    onWrite={(side, text) => onWrite(row.id, side, text)}
                  />
                </tr>
              );
            })}
            <ListGap height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={3} />
          </tbody>
        </Table>
      </div>
      {rows.length === 0 ? <p className="none">No category has these letters in its name.</p> : null}
    </>
  );
}
