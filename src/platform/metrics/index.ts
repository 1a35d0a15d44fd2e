/**
 * Figures about the process in the Prometheus format, by prom-client. Invariants: no label holds a company, a
 * key or anything else of a tenant; a scrape never fails because a figure can't be read, which is then left
 * out; figures that take a statement are read at most once in some seconds, however often they are asked for.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** One figure of a gauge: its labels and its value. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface GaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>;
}

/** How an attempt at a background job ended. `put_off` and `gave_way` are no fault of the job. */
export type AttemptOutcome = "done" | "gave_way" | "put_off" | "failed" | "given_up";

export interface Metrics {
  readonly contentType: string;
  /** Counts an answer to a request; `operation` is an operation's id or a route. */
  readonly answered: (operation: string, status: number, seconds: number) => void;
  /** Counts an attempt at a background job. */
  readonly attempted: (queue: string, outcome: AttemptOutcome) => void;
  /** Counts a calculation of a spreadsheet. */
  readonly calculated: (outcome: string) => void;
  /** Adds figures that are read at a scrape. */
  gauge(options: GaugeOptions): void;
  /** All figures as text. */
  text(): Promise<string>;
}

/** Upper bounds of the buckets of durations, in seconds. */
const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** How long figures that are read are used again. */
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
    gauge({ name, help, labels, read }) {
      let kept: { readonly at: number; readonly samples: Promise<readonly Sample[]> } | null = null;
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          if (kept === null || elapsedMs() - kept.at >= KEPT_MS)
            kept = {
              at: elapsedMs(),
              samples: Promise.resolve()
                .then(read)
                .catch(() => []),
            };
          const samples = await kept.samples;
          gauge.reset();
          for (const sample of samples) gauge.set(sample.labels, sample.value);
        },
      });
    },
    async text() {
      // Watching the event loop and the garbage collector costs something, and only those who scrape want it.
      if (!isWatched) collectDefaultMetrics({ register: registry });
      isWatched = true;
      return registry.metrics();
    },
  };
}
