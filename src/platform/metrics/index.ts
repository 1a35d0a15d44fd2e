/**
 * Metrics of the process in the Prometheus format, with prom-client. Invariants: no label contains a company,
 * a key or other data of a tenant; a metric that can't be read is left out, and never makes a scrape fail;
 * metrics that need a statement are read at most once in five seconds, and the text is made at most once in a
 * second, however often they are scraped; durations by their length are kept by part of the service and not
 * by operation, so that the text stays short.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { LIMITS } from "@daybook/words/limits";
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

/**
 * The outcome of an attempt at a background job. `put_off` and `gave_way` are not failures. `died` is noted
 * by the worker that takes the job next.
 */
export type AttemptOutcome = "done" | "gave_way" | "put_off" | "died" | "failed" | "given_up";

/** An answer to a request. */
export interface Answer {
  /** The operation's id, or the method and route. */
  readonly operation: string;
  /** The part of the service. */
  readonly surface: string;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  readonly contentType: string;
  /** Counts an answer to a request and its duration. */
  readonly countAnswer: (answer: Answer) => void;
  /** Counts an attempt at a background job. */
  readonly countAttempt: (queue: string, outcome: AttemptOutcome) => void;
  /** Counts a calculation of a spreadsheet. */
  readonly countCalculation: (outcome: string) => void;
  /** Adds gauges, which are read when the metrics are scraped. */
  addGauges(gauges: Gauges): void;
  /** Returns all metrics in the text format of Prometheus, as they were within the last second. */
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
  const durations = new Histogram({
    name: "daybook_http_request_duration_seconds",
    help: "Time from a request's head to the end of its answer.",
    labelNames: ["surface"],
    buckets: BUCKETS_S,
    registers,
  });
  const requests = new Counter({
    name: "daybook_http_requests_total",
    help: "Answered requests.",
    labelNames: ["operation", "status"],
    registers,
  });
  const requestSeconds = new Counter({
    name: "daybook_http_request_seconds_total",
    help: "Sum of the times from a request's head to the end of its answer.",
    labelNames: ["operation"],
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
  const makeText = (): Promise<string> => {
    // Begins with the first scrape, because measuring the event loop and garbage collection costs time.
    if (!collectsDefaults) collectDefaultMetrics({ register: registry });
    collectsDefaults = true;
    return registry.metrics();
  };
  return {
    contentType: registry.contentType,
    countAnswer({ operation, surface, status, seconds }) {
      durations.observe({ surface }, seconds);
      requests.inc({ operation, status: String(status) });
      requestSeconds.inc({ operation }, seconds);
    },
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
    text: atMostEvery(LIMITS.metrics_reused_ms.value, elapsedMs, makeText),
  };
}
