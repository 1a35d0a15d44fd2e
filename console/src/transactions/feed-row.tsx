/**
 * A row of the list of transactions, and the editors that open in its cells. A row is drawn again only when
 * something of it changes, as rows come and go with every scroll.
 */
import { LIMITS } from "../api/generated/limits.ts";
import { Popover } from "@mantine/core";
import type { Transaction, TransactionEdit } from "@daybook/client";
import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import { Amount } from "../kit/amount.tsx";
import { Tag } from "../kit/tag.tsx";
import { dayText, shortDay, today } from "../kit/dates.ts";
import { Picker } from "../kit/picker.tsx";
import { type Column, isEditable, type Scene } from "./scene.ts";

/** The number of the first row below the head, which is row 1. */
export const FIRST_ROW = 2;

interface RowProps {
  readonly index: number;
  readonly start: number;
  readonly height: number;
  readonly row: Transaction | null;
  /** True if there is no transaction at this place any more. */
  readonly isGone: boolean;
  readonly isHere: boolean;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly editing: Column | null;
  readonly scene: Scene;
  readonly hasDepartments: boolean;
  readonly onEnd: () => void;
}

export const Row = memo(function Row(props: RowProps) {
  const { index, start, height, row, isGone, isHere, isOpen, isChosen, editing, hasDepartments } = props;
  const { scene, onEnd } = props;
  const name = `tx-row${isHere ? " here" : ""}${isOpen ? " open" : ""}${isChosen ? " chosen" : ""}`;
  const place = { transform: `translateY(${start}px)`, height };
  if (row === null)
    return (
      <div
        id={`tx-row-${index}`}
        className={`${name} waiting`}
        role="row"
        aria-rowindex={index + FIRST_ROW}
        style={place}
      >
        <span role="gridcell">{isGone ? "No longer in this list" : "Loading…"}</span>
      </div>
    );
  const canEdit = scene.canEdit && isEditable(row);
  const cell = (column: Column, label: string, className: string, shown: ReactNode): ReactNode =>
    editing === column ? (
      <span role="gridcell" className={className}>
        <Editor scene={scene} row={row} column={column} onEnd={onEnd}>
          {shown}
        </Editor>
      </span>
    ) : (
      <span
        role="gridcell"
        className={canEdit ? `${className} edit` : className}
        title={canEdit ? `Change the ${label}` : undefined}
        data-edit={canEdit ? column : undefined}
      >
        {shown}
      </span>
    );
  return (
    <div
      id={`tx-row-${index}`}
      className={name}
      role="row"
      aria-rowindex={index + FIRST_ROW}
      aria-selected={isChosen}
      data-id={row.id}
      style={place}
    >
      <span role="gridcell" className="tx-check">
        <span aria-hidden="true" />
      </span>
      {cell(
        "day",
        "accounting date",
        "tx-day",
        <>
          <Day day={row.date} />
          {row.accounting_date === row.date ? null : (
            <small title={`Booked on ${dayText(row.accounting_date)}`}> *</small>
          )}
        </>,
      )}
      {cell(
        "merchant",
        "merchant",
        "tx-what",
        <>
          <b dir="auto">{row.merchant_name ?? row.description}</b>
          {row.merchant_name === null ? null : <small dir="auto"> {row.description}</small>}
          {row.pending ? <Tag look="wait">Pending</Tag> : null}
          {row.status === "needs_review" ? <Tag look="warn">To review</Tag> : null}
          {row.status === "excluded" ? <Tag look="plain">Excluded</Tag> : null}
        </>,
      )}
      <span role="gridcell" className="tx-account" dir="auto">
        {row.account_name}
      </span>
      {cell(
        "category",
        "category",
        row.categorized ? "tx-category" : "tx-category none-yet",
        categoryOf(row),
      )}
      {hasDepartments
        ? cell("department", "department", "tx-department", <span dir="auto">{row.department_name}</span>)
        : null}
      {cell("memo", "memo", "tx-memo", <span dir="auto">{row.memo}</span>)}
      <span role="gridcell" className="n">
        <Amount cents={row.amount_cents} />
      </span>
    </div>
  );
});

const THIS_YEAR = today().slice(0, 4);

/** A day; on a phone without its year, unless that is another than this one. */
function Day({ day }: { readonly day: string }) {
  const year = day.slice(0, 4);
  return (
    <>
      {shortDay(day)}
      <span className="tx-year">, {year}</span>
      {year === THIS_YEAR ? null : <span className="tx-short-year"> ’{year.slice(2)}</span>}
    </>
  );
}

function categoryOf(row: Transaction): ReactNode {
  if (row.transaction_type === "transfer") return <i>Transfer</i>;
  if (row.has_splits) return <i>Split</i>;
  return <span dir="auto">{row.categorized ? row.category_name : "Uncategorized"}</span>;
}

interface EditorProps {
  readonly scene: Scene;
  readonly row: Transaction;
  readonly column: Column;
  readonly onEnd: () => void;
  readonly children: ReactNode;
}

function Editor({ scene, row, column, onEnd, children }: EditorProps) {
  const { edits, feed, names } = scene;
  const finish = (edit: TransactionEdit): void => {
    onEnd();
    void edits.edit(feed, row, edit, names);
  };
  return (
    <Popover
      opened
      onChange={(isOpen) => (isOpen ? undefined : onEnd())}
      position="bottom-start"
      shadow="md"
      // An empty cell has no size, and counts as out of sight.
      hideDetached={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span>{children}</span>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Change the ${column}`} onClick={(event) => event.stopPropagation()}>
        {column === "category" ? (
          <Picker
            label="Category"
            choices={names.categories}
            empty="The categories are not there yet, or you may not see them."
            onChoose={({ id }) => (id === null ? onEnd() : finish({ category_id: id }))}
            onCancel={onEnd}
          />
        ) : column === "department" ? (
          <Picker
            label="Department"
            choices={names.departments}
            onChoose={({ id }) => finish({ department_id: id })}
            onCancel={onEnd}
          />
        ) : (
          <TextEditor row={row} column={column} onEnd={onEnd} onFinish={finish} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

const LONGEST_TEXT = LIMITS.text_field_characters;

function TextEditor(props: {
  readonly row: Transaction;
  readonly column: "merchant" | "memo" | "day";
  readonly onEnd: () => void;
  readonly onFinish: (edit: TransactionEdit) => void;
}) {
  const { row, column, onEnd, onFinish } = props;
  const given = { merchant: row.merchant_name ?? "", memo: row.memo ?? "", day: row.accounting_date }[column];
  const [text, setText] = useState(given);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    if (column !== "day") field.current?.select();
  }, [column]);
  const label = { merchant: "Merchant", memo: "Memo", day: "Accounting date" }[column];
  const submit = (): void => {
    const value = text.trim() === "" ? null : text.trim();
    if (column === "day") onFinish({ accounting_date: value });
    else onFinish(column === "memo" ? { memo: value } : { merchant_name: value });
  };
  return (
    <form
      className="tx-text"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onEnd();
      }}
    >
      <label>
        {label}
        <input
          ref={field}
          type={column === "day" ? "date" : "text"}
          dir="auto"
          maxLength={LONGEST_TEXT}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <button type="submit" className="button">
        Change
      </button>
    </form>
  );
}
