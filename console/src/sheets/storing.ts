/**
 * Stores the changes of a spreadsheet and takes those of others. Invariant: each change is stored, waits, or
 * is reported as not stored.
 */
import { FormulaText } from "@daybook/formula/cells";
import { ApiError } from "@daybook/client";
import { noticeRefusal, queryClient, sessionQuery } from "../api/queries.ts";
import { codeOf, ownAs, renewProof } from "../api/service.ts";
import type { EditedSheet, SheetChanges, SheetContent, SheetEdit } from "../api/generated/schemas.ts";
import { type Change, inputOf } from "./cells.ts";
import type { SheetDocument } from "./document.ts";
import { movedMove, Mover, type SheetMove } from "./moving.ts";
import type { TakenStep } from "./steps.ts";

export type Saving = "saved" | "saving" | "offline" | "refused";

/** What the page does when the service has answered. */
interface Page {
  /** Called when something that the page shows has changed. */
  tell(): void;
  /** Cells have changed. */
  write(changes: readonly Change[]): void;
  /** Rows or columns were inserted or deleted, by others or by this page. */
  moved(moves: readonly SheetMove[], by: "others" | "this page"): void;
  /** The document was read, or its worksheets have changed; the given one is to be opened. */
  reopen(worksheet?: string): void;
}

/** Changes by others or by this page that were stored before a waiting edit. */
interface Made {
  /** Null if others made more than the service remembers. */
  readonly moves: readonly SheetMove[] | null;
  /** Null if others changed more than the service tells. */
  readonly changed: readonly Change[] | null;
}

/** The result of an edit. After "failed" the service may make it at another time, after "refused" never. */
export type Outcome = "made" | "refused" | "failed";

/** An edit that is stored alone. If it moves lines, it hears of all that is made before it. */
interface Waiting {
  readonly hear: ((made: Made) => void) | null;
}

const POLL_MS = 2_000;
const SETTLE_MS = 250;
const AGAIN_MS = 3_000;
/** How often a request is sent again after a fault of the service. */
const MOST_FAULTS = 5;
const CHANGED_MEANWHILE = "This has changed meanwhile. Look, and try again.";

/** True if the service gave no answer, or one that says to ask again. */
function isAway(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return codeOf(error) !== null;
}

/** True if the service refused it, and would refuse it again. */
function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && !isAway(error);
}

/** True if the service answered, but with a fault of its own, which asking again may not mend. */
function isFault(error: unknown): boolean {
  return error instanceof ApiError ? error.status === 500 : codeOf(error) === "unreadable";
}

/** True if the person is not signed in here: nobody is, or someone else. */
function isSignedOut(error: unknown): boolean {
  return codeOf(error) === "foreign_request" || (error instanceof ApiError && error.status === 401);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class Storing {
  readonly #id: string;
  /** The user who makes the changes: they are sent in no other name. */
  readonly #user = queryClient.getQueryData(sessionQuery.queryKey)?.user.id ?? "";
  readonly #service: ReturnType<typeof ownAs>;
  readonly #document: SheetDocument;
  readonly #page: Page;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSyncing = false;
  readonly #waiting = new Set<Waiting>();
  /** Settles with the last edit that waits. */
  #turn: Promise<unknown> = Promise.resolve();

  isOpen = false;
  problem: unknown = null;
  saving: Saving = "saved";
  /** Why changes were not made, until the person has seen it. */
  refusals: readonly string[] = [];

  constructor(company: string, id: string, document: SheetDocument, page: Page) {
    this.#service = ownAs(this.#user, company);
    this.#id = id;
    this.#document = document;
    this.#page = page;
  }

  get isStored(): boolean {
    return this.#document.pending.isStored && this.#waiting.size === 0;
  }

  /** The state to show when nothing else has happened. */
  get #present(): Saving {
    if (!this.isStored) return "saving";
    return this.#document.pending.failed.length > 0 ? "refused" : "saved";
  }

  /** True while rows or columns wait to be inserted or deleted. */
  get movesWait(): boolean {
    return [...this.#waiting].some(({ hear }) => hear !== null);
  }

  refuse(message: string): void {
    if (!this.refusals.includes(message)) this.refusals = [...this.refusals, message];
    this.#page.tell();
  }

  /** Reads the document, and from then on what others change. */
  async open(): Promise<void> {
    try {
      this.#document.open(await this.#read());
      this.isOpen = true;
      addEventListener("beforeunload", this.#onLeave);
      this.#page.reopen();
      this.#page.tell();
      this.#plan(POLL_MS);
    } catch (error) {
      this.problem = error;
      this.#page.tell();
    }
  }

  /** The person has seen what was not stored. */
  seen(): void {
    if (this.saving === "refused" && this.refusals.length === 0) this.#say(this.#present);
  }

  /**
   * Stops taking changes of others. Waiting changes are still stored, even if the service does not answer
   * now.
   */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    void this.#sync();
  }

  readonly #onLeave = (event: BeforeUnloadEvent): void => {
    if (!this.isStored || this.#document.pending.failed.length > 0) event.preventDefault();
  };

  /** Stores the changes that wait, soon. */
  soon(): void {
    this.saving = "saving";
    this.#plan(SETTLE_MS);
  }

  /** Reads the whole document, which the page takes at once; begins again if it is edited meanwhile. */
  async #read(): Promise<SheetContent> {
    for (let attempt = 1; ; attempt++) {
      try {
        const first = await this.#service.getSheetContent(this.#id, {});
        const parts = [first];
        for (let { next } = first; next !== null;) {
          const part = await this.#service.getSheetContent(this.#id, { starting_after: next });
          parts.push(part);
          ({ next } = part);
        }
        return { ...first, blocks: parts.flatMap(({ blocks }) => blocks) };
      } catch (error) {
        if (codeOf(error) !== "revision_conflict" || attempt >= 5) throw error;
      }
    }
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer);
    if (this.problem === null && !(this.#isClosed && this.isStored))
      this.#timer = setTimeout(() => void this.#sync(), ms);
    else if (this.isStored) removeEventListener("beforeunload", this.#onLeave);
  }

  /** Stores what waits, or takes what others changed. One at a time. */
  async #sync(): Promise<void> {
    if (this.#isSyncing || !this.isOpen) return;
    this.#isSyncing = true;
    try {
      if (!this.#document.pending.isStored) await this.#store();
      else if (globalThis.document.visibilityState === "visible" && !this.#isClosed) await this.#pull();
    } catch (error) {
      if (isSignedOut(error) && !this.isStored) this.#noticeSignedOut(error);
      else if (isRefused(error) && error.status !== 409) {
        noticeRefusal(error);
        this.problem = error;
      } else this.saving = "offline";
      this.#page.tell();
    }
    this.#isSyncing = false;
    this.#plan(this.saving === "offline" ? AGAIN_MS : this.#document.pending.isStored ? POLL_MS : SETTLE_MS);
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
    const changes = document.pending.take();
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
      const edited = await this.#answered(() => this.#send([...grown, ...edits]));
      document.stored(edited);
      this.#say(this.#present);
    } catch (error) {
      document.pending.returned();
      if (codeOf(error) === "revision_conflict") return this.#pull();
      if (!isRefused(error) && !isFault(error)) throw error;
      const hasGrown = document.grown.size > 0;
      const former = document.giveUp(isRefused(error) ? "refused" : "failed");
      if (hasGrown) this.#page.reopen();
      else this.#page.write(former);
      if (isRefused(error)) this.refuse(error.message);
      this.saving = "refused";
      this.#page.tell();
    }
  }

  /** Takes what others changed, and passes it to all waiting edits. */
  async #pull(): Promise<void> {
    const document = this.#document;
    const changes = await this.#service.getSheetChanges(this.#id, { since: document.revision });
    if (this.saving === "offline") this.#say(this.#present);
    if (changes.revision === document.revision && changes.is_known) return;
    const isSame = this.#hasSameFrame(changes) && changes.moves.length === 0;
    const moves = changes.are_moves_known ? changes.moves : null;
    const content = changes.is_known ? null : await this.#read();
    // The moves place the cells of this page only in a document of the same revision.
    if (content !== null && moves !== null && content.revision !== changes.revision) return this.#pull();
    const changed = content === null ? document.merge(changes) : null;
    if (content !== null) document.reopen(content, moves);
    this.#hear({ moves, changed });
    this.#page.moved(changes.moves, "others");
    if (isSame && changed !== null) this.#page.write(changed);
    else this.#page.reopen();
    if (this.saving === "saving") this.saving = this.#present;
    this.#page.tell();
  }

  #hear(made: Made): void {
    for (const { hear } of this.#waiting) hear?.(made);
  }

  /** Waiting edits stay, and are stored when the person has signed in again. */
  #noticeSignedOut(error: unknown): void {
    noticeRefusal(error);
    this.refuse(
      "You are signed out. Sign in in another window of this browser, and what waits here is stored.",
    );
    this.#say("offline");
  }

  #hasSameFrame(changes: SheetChanges): boolean {
    const frame = ({ worksheets, names, charts }: Pick<SheetChanges, "worksheets" | "names" | "charts">) =>
      JSON.stringify([worksheets.map(({ used_range: _used, ...each }) => each), names, charts]);
    return frame(changes) === frame(this.#document.frame);
  }

  #say(saving: Saving): void {
    if (this.saving === saving) return;
    this.saving = saving;
    this.#page.tell();
  }

  /**
   * Makes an edit of tabs, lines, charts or the name, after all changes of cells are stored. Then `make`
   * returns the edit; null if there is none any more, which `gone` tells. `stored` is called with the answer,
   * before the document takes it.
   */
  arrange(
    make: () => SheetEdit | null,
    stored: (edited: EditedSheet) => void = () => {},
    gone = CHANGED_MEANWHILE,
  ): Promise<Outcome> {
    return this.#alone({ hear: null }, async () => {
      const before = new Set(this.#document.worksheets.map(({ id }) => id));
      const edit = make();
      if (edit === null) throw new Error(gone);
      const answer = await this.#edit([edit]);
      stored(answer);
      // A renamed worksheet changes formulas: they come with what others changed since then.
      if (edit.kind === "rename_worksheet") await this.#answered(() => this.#pull());
      else this.#document.stored(answer);
      const added = answer.worksheets.find(({ id }) => !before.has(id));
      if (edit.kind.endsWith("_worksheet")) this.#page.reopen(added?.id);
      return [];
    });
  }

  /**
   * Inserts or deletes lines. `taken`: the step that it takes back or makes again; null for a new move.
   * Moves that are made before it come first; a deletion of what others have just changed is refused, so that
   * the person sees it before it goes.
   */
  move(wanted: SheetMove, taken: TakenStep | null): Promise<Outcome> {
    let move: SheetMove | null = wanted;
    const hear = ({ moves, changed }: Made): void => {
      // The step that is taken back is gone if its lines have moved.
      if (moves === null || (taken !== null && moves.length > 0)) move = null;
      for (const other of moves ?? []) move = move === null ? null : movedMove(move, other);
      const mover = move !== null && move.count < 0 ? new Mover(move, this.#document.worksheets) : null;
      if (
        mover !== null &&
        (changed?.some((each) => mover.place(each.worksheet, each.row, each.column) === null) ?? true)
      )
        move = null;
    };
    return this.#alone({ hear }, async () => {
      if (move === null) throw new Error(CHANGED_MEANWHILE);
      const answer = await this.#edit(this.#document.editsOf(move, taken));
      this.#document.makeMove(move, taken, answer);
      this.#page.moved([move], "this page");
      this.#page.reopen();
      return [move];
    });
  }

  /** Makes edits; they are made once, however often they have to be sent. */
  #edit(edits: readonly SheetEdit[]): Promise<EditedSheet> {
    const idempotencyKey = crypto.getRandomValues(new Uint32Array(4)).join("-");
    return this.#answered(() => this.#send(edits, { idempotencyKey }));
  }

  /** Sends edits, with the token of the present session if the person has signed in again. */
  async #send(
    edits: readonly SheetEdit[],
    options: { readonly idempotencyKey?: string } = {},
  ): Promise<EditedSheet> {
    const body = { base_revision: this.#document.revision, edits: [...edits] };
    const send = () => this.#service.editSheet(this.#id, body, options);
    try {
      return await send();
    } catch (error) {
      if (codeOf(error) !== "foreign_request" || !(await renewProof(this.#user))) throw error;
      return send();
    }
  }

  /** Asks until the service answers. */
  async #answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let faults = 0; ;) {
      try {
        return await ask();
      } catch (error) {
        if (isSignedOut(error)) this.#noticeSignedOut(error);
        else if (!isAway(error)) throw error;
        // A closed page could not show it to the person.
        if (isFault(error) && ++faults >= MOST_FAULTS && !this.#isClosed) throw error;
        this.#say("offline");
        await pause(AGAIN_MS);
      }
    }
  }

  /**
   * Runs an edit that needs all changes of cells stored, and runs it again after changes of others. `make`
   * returns the moves that it made. Edits are stored in the order of the calls.
   */
  #alone(waiting: Waiting, make: () => Promise<readonly SheetMove[]>): Promise<Outcome> {
    this.#waiting.add(waiting);
    if (this.saving !== "offline") this.#say("saving");
    const turn = this.#turn.then(() => this.#inTurn(waiting, make));
    this.#turn = turn;
    return turn;
  }

  /** Resolves after the edits that wait. */
  get settled(): Promise<unknown> {
    return this.#turn;
  }

  async #inTurn(waiting: Waiting, make: () => Promise<readonly SheetMove[]>): Promise<Outcome> {
    let outcome: Outcome = "failed";
    while (!this.#document.pending.isStored || this.#isSyncing) {
      await this.#sync();
      if (this.problem !== null) return outcome;
      await pause(this.saving === "offline" ? AGAIN_MS : 50);
    }
    this.#isSyncing = true;
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          const moves = await make();
          outcome = "made";
          this.#waiting.delete(waiting);
          this.#hear({ moves, changed: [] });
          break;
        } catch (error) {
          if (codeOf(error) !== "revision_conflict" || attempt >= 5) throw error;
          await this.#answered(() => this.#pull());
        }
      }
    } catch (error) {
      if (!isFault(error) && codeOf(error) !== "revision_conflict") outcome = "refused";
      this.#waiting.delete(waiting);
      this.refuse(error instanceof Error ? error.message : String(error));
    }
    this.#isSyncing = false;
    this.saving = this.#present;
    this.#plan(this.#document.pending.isStored ? POLL_MS : SETTLE_MS);
    this.#page.tell();
    return outcome;
  }
}
