/**
 * The renderer's threads: they make files without blocking the process, and a failed job affects no other.
 */
import { execFile } from "node:child_process";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import {
  incomeStatement,
  monthColumns,
  numbers,
  statementOf,
} from "../../../test/support/statement-tables.ts";
import { readXlsxStatement } from "../../../test/support/xlsx.ts";
import type { StatementTable } from "../../core/statement-table.ts";
import { renderCsv } from "./csv.ts";
import { openRenderer, RenderFailed, type Renderer, type RendererOptions } from "./index.ts";
import { renderXlsx } from "./xlsx.ts";

const opened: Renderer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((renderer) => renderer.close()));
});

function open(options?: RendererOptions): Renderer {
  const renderer = openRenderer(options);
  opened.push(renderer);
  return renderer;
}

const never = new AbortController().signal;
const small = incomeStatement(2);

function tableOf(rows: number, months: number): StatementTable {
  const next = numbers(3);
  return statementOf(
    [
      {
        label: "Revenue",
        children: Array.from({ length: rows }, (_none, index) => ({
          label: `Line ${index}`,
          amounts: Array.from({ length: months }, () => next(1_000_000)),
        })),
      },
    ],
    monthColumns(months),
  );
}
/** A table that is too large for a PDF, and for a thread with little memory. */
const huge = () => tableOf(4_500, 100);

describe("a renderer", () => {
  test("makes files in each format, several at a time", async () => {
    const renderer = open();
    const [pdf, csv, xlsx, again] = await Promise.all([
      renderer.render("pdf", small, never),
      renderer.render("csv", small, never),
      renderer.render("xlsx", small, never),
      renderer.render("csv", incomeStatement(1), never),
    ]);
    expect(Buffer.from(pdf).subarray(0, 8).toString("latin1")).toBe("%PDF-1.7");
    expect(Buffer.from(csv).equals(Buffer.from(renderCsv(small)))).toBe(true);
    expect(Buffer.from(xlsx).equals(Buffer.from(renderXlsx(small)))).toBe(true);
    expect(Buffer.from(again).equals(Buffer.from(renderCsv(incomeStatement(1))))).toBe(true);
  });

  test("does not block the process", async () => {
    const renderer = open();
    let turns = 0;
    let isDone = false;
    const made = renderer.render("pdf", incomeStatement(60), never).finally(() => (isDone = true));
    while (!isDone) {
      turns += 1;
      await turn();
    }
    await made;
    // Made on the main thread, the file would leave the event loop only a turn or two.
    expect(turns).toBeGreaterThan(100);
  });

  test("refuses an invalid table, and goes on with the next one", async () => {
    const renderer = open({ threads: 1 });
    const [first, ...others] = small.rows;
    if (!first) throw new Error("the table has rows");
    await expect(
      renderer.render(
        "csv",
        {
          ...small,
          rows: [
            first,
            ...others.map((row) => ({ ...row, sumOf: row.sumOf === null ? null : row.sumOf.slice(1) })),
          ],
        },
        never,
      ),
    ).rejects.toThrow(/row 5 is not the sum of what it names/);
    await expect(renderer.render("csv", { ...small, columns: [] }, never)).rejects.toBeInstanceOf(
      RenderFailed,
    );
    await expect(renderer.render("pdf", huge(), never)).rejects.toThrow(
      /at most 80000 amounts as pdf, not \d{6}/,
    );
    await expect(renderer.render("csv", small, never)).resolves.toHaveLength(renderCsv(small).length);
  });

  test("drops an aborted job: before it begins, while it waits, and while it runs", async () => {
    const renderer = open({ threads: 1 });
    const reason = new Error("nobody wants it any more");
    await expect(renderer.render("csv", small, AbortSignal.abort(reason))).rejects.toBe(reason);
    const [running, waiting] = [new AbortController(), new AbortController()];
    const middle = renderer.render("pdf", incomeStatement(120), running.signal);
    const queued = renderer.render("csv", small, waiting.signal);
    const next = renderer.render("csv", small, never);
    waiting.abort(reason);
    await expect(queued).rejects.toBe(reason);
    running.abort(reason);
    await expect(middle).rejects.toBe(reason);
    await expect(next).resolves.toHaveLength(renderCsv(small).length);
  });

  test("stops the work on an aborted job, so that the next job need not wait for its end", async () => {
    const [renderer, other] = [open({ threads: 1 }), open({ threads: 1 })];
    const running = new AbortController();
    const aborted = renderer.render("pdf", tableOf(6_000, 12), running.signal).catch(() => "aborted");
    // Less than half of the aborted job's work, and many times the next job's, even with a new thread.
    const half = other.render("pdf", tableOf(2_500, 12), never).then(
      () => "half of the same work",
      () => "closed",
    );
    const next = renderer.render("csv", small, never).then(() => "the next job");
    running.abort();
    expect(await aborted).toBe("aborted");
    expect(await Promise.race([next, half])).toBe("the next job");
  });

  test("survives a thread that runs out of memory", async () => {
    const renderer = open({ threads: 1, memoryMb: 64 });
    await expect(renderer.render("xlsx", huge(), never)).rejects.toThrow(
      /the xlsx could not be made: .*memory/,
    );
    expect(readXlsxStatement(await renderer.render("xlsx", small, never)).rows).toHaveLength(
      small.rows.length,
    );
  });

  test("refuses every job after it is closed", async () => {
    const renderer = open();
    const unfinished = renderer.render("pdf", incomeStatement(120), never);
    await Promise.all([expect(unfinished).rejects.toThrow("the threads were closed"), renderer.close()]);
    await expect(renderer.render("csv", small, never)).rejects.toThrow("the threads are closed");
  });

  test("does not keep a process alive that has nothing else to do", async () => {
    const program = `
      const { openRenderer } = await import(${JSON.stringify(new URL("index.ts", import.meta.url).href)});
      const bytes = await openRenderer({ idleMs: 2 ** 30 }).render("csv", ${JSON.stringify(small)}, new AbortController().signal);
      process.stdout.write(String(bytes.length));`;
    const printed = await new Promise<string>((resolve, reject) => {
      execFile(
        process.execPath,
        ["--input-type=module", "-e", program],
        { timeout: 100_000 },
        (error, stdout, stderr) => (error ? reject(new Error(stderr || error.message)) : resolve(stdout)),
      );
    });
    expect(printed).toBe(String(renderCsv(small).length));
  });
});
