/**
 * The alert rules for operators: each is over metrics that the service has, in a form that becomes false
 * again when its cause ends, and is in the guide.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { json, LONG } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const textOf = (path: string): Promise<string> => readFile(join(ROOT, path), "utf8");

interface Alert {
  readonly alert: string;
  readonly expr: string;
}
const { groups } = parse(await textOf("deploy/prometheus/alerts.yml")) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
};
const ALERTS = groups.flatMap(({ rules }) => rules);
/** Names of metrics, of this service and of Prometheus itself. */
const NAME = /\b(?:daybook|nodejs|process)_[a-z0-9_]+|\bup\b/g;

async function metricsAt(base: string): Promise<string> {
  return (await fetch(new URL("/metrics", base))).text();
}

/** The kinds of metrics by their names, with those of a histogram's parts. */
function kindsIn(text: string): Map<string, string> {
  const kinds = new Map([["up", "gauge"]]);
  for (const [, name = "", kind = ""] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    kinds.set(name, kind);
    if (kind === "histogram")
      for (const part of ["bucket", "sum", "count"]) kinds.set(`${name}_${part}`, "counter");
  }
  return kinds;
}

test(
  "of alerts end with their causes: gauges fall, and counters count in a window only (OPER-003)",
  LONG,
  async () => {
    const { base } = await ownService(await ownPlace());
    const kinds = kindsIn(await metricsAt(base));
    expect(ALERTS.length).toBeGreaterThan(8);
    for (const { alert, expr } of ALERTS) {
      const names = [...expr.matchAll(NAME)].map(([name]) => name);
      expect(names.length, alert).toBeGreaterThan(0);
      expect(
        names.filter((name) => !kinds.has(name)),
        alert,
      ).toEqual([]);
      // A rate falls to 0 when nothing is counted any more; a counter itself never falls.
      const windowed = /\brate\(\w+(?:\{[^}]*\})?\[\w+\]\)/g;
      const inWindow = [...expr.matchAll(windowed)].flatMap(([text]) => text.match(NAME) ?? []);
      expect(
        inWindow.filter((name) => kinds.get(name) !== "counter"),
        alert,
      ).toEqual([]);
      const outside = expr.replaceAll(windowed, "").match(NAME) ?? [];
      expect(
        outside.filter((name) => kinds.get(name) !== "gauge"),
        alert,
      ).toEqual([]);
      // What remains is a comparison, which is without a result when it does not hold.
      expect(expr, alert).toMatch(/ (?:>|<|==) /);
      expect(expr, alert).not.toContain("absent");
    }
  },
);

test("the guide names each alert, and no other", async () => {
  const page = await textOf("docs/operating/watch.md");
  expect([...page.matchAll(/^\| `(Daybook\w+)`/gm)].map(([, name = ""]) => name).toSorted()).toEqual(
    ALERTS.map(({ alert }) => alert).toSorted(),
  );
});

test(
  "the age of the last backup is known from the first on, and ends with the next (OPER-004)",
  LONG,
  async () => {
    const place = await ownPlace();
    const running = await ownService(place);
    const limit = Number(
      /> (\d+)$/.exec(ALERTS.find(({ alert }) => alert === "DaybookBackupOld")?.expr ?? "")?.[1],
    );
    const age = async () => {
      const [, value] = /^daybook_backup_age_seconds\{.*\} (\d+)$/m.exec(await metricsAt(running.base)) ?? [];
      return value === undefined ? null : Number(value);
    };
    const becomes = (check: (value: number | null) => void) =>
      vi.waitFor(async () => check(await age()), { timeout: 60_000, interval: 500 });
    expect(await age()).toBeNull();
    await json(running.daybook, ["backup", join(place.folder, "one.backup")]);
    await becomes((value) => expect(value).toBeLessThan(limit));
    await running.moveClock(3 * 86_400);
    await becomes((value) => expect(value).toBeGreaterThan(limit));
    await json(running.daybook, ["backup", join(place.folder, "two.backup")]);
    await becomes((value) => expect(value).toBeLessThan(limit));
  },
);

test("the free disk of what the service stores is known", LONG, async () => {
  const place = await ownPlace();
  const { base } = await ownService(place);
  const places = [
    ...(await metricsAt(base)).matchAll(/^daybook_disk_free_bytes\{place="(\w+)"\} [1-9]\d+/gm),
  ].map(([, name]) => name);
  expect(places).toEqual(
    place.environment["DATABASE_URL"] === undefined ? ["database", "stored_files"] : ["stored_files"],
  );
});
