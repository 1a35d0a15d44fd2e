/** The page's side of the worker: gives it a document and its changes, and asks it for figures. */
import { ownOf } from "../api/service.ts";
import type { Change } from "./cells.ts";
import { type SheetDocument, written } from "./document.ts";
import type { Area, BookAnswer, BookCall, Figures, FromWorker, ToWorker } from "./protocol.ts";

type Reply = Extract<FromWorker, { id: number }>;

/** A formula, and by how much its references move. */
export interface Moved {
  readonly text: string;
  readonly rows: number;
  readonly columns: number;
}

/** Where the figures of a document come from. */
export interface FigureSource {
  readonly functions: readonly (readonly [name: string, least: number, most: number])[];
  close(): void;
  /** Takes the whole document. */
  open(): void;
  /** Takes changed cells. */
  set(changes: readonly Change[]): void;
  /** The figures of some areas. */
  view(areas: readonly Area[]): Promise<readonly Figures[]>;
  /** Returns the formulas with their references moved. */
  shift(formulas: readonly Moved[]): Promise<readonly string[]>;
  /** Asks the books again, which may have changed. */
  forget(): void;
}

export class Calculator implements FigureSource {
  readonly #company: string;
  readonly #document: SheetDocument;
  readonly #worker = new Worker(new URL("worker.ts", import.meta.url), { type: "module" });
  readonly #replies = new Map<number, (reply: Reply) => void>();
  #questions = 0;
  readonly #onFunctions: () => void;
  functions: FigureSource["functions"] = [];

  /** Calls `onFunctions` when it knows the functions, which may be after the first key. */
  constructor(company: string, document: SheetDocument, onFunctions: () => void) {
    this.#company = company;
    this.#document = document;
    this.#onFunctions = onFunctions;
    this.#worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => this.#onMessage(data));
  }

  close(): void {
    this.#worker.terminate();
  }

  open(): void {
    const { names } = this.#document;
    const places = this.#places();
    this.#post({
      kind: "open",
      sheets: this.#document.source(),
      names: names.map(({ name, formula, worksheet_id }) => ({
        name,
        formula,
        sheet: worksheet_id === null ? null : (places.get(worksheet_id) ?? null),
      })),
    });
  }

  set(changes: readonly Change[]): void {
    const places = this.#places();
    this.#post({
      kind: "set",
      cells: changes.map(({ worksheet, row, column, value }) =>
        written(places.get(worksheet) ?? -1, row, column, value),
      ),
    });
  }

  /** Returns the figures of some areas, all from one reading. */
  async view(areas: readonly Area[]): Promise<readonly Figures[]> {
    const reply = await this.#ask((id) => ({ kind: "view", id, areas }));
    return reply.kind === "view" ? reply.areas : [];
  }

  async shift(formulas: readonly Moved[]): Promise<readonly string[]> {
    if (formulas.length === 0) return [];
    const reply = await this.#ask((id) => ({ kind: "shift", id, formulas }));
    return reply.kind === "shifted" ? reply.formulas : [];
  }

  forget(): void {
    this.#post({ kind: "forget" });
  }

  #places(): ReadonlyMap<string, number> {
    return new Map(this.#document.worksheets.map(({ id }, place) => [id, place]));
  }

  #post(message: ToWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    this.#worker.postMessage(message);
  }

  #ask(question: (id: number) => ToWorker): Promise<Reply> {
    const id = ++this.#questions;
    return new Promise((resolve) => {
      this.#replies.set(id, resolve);
      this.#post(question(id));
    });
  }

  #onMessage(message: FromWorker): void {
    if (message.kind === "functions") {
      this.functions = message.functions;
      this.#onFunctions();
    } else if (message.kind === "ask") void this.#askBooks(message.calls);
    else {
      this.#replies.get(message.id)?.(message);
      this.#replies.delete(message.id);
    }
  }

  async #askBooks(calls: readonly BookCall[]): Promise<void> {
    const answers: BookAnswer[] = [];
    try {
      const most = 2_000;
      for (let from = 0; from < calls.length; from += most) {
        const part = calls.slice(from, from + most).map(({ name, args }) => ({ name, args: [...args] }));
        answers.push(...(await ownOf(this.#company).askBooks({ calls: part })).answers);
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      answers.splice(0, answers.length, ...calls.map(() => ({ error: "#N/A", message })));
    }
    this.#post({ kind: "answers", answers });
  }
}
