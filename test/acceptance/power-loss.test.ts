/**
 * The machine of a service on the embedded database loses its power at random moments, from its first start
 * on. What was acknowledged before is in every image of the disk, nothing stands by halves, and no table or
 * index is damaged. DAYBOOK_POWER_LOSSES sets how many images are opened, DAYBOOK_POWER_LOSS_SEED the seed.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { ApiError, ConnectionError } from "@daybook/client";
import type { Finding } from "../support/power-loss/images.ts";
import { Api } from "./api.ts";
import { ownDaybook } from "./daybook.ts";
import { ownPlace } from "./own.ts";
import { ENGINE } from "./place.ts";
import { importCompany, startService } from "./service.ts";
import { companyUnderFire } from "./under-fire.ts";

const LOSSES = Number(process.env["DAYBOOK_POWER_LOSSES"] ?? 40);
const SEED = Number(process.env["DAYBOOK_POWER_LOSS_SEED"] ?? Math.floor(Math.random() * 1e9));
/** Images of one service: some while it makes its folder, the others while it is used. */
const IN_A_ROUND = 40;
const PART_AT_FIRST = 0.15;
const OPERATIONS_AT_FIRST = 900;
const OPERATIONS_BETWEEN = 45;
/** Images of a service that does not flush. */
const FEW = 8;

const program = (name: string): string =>
  fileURLToPath(new URL(`../support/power-loss/${name}.ts`, import.meta.url));

/** A write that was acknowledged at a time, in milliseconds since 1970. */
interface Acknowledged {
  readonly kind: string;
  readonly name: string;
  readonly at: number;
}

/** Writes until `isOver`, and returns what was acknowledged. */
async function writeUntil(isOver: () => boolean, api: Api, acknowledged: Acknowledged[]): Promise<void> {
  const { client } = api;
  let count = 0;
  const note = (kind: string, name: string) => acknowledged.push({ kind, name, at: Date.now() });
  const writers: (() => Promise<void>)[] = [
    async () => {
      const name = `account ${(count += 1)}`;
      await client.createAccount({ name, type: "other" });
      note("account", name);
    },
    async () => {
      const name = `upload ${(count += 1)}`;
      await client.createTransactionUpload({
        account_id: "acct_checking",
        rows: [{ date: "2025-06-01", amount_cents: -1250, description: name }],
      });
      note("upload", name);
    },
    async () => {
      const { export: made } = await client.exportReport(
        { report_type: "balance_sheet", start_date: "2025-01-01", end_date: "2025-12-31", format: "csv" },
        { longestPollMs: 100 },
      );
      note("export", `${made.id} succeeded`);
    },
    ...Array.from({ length: 3 }, () => async () => {
      const name = `invoice ${(count += 1)}`;
      await client.createInvoice({
        customer_name: name,
        line_items: [
          { description: "Work", quantity: 1, unit_amount_cents: 40_00, category_id: "cat_services" },
        ],
      });
      note("invoice", name);
    }),
  ];
  await Promise.all(
    writers.map(async (write) => {
      while (!isOver()) {
        try {
          await write();
        } catch (error) {
          // A service that wrote its last image may be gone.
          if (!isOver() && !(error instanceof ConnectionError || error instanceof ApiError)) throw error;
        }
      }
    }),
  );
}

/** Runs one service under the recorder. Returns the folder of its images and what it acknowledged. */
async function lose(
  images: number,
  seed: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly folder: string; readonly acknowledged: readonly Acknowledged[] }> {
  const place = await ownPlace("embedded");
  const folder = join(place.folder, "images");
  await mkdir(join(folder, "files"), { recursive: true });
  const first = Math.ceil(images * PART_AT_FIRST);
  const [node, ...others] = ownDaybook({}).program;
  const recording = {
    EMBEDDED_FLUSH: "yes",
    POWER_LOSS_HOME: place.environment["DAYBOOK_HOME"] ?? "",
    POWER_LOSS_OUT: folder,
    POWER_LOSS_SEED: String(seed),
    POWER_LOSS_GAPS: `${first}x${OPERATIONS_AT_FIRST},${images - first}x${OPERATIONS_BETWEEN}`,
    ...settings,
  };
  const running = await startService(place, ["start", "--no-sample"], recording, undefined, [
    node,
    "--import",
    program("recorder"),
    ...others,
  ]);
  onTestFinished(() => running.kill());
  const acknowledged: Acknowledged[] = [];
  const { id, api } = await importCompany(running, companyUnderFire());
  acknowledged.push({ kind: "company", name: id, at: Date.now() });
  const isOver = () => existsSync(join(folder, `image-${images}.json`));
  await writeUntil(isOver, new Api(running.base, api.key), acknowledged);
  await running.kill();
  return { folder, acknowledged };
}

/** Opens all images of a folder in one process. */
async function openImages(folder: string): Promise<Finding[]> {
  const { program: node, environment } = ownDaybook({});
  const child = spawn(node[0], ["--liftoff-only", program("open-images"), folder], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const findings: Finding[] = [];
  for await (const line of createInterface(child.stdout)) findings.push(JSON.parse(line) as Finding);
  return findings;
}

/** Returns what is wrong with an image: nothing, if it has what was acknowledged and is whole. */
function wrongIn(finding: Finding, acknowledged: readonly Acknowledged[]): string[] {
  const { number, kept, problem, faults, found, at } = finding;
  const which = `image ${number} (${kept} kept)`;
  if (problem !== null) return [`${which} can't be opened: ${problem}`];
  const names = Object.values(found).flat();
  const lost = acknowledged.filter((each) => each.at < at && !names.includes(each.name));
  return [
    ...faults.map((fault) => `${which}: ${fault}`),
    ...lost.map(({ kind, name }) => `${which} lost ${kind} ${name}`),
  ];
}

test.runIf(ENGINE === "embedded")(
  "after a loss of power at any moment the embedded database has all that was acknowledged, and is whole (EMB-003)",
  { timeout: 300_000 + 30_000 * LOSSES },
  async () => {
    for (let opened = 0; opened < LOSSES; opened += IN_A_ROUND) {
      const seed = SEED + opened;
      const images = Math.min(IN_A_ROUND, LOSSES - opened);
      const { folder, acknowledged } = await lose(images, seed);
      const findings = await openImages(folder);
      expect(findings).toHaveLength(images);
      expect({ seed, wrong: findings.flatMap((each) => wrongIn(each, acknowledged)) }).toEqual({
        seed,
        wrong: [],
      });
      // The images are of a service that was used.
      const last = findings.at(-1);
      expect(acknowledged.filter(({ at }) => at < (last?.at ?? 0)).length).toBeGreaterThan(images / 4);
      expect(findings.filter(({ indexes }) => indexes > 300).length).toBeGreaterThan(images / 2);
      await rm(folder, { recursive: true, force: true });
      if (LOSSES > IN_A_ROUND) process.stdout.write(`opened ${opened + images} images\n`);
    }
  },
);

test.runIf(ENGINE === "embedded")(
  "without flushing, the same losses of power lose what was acknowledged",
  { timeout: 300_000 },
  async () => {
    // The last ones come later than those above, so that few of them suffice.
    const gaps = `2x${OPERATIONS_AT_FIRST},${FEW - 2}x${OPERATIONS_BETWEEN * 15}`;
    const { folder, acknowledged } = await lose(FEW, SEED, { EMBEDDED_FLUSH: "no", POWER_LOSS_GAPS: gaps });
    const findings = await openImages(folder);
    expect(findings).toHaveLength(FEW);
    expect(acknowledged.filter(({ at }) => at < (findings.at(-1)?.at ?? 0))).not.toEqual([]);
    expect(findings.flatMap((each) => wrongIn(each, acknowledged))).not.toEqual([]);
  },
);
