/**
 * Metrics of the process in the Prometheus format, with prom-client. Invariants: no label contains a company,
 * a key or other data of a tenant; a metric that can't be read is left out, and never makes a scrape fail;
 * metrics that need a statement are read at most once in five seconds, however often they are scraped.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { atMostEvery } from "../time/reuse.ts";

/** The values of gauges for one combination of labels, by the names of the gauges. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, number>>;
}

/** Gauges that have the same labels and are read together. */
export interface Gauges {
  readonly labels: readonly string[];
  /** The description of each gauge, by its name. */
  readonly help: Readonly<Record<string, string>>;
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>;
}

/** The outcome of an attempt at a background job. `put_off` and `gave_way` are not failures. */
export type AttemptOutcome = "done" | "gave_way" | "put_off" | "failed" | "given_up";

export interface Metrics {
  readonly contentType: string;
  /** Counts an answer to a request and its duration. `operation` is an operation's id or a route. */
  readonly countAnswer: (operation: string, status: number, seconds: number) => void;
  /** Counts an attempt at a background job. */
  readonly countAttempt: (queue: string, outcome: AttemptOutcome) => void;
  /** Counts a calculation of a spreadsheet. */
  readonly countCalculation: (outcome: string) => void;
  /** Adds gauges, which are read when the metrics are scraped. */
  addGauges(gauges: Gauges): void;
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>;
}

/** Upper bounds of the buckets of durations, in seconds. */
const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The time for which the values of gauges are reused. */
const REUSED_MS = 5_000;

/** `elapsedMs` returns milliseconds of a monotonic clock. */
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
    help: "Attempts at background jobs by their outcome.",
    labelNames: ["queue", "outcome"],
    registers,
  });
  const calculations = new Counter({
    name: "daybook_sheet_calculations_total",
    help: "Calculations of spreadsheets by their outcome: values, or the limit that they exceeded.",
    labelNames: ["outcome"],
    registers,
  });
  let collectsDefaults = false;
  return {
    contentType: registry.contentType,
    countAnswer: (operation, status, seconds) =>
      requests.observe({ operation, status: String(status) }, seconds),
    countAttempt: (queue, outcome) => attempts.inc({ queue, outcome }),
    countCalculation: (outcome) => calculations.inc({ outcome }),
    addGauges({ labels, help, read }) {
      const readSamples = atMostEvery(REUSED_MS, elapsedMs, () =>
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
            for (const sample of samples) gauge.set(sample.labels, sample.values[name] ?? 0);
          },
        });
      }
    },
    async text() {
      // Begins with the first scrape, because measuring the event loop and garbage collection costs time.
      if (!collectsDefaults) collectDefaultMetrics({ register: registry });
      collectsDefaults = true;
      return registry.metrics();
    },
  };
}
