/**
 * What a part of the benchmark is, and what it finds. Every figure stands beside a yardstick that was
 * measured in the same run on the same machine, because ratios say the same on any machine.
 */

/** A number and its unit. */
export interface Figure {
  readonly value: number;
  readonly unit:
    | "s"
    | "ms"
    | "us"
    | "kB"
    | "MB"
    | "lines/s"
    | "rows/s"
    | "requests/s"
    | "flushes"
    | "cells"
    | "%";
}

/** What a figure has to reach, as such or as a ratio to the yardstick. */
export interface Target {
  readonly of: "measured" | "ratio";
  readonly bound: "at most" | "at least";
  readonly value: number;
}

export interface Finding {
  readonly what: string;
  readonly measured: Figure;
  /** The figure that was measured beside it, with its name; the ratio is `measured` divided by it. */
  readonly beside: { readonly what: string; readonly figure: Figure } | null;
  /** Null for a figure without a target. */
  readonly target: Target | null;
}

/** What a part is given. */
export interface Bench {
  /** Connection string of a server on which databases may be made; null without one. */
  readonly server: string | null;
  /** True to include measurements that take long. */
  readonly full: boolean;
  /** Text that the name of a case must contain; empty for all cases. */
  readonly caseText: string;
  /** Disposed at the end of the run, in reverse order. */
  readonly undo: AsyncDisposableStack;
  /** Makes an empty database on the server, dropped at the end; returns its connection string. */
  database(name: string): Promise<string>;
  /** Makes a folder, removed at the end. */
  folder(name: string): Promise<string>;
  /** Says what is being done, to whoever watches. */
  say(text: string): void;
  /** Notes a finding. */
  found(finding: Finding): void;
  /** Says what could not be measured, and why; it ends up in the results. */
  skipped(what: string): void;
}

export interface Part {
  readonly name: string;
  readonly about: string;
  run(bench: Bench): Promise<void>;
}

/** The ratio of a finding to its yardstick, or null without one. */
export function ratioOf({ measured, beside }: Finding): number | null {
  return beside === null ? null : measured.value / beside.figure.value;
}

/** True if a finding reaches its target; null if it has none. */
export function reaches(finding: Finding): boolean | null {
  const { target, measured } = finding;
  if (target === null) return null;
  const value = target.of === "measured" ? measured.value : ratioOf(finding);
  if (value === null) throw new Error(`${finding.what} has a target for a ratio, but nothing beside it`);
  return target.bound === "at most" ? value <= target.value : value >= target.value;
}
