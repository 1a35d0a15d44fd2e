/**
 * Stores the changes of a spreadsheet and takes those of others. Invariant: a change is either stored, or it
 * waits, or its loss is told.
 */
import { FormulaText } from "@daybook/formula/cells";
import { ApiError } from "@daybook/client";
import { noticeRefusal } from "../api/queries.ts";
import { codeOf, ownOf } from "../api/service.ts";
import type { SheetChanges, SheetEdit } from "../api/generated/schemas.ts";
import { type Change, type Conflict, inputOf, type SheetDocument, type Worksheet } from "./document.ts";

export type Saving = "saved" | "saving" | "offline" | "refused";

/** What the page does when the service has answered. */
interface Page {
  /** Something that the page says has changed. */
  tell(): void;
  /** Cells have changed. */
  write(changes: readonly Change[]): void;
  /** The document was read, or its worksheets have changed; the given one is to be opened. */
  reopen(worksheet?: string): void;
}

const POLL_MS = 2_000;
const SETTLE_MS = 250;
const AGAIN_MS = 3_000;

export class Storing {
  readonly #company: string;
  readonly #id: string;
  readonly #document: SheetDocument;
  readonly #page: Page;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSyncing = false;

  isOpen = false;
  problem: unknown = null;
  saving: Saving = "saved";
  /** Why the service refused changes; null if it did not. */
  refusal: string | null = null;
  conflicts: readonly Conflict[] = [];

  constructor(company: string, id: string, document: SheetDocument, page: Page) {
    this.#company = company;
    this.#id = id;
    this.#document = document;
    this.#page = page;
  }

  /** Reads the document, and from then on what others change. */
  async open(): Promise<void> {
    try {
      await this.#load();
      this.isOpen = true;
      this.#page.reopen();
      this.#page.tell();
      this.#plan(POLL_MS);
    } catch (error) {
      this.problem = error;
      this.#page.tell();
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    void this.#sync();
  }

  /** Stores the changes that wait, soon. */
  soon(): void {
    this.saving = "saving";
    this.#plan(SETTLE_MS);
  }

  /** Reads the whole document; begins again if it is edited meanwhile. */
  async #load(): Promise<void> {
    const service = ownOf(this.#company);
    for (let attempt = 1; ; attempt++) {
      try {
        let part = await service.getSheetContent(this.#id, {});
        this.#document.open(part);
        while (part.next !== null) {
          part = await service.getSheetContent(this.#id, { starting_after: part.next });
          this.#document.add(part.blocks);
        }
        return;
      } catch (error) {
        if (codeOf(error) !== "revision_conflict" || attempt >= 5) throw error;
      }
    }
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#sync(), ms);
  }

  /** Stores what waits, or takes what others changed. One at a time. */
  async #sync(): Promise<void> {
    if (this.#isSyncing || !this.isOpen) return;
    this.#isSyncing = true;
    try {
      if (!this.#document.isStored) await this.#store();
      else if (globalThis.document.visibilityState === "visible" && !this.#isClosed) await this.#pull();
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 409 && error.status !== 429) {
        noticeRefusal(error);
        this.problem = error;
        this.#isClosed = true;
      } else this.saving = "offline";
      this.#page.tell();
    }
    this.#isSyncing = false;
    this.#plan(this.saving === "offline" ? AGAIN_MS : this.#document.isStored ? POLL_MS : SETTLE_MS);
  }

  async #store(): Promise<void> {
    const document = this.#document;
    this.#say("saving");
    const grown = [...document.grown].map(([worksheet_id, { rows, columns }]): SheetEdit => ({
      kind: "grow_worksheet",
      worksheet_id,
      row_count: rows,
      column_count: columns,
    }));
    const changes = document.take();
    const edits = [...Map.groupBy(changes, ({ worksheet }) => worksheet)].map(
      ([worksheet_id, cells]): SheetEdit => ({
        kind: "cells",
        worksheet_id,
        cells: cells.map(({ row, column, value, format }) => {
          const fills = value instanceof FormulaText ? value.fills : null;
          return {
            row,
            column,
            input: inputOf(value),
            format,
            ...(fills === null ? {} : { fills: { rows: fills.rows, columns: fills.columns } }),
          };
        }),
      }),
    );
    try {
      const { revision, worksheets } = await ownOf(this.#company).editSheet(this.#id, {
        base_revision: document.revision,
        edits: [...grown, ...edits],
      });
      document.stored(revision, worksheets);
      this.refusal = null;
      this.#say(document.isStored ? "saved" : "saving");
    } catch (error) {
      if (codeOf(error) === "revision_conflict") {
        document.returned();
        return this.#pull();
      }
      if (error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 401) {
        this.#page.write(document.giveUp());
        this.refusal = error.message;
        this.#say("refused");
        return;
      }
      document.returned();
      throw error;
    }
  }

  async #pull(): Promise<void> {
    const document = this.#document;
    const changes = await ownOf(this.#company).getSheetChanges(this.#id, { since: document.revision });
    if (this.saving === "offline") this.#say(document.isStored ? "saved" : "saving");
    if (changes.revision === document.revision && changes.is_known) return;
    const isSame = this.#hasSameFrame(changes);
    if (!changes.is_known) {
      await this.#load();
      document.reapply();
    } else {
      const { changed, conflicts } = document.merge(changes);
      this.conflicts = [...this.conflicts, ...conflicts];
      if (isSame) this.#page.write(changed);
    }
    if (!isSame || !changes.is_known) this.#page.reopen();
    this.#page.tell();
  }

  #hasSameFrame({ worksheets, names }: SheetChanges): boolean {
    const frame = (sheets: readonly Worksheet[], defined: unknown): string =>
      JSON.stringify([
        sheets.map((each) => [each.id, each.name, each.row_count, each.column_count]),
        defined,
      ]);
    return frame(worksheets, names) === frame(this.#document.worksheets, this.#document.names);
  }

  #say(saving: Saving): void {
    if (this.saving === saving) return;
    this.saving = saving;
    this.#page.tell();
  }

  /** Changes tabs or the name, after all changes of cells are stored. */
  async arrange(edit: SheetEdit): Promise<void> {
    try {
      while (!this.#document.isStored || this.#isSyncing) {
        await this.#sync();
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (this.#isClosed || this.saving === "offline") return;
      }
      this.#isSyncing = true;
      for (let attempt = 1; ; attempt++) {
        try {
          const before = new Set(this.#document.worksheets.map(({ id }) => id));
          const answer = await ownOf(this.#company).editSheet(this.#id, {
            base_revision: this.#document.revision,
            edits: [edit],
          });
          // A renamed worksheet changes formulas, which only the service has.
          if (edit.kind === "rename_worksheet") await this.#load();
          else {
            this.#document.stored(answer.revision, answer.worksheets);
            this.#document.name = answer.name;
          }
          const added = answer.worksheets.find(({ id }) => !before.has(id));
          this.refusal = null;
          if (edit.kind !== "rename") this.#page.reopen(added?.id);
          break;
        } catch (error) {
          if (codeOf(error) !== "revision_conflict" || attempt >= 5) throw error;
          await this.#pull();
        }
      }
    } catch (error) {
      this.refusal = error instanceof Error ? error.message : String(error);
    } finally {
      this.#isSyncing = false;
      this.#plan(POLL_MS);
      this.#page.tell();
    }
  }
}
