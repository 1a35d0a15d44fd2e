/**
 * The service with the embedded database is killed again and again while exports are made and invitations
 * mailed, also between a mail and its record. Every acknowledged export succeeds, every acknowledged
 * invitation is mailed, and none with two links. DAYBOOK_EMBEDDED_KILLS sets how often.
 */
import { expect, onTestFinished, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { startMailServer } from "../support/mail-server.ts";
import { Api } from "./api.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE } from "./place.ts";
import { type Company, importCompany } from "./service.ts";

const KILLS = Number(process.env["DAYBOOK_EMBEDDED_KILLS"] ?? 3);
/** A company has at most five unfinished exports. */
const COMPANIES = 4;
const EXPORT = {
  report_type: "balance_sheet",
  start_date: "2025-01-01",
  end_date: "2025-12-31",
  format: "xlsx",
} as const;
/** Longer than any wait of a job whose processes died so often. */
const MOVE_S = 3_700;

test.runIf(ENGINE === "embedded")(
  "after kills at any moment each acknowledged export succeeds, and no invitation is mailed with two links",
  { timeout: 240_000 + 60_000 * KILLS },
  async () => {
    const mail = await startMailServer();
    onTestFinished(() => mail.close());
    const place = await ownPlace("embedded");
    // Each process has another port, which links would name.
    const settings = { ...mail.settings, PUBLIC_URL: "http://books.example.com" };
    let running = await ownService(place, undefined, settings);
    const companies: Company[] = [];
    for (let made = 0; made < COMPANIES; made += 1)
      companies.push(await importCompany(running, companyBundle()));
    const apis = () => companies.map(({ api }) => new Api(running.base, api.key));
    const exported: { readonly at: number; readonly id: string }[] = [];
    const invited: string[] = [];

    for (let kill = 0; kill < KILLS; kill += 1) {
      const mailed = new Promise<void>((resolve) => {
        mail.onMail = resolve;
      });
      const at = kill % COMPANIES;
      const api = apis()[at];
      const email = `guest-${kill}@example.com`;
      // What the kill left unanswered was not acknowledged.
      await Promise.all([
        api?.client.createReportExport(EXPORT).then(
          ({ id }) => void exported.push({ at, id }),
          () => null,
        ),
        api?.client
          .createInvitation({ first_name: "Grace", last_name: "Ledger", email, access_template: "admin" })
          .then(
            () => void invited.push(email),
            () => null,
          ),
      ]);
      // Every second kill comes when a mail has arrived and its sender does not know yet.
      const soon = new Promise<void>((resolve) => setTimeout(resolve, Math.random() * 1_500));
      await (kill % 2 === 0 ? Promise.race([mailed, soon.then(() => mailed)]) : soon);
      await running.kill();
      running = await ownService(place, undefined, settings);
    }

    let moved = 0;
    const unfinished = async () => {
      await running.moveClock((moved += MOVE_S));
      const states = await Promise.all(
        exported.map(async ({ at, id }) => (await apis()[at]?.client.getReportExport(id))?.status),
      );
      return states.filter((status) => status !== "succeeded");
    };
    await expect.poll(unfinished, { timeout: 120_000, interval: 2_000 }).toEqual([]);
    const linksTo = (email: string) => mail.links.get(email) ?? [];
    await expect
      .poll(() => invited.filter((email) => linksTo(email).length === 0), { timeout: 120_000 })
      .toEqual([]);
    const twice = [...mail.links.values()].filter((links) => links.length > 1);
    if (KILLS > 3)
      process.stdout.write(
        `kills ${JSON.stringify({ kills: KILLS, exported: exported.length, invited: invited.length, mailedTwice: twice.length })}\n`,
      );
    expect(twice.filter((links) => new Set(links).size > 1)).toEqual([]);
  },
);
