/**
 * Figures about the process in the Prometheus format, by prom-client. Invariants: no label holds a company, a
 * key or anything else of a tenant; a scrape never fails because a figure can't be read, which is then left
 * out; figures that take a statement are read at most once in some seconds, however often they are asked for.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { atMostEvery } from "../time/reuse.ts";

/** One reading of gauges: its labels and the value of each gauge, by its name. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, number>>;
}

/** Gauges of the same labels that one reading fills. */
export interface Gauges {
  readonly labels: readonly string[];
  /** The sentence that says what it is, by the name of each gauge. */
  readonly help: Readonly<Record<string, string>>;
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>;
}

/** The outcome of an attempt at a background job. `put_off` and `gave_way` are not failures. */
export type AttemptOutcome = "done" | "gave_way" | "put_off" | "failed" | "given_up";

export interface Metrics {
  readonly contentType: string;
  /** Counts an answer to a request; `operation` is an operation's id or a route. */
  readonly answered: (operation: string, status: number, seconds: number) => void;
  /** Counts an attempt at a background job. */
  readonly attempted: (queue: string, outcome: AttemptOutcome) => void;
  /** Counts a calculation of a spreadsheet. */
  readonly calculated: (outcome: string) => void;
  /** Adds gauges that are read at a scrape. */
  gauges(gauges: Gauges): void;
  /** All figures as text. */
  text(): Promise<string>;
}

/** Upper bounds of the buckets of durations, in seconds. */
const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The time for which figures are reused. */
const KEPT_MS = 5_000;

/** `elapsedMs` gives milliseconds of a clock that only goes on. */
export function openMetrics(elapsedMs: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "daybook_http_request_duration_seconds",
    help: "Time from a request's head to the end of its answer.",
    labelNames: ["operation", "status"],
    buckets: BUCKETS_S,
    registers,
  });
  const attempts = new Counter({
    name: "daybook_job_attempts_total",
    help: "Attempts at background jobs by how they ended.",
    labelNames: ["queue", "outcome"],
    registers,
  });
  const calculations = new Counter({
    name: "daybook_sheet_calculations_total",
    help: "Calculations of spreadsheets by how they ended: values, or the bound that they met.",
    labelNames: ["outcome"],
    registers,
  });
  let isWatched = false;
  return {
    contentType: registry.contentType,
    answered: (operation, status, seconds) =>
      requests.observe({ operation, status: String(status) }, seconds),
    attempted: (queue, outcome) => attempts.inc({ queue, outcome }),
    calculated: (outcome) => calculations.inc({ outcome }),
    gauges({ labels, help, read }) {
      const readSamples = atMostEvery(KEPT_MS, elapsedMs, () =>
        Promise.resolve()
          .then(read)
          .catch(() => []),
      );
      for (const [name, sentence] of Object.entries(help)) {
        const gauge: Gauge = new Gauge({
          name,
          help: sentence,
          labelNames: [...labels],
          registers,
          async collect() {
            const samples = await readSamples();
            gauge.reset();
            for (const { labels: of, values } of samples) gauge.set(of, values[name] ?? 0);
          },
        });
      }
    },
    async text() {
      // Watching the event loop and the garbage collector costs something, and only those who scrape want it.
      if (!isWatched) collectDefaultMetrics({ register: registry });
      isWatched = true;
      return registry.metrics();
    },
  };
}
