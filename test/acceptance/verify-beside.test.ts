/** `verify` beside a running service on the embedded database, whose only engine serves all requests. */
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { Api } from "./api.ts";
import { ended, json, launch, LONG } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE } from "./place.ts";
import { importCompany } from "./service.ts";

test.runIf(ENGINE === "embedded")(
  "requests are answered and carried out while the books are verified, each state of them once (OPER-006)",
  LONG,
  async () => {
    const place = await ownPlace("embedded");
    const running = await ownService(place);
    const { id, api: before } = await importCompany(running, companyBundle());
    const api = new Api(running.base, before.key);
    const home = place.environment["DAYBOOK_HOME"] ?? "";
    const copy = join(home, "verified");
    // What a process leaves that is killed while it verifies.
    await mkdir(join(copy, "data"), { recursive: true });
    await writeFile(join(copy, "data", "PG_VERSION"), "0");

    const verifying = launch(running.daybook, ["verify", "--json"]);
    const verified = ended(verifying);
    await expect.poll(() => existsSync(join(copy, "data", "base"))).toBe(true);
    expect(await api.verdict("/company")).toBe("200");
    const account = await api.client.createAccount({ name: "Opened meanwhile", type: "checking" });
    expect(existsSync(copy)).toBe(true);

    const { code, stdout } = await verified;
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { ok: true, companies: [{ company_id: id }] }]);
    expect(await readdir(home)).not.toContain("verified");
    expect((await api.client.listAccounts().all()).map((each) => each.id)).toContain(account.id);
    expect(await json(running.daybook, ["verify", id, "--rebuild"])).toMatchObject({
      ok: true,
      companies: [{ company_id: id, rollups_repaired: 0 }],
    });
  },
);

test.runIf(ENGINE === "embedded")(
  "who ends the command ends the verification, and nothing is left of it",
  LONG,
  async () => {
    const place = await ownPlace("embedded");
    const running = await ownService(place);
    await importCompany(running, companyBundle());
    const home = place.environment["DAYBOOK_HOME"] ?? "";
    const verifying = launch(running.daybook, ["verify"]);
    const end = ended(verifying);
    await expect.poll(() => existsSync(join(home, "verified", "data"))).toBe(true);
    verifying.kill("SIGINT");
    expect((await end).code).not.toBe(0);
    await expect.poll(() => readdir(home)).not.toContain("verified");
    expect(await json(running.daybook, ["verify"])).toMatchObject({ ok: true });
  },
);
