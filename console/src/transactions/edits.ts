/**
 * Edits of transactions: shown at once, confirmed by the service, and taken back by undo. A refused edit
 * leaves the row as the service has it.
 */
import type { Transaction, TransactionEdit } from "@daybook/client";
import { noticeRefusal, queryClient } from "../api/queries.ts";
import { clientOf } from "../api/service.ts";
import type { Feed } from "./feed.ts";
import type { Names } from "../parts/names.ts";

export interface Notice {
  readonly kind: "done" | "problem";
  readonly text: string;
  /** True if it can be undone. */
  readonly canUndo: boolean;
}

interface DoneEdit {
  readonly id: string;
  readonly before: TransactionEdit;
  readonly after: TransactionEdit;
  readonly what: string;
}

const FIELDS = {
  category_id: "category",
  department_id: "department",
  merchant_name: "merchant",
  memo: "memo",
  accounting_date: "accounting date",
} as const;
type Field = keyof typeof FIELDS;
const FIELD_NAMES = Object.keys(FIELDS) as Field[];

/** A row with an edit, as it is shown until the service answers. */
function edited(row: Transaction, edit: TransactionEdit, { nameOf }: Pick<Names, "nameOf">): Transaction {
  const { category_id = row.category_id, department_id = row.department_id } = edit;
  return {
    ...row,
    ...edit,
    accounting_date:
      edit.accounting_date === undefined ? row.accounting_date : (edit.accounting_date ?? row.date),
    category_id,
    category_name: category_id === row.category_id ? row.category_name : nameOf(category_id),
    categorized: category_id === row.category_id ? row.categorized : true,
    department_id,
    department_name: department_id === row.department_id ? row.department_name : nameOf(department_id),
  } as Transaction;
}

function pick(row: Transaction, edit: TransactionEdit): TransactionEdit {
  const fields = FIELD_NAMES.filter((name) => edit[name] !== undefined);
  return Object.fromEntries(fields.map((name) => [name, row[name]]));
}

function isSame(a: TransactionEdit, b: TransactionEdit): boolean {
  return FIELD_NAMES.every((name) => a[name] === b[name]);
}

/** What somebody else changed of a transaction while it was edited here, in words. */
function changedElsewhere(before: Transaction, now: Transaction, edit: TransactionEdit): string[] {
  return FIELD_NAMES.filter((name) => edit[name] === undefined && before[name] !== now[name]).map(
    (name) => FIELDS[name],
  );
}

export class Edits {
  readonly #company: string;
  /** Null stands for a change that can't be undone, so that undo does not reach past it for another one. */
  readonly #done: (DoneEdit | null)[] = [];
  /** Settles with what is under way. The edit that an undo is for may be among it. */
  #underway: Promise<unknown> = Promise.resolve();
  readonly #listeners = new Set<() => void>();
  #notice: Notice | null = null;

  readonly #wordsOf: (error: unknown) => string;

  /** `wordsOf` says why something was refused. */
  constructor(company: string, wordsOf: (error: unknown) => string) {
    this.#company = company;
    this.#wordsOf = wordsOf;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly notice = (): Notice | null => this.#notice;

  get #canUndo(): boolean {
    return (this.#done.at(-1) ?? null) !== null;
  }

  say(notice: Notice | null): void {
    this.#notice = notice;
    for (const listener of this.#listeners) listener();
  }

  fail(what: string, error: unknown): void {
    noticeRefusal(error);
    this.say({ kind: "problem", text: `${what} ${this.#wordsOf(error)}`, canUndo: false });
  }

  /** Edits one transaction. The row shows it at once. */
  edit(feed: Feed, row: Transaction, edit: TransactionEdit, names: Names): Promise<void> {
    const work = this.#edit(feed, row, edit, names);
    this.#underway = Promise.all([this.#underway, work]);
    return work;
  }

  async #edit(feed: Feed, row: Transaction, edit: TransactionEdit, names: Names): Promise<void> {
    const before = pick(row, edit);
    if (isSame(before, edit)) return;
    const fields = FIELD_NAMES.filter((name) => edit[name] !== undefined);
    const what = fields.map((name) => FIELDS[name]).join(" and ");
    feed.put(edited(row, edit, names));
    const now = await this.#send(feed, row, edit);
    if (now === null) return;
    const after = pick(now, edit);
    this.#done.push({ id: row.id, before, after, what });
    const others = changedElsewhere(row, now, edit);
    const by = others.length === 0 ? "" : ` Somebody else has changed its ${others.join(" and ")}.`;
    this.say({ kind: "done", text: `${capital(what)} changed.${by}`, canUndo: true });
  }

  async #send(feed: Feed, row: Transaction, edit: TransactionEdit): Promise<Transaction | null> {
    const client = clientOf(this.#company);
    try {
      const now = await client.editTransaction(row.id, edit);
      this.#show(feed, now);
      return now;
    } catch (error) {
      feed.put(row);
      this.fail("Not changed.", error);
      // What the service has may be another state than the one that was shown before.
      try {
        this.#show(feed, await client.getTransaction(row.id));
      } catch {
        // Then the row stays as it was last read.
      }
      return null;
    }
  }

  #show(feed: Feed, row: Transaction): void {
    feed.put(row);
    queryClient.setQueryData(["transaction", this.#company, row.id], row);
    for (const key of ["statement", "entries", "voucher", "transaction entries", "transaction events"])
      void queryClient.invalidateQueries({ queryKey: [key, this.#company] });
  }

  /** Shows what another operation made of a transaction, and says what it was. */
  changed(feed: Feed, row: Transaction, text: string): void {
    this.#show(feed, row);
    this.bar();
    this.say({ kind: "done", text, canUndo: false });
  }

  /** Something was changed that undo can't take back. */
  bar(): void {
    if (this.#done.at(-1) !== null) this.#done.push(null);
  }

  /**
   * Takes the last edit back, unless somebody has changed the same fields since. Edits and other undos that
   * are under way come first.
   */
  undo(feed: Feed, names: Names): Promise<void> {
    const work = this.#underway.then(() => this.#undo(feed, names));
    this.#underway = work;
    return work;
  }

  async #undo(feed: Feed, names: Names): Promise<void> {
    const last = this.#done.pop();
    if (last === undefined) {
      this.say({ kind: "done", text: "There is nothing to undo.", canUndo: false });
      return;
    }
    if (last === null) {
      const more = this.#canUndo ? " Undo again takes back the edit before it." : "";
      const text = `Not undone: the last change can’t be taken back here.${more}`;
      this.say({ kind: "problem", text, canUndo: this.#canUndo });
      return;
    }
    try {
      const now = await clientOf(this.#company).getTransaction(last.id);
      if (!isSame(pick(now, last.after), last.after)) {
        this.#show(feed, now);
        const text = `Not undone: the ${last.what} was changed again since.`;
        this.say({ kind: "problem", text, canUndo: false });
        return;
      }
      feed.put(edited(now, last.before, names));
      if ((await this.#send(feed, now, last.before)) !== null)
        this.say({ kind: "done", text: `${capital(last.what)} as before.`, canUndo: this.#canUndo });
    } catch (error) {
      this.fail("Not undone.", error);
    }
  }
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
