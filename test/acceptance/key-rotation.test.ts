/**
 * The key of the secrets of live feeds is replaced: with the new and the old one everything goes on, one
 * command encrypts all secrets with the new one, and the doctor says which keys are missing.
 */
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { json, LONG, ownDaybook, run } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE } from "./place.ts";

/** Mercury, as far as connecting and a pull without lines need it. */
async function bank(): Promise<string> {
  const answers: Readonly<Record<string, object>> = {
    "/accounts": { accounts: [{ id: "a", name: "Ops", nickname: null }] },
    "/account/a/transactions": { transactions: [] },
  };
  const server = createServer((request, response) => {
    const answer = answers[new URL(request.url ?? "/", "http://bank").pathname];
    const isKnown = request.headers.authorization === "Bearer token";
    const status = !isKnown ? 401 : answer === undefined ? 404 : 200;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify((isKnown && answer) || {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a key is replaced step by step, and nothing has to be connected again (SECR-004)", LONG, async () => {
  const place = await ownPlace();
  const old = randomBytes(32).toString("base64");
  const young = randomBytes(32).toString("base64");
  const url = await bank();
  const withKeys = (keys: string) =>
    ownDaybook({ ...place.environment, MERCURY_URL: url, CONNECTION_KEY: keys });
  const doctor = async (keys: string) => {
    const { stdout } = await run(withKeys(keys), ["doctor", "--json"]);
    expect(stdout).not.toContain(old);
    const { findings } = JSON.parse(stdout) as { findings: { what: string; ok: boolean; found: string }[] };
    const found = findings.find(({ what }) => what === "Live feeds");
    return found === undefined ? null : [found.ok, found.found];
  };
  const reseal = async (keys: string) => {
    const { code, stdout, stderr } = await run(withKeys(keys), ["connections", "reseal"]);
    return [code, `${stdout}${stderr}`.trim()];
  };

  await json(withKeys(old), ["import", "bundle", "-"], JSON.stringify(companyBundle()));
  expect(await doctor(old)).toBeNull();
  const { connection_id: id } = await json<{ connection_id: string }>(
    withKeys(old),
    ["connect", "mercury", "-"],
    "token",
  );
  expect(await doctor(old)).toEqual([true, expect.stringMatching(/^The first key .* every connection .1/)]);

  // A wrong key, and none, are told, and nothing is changed by trying.
  expect(await doctor(young)).toEqual([
    false,
    expect.stringMatching(`^No key of CONNECTION_KEY decrypts .* 1 of 1 connections, such as ${id} of comp_`),
  ]);
  expect(await doctor("")).toEqual([false, expect.stringMatching(/^CONNECTION_KEY is not set/)]);
  expect(await reseal(young)).toEqual([5, expect.stringMatching(`Left: 1\\.\\n[^]*${id} of comp_`)]);

  const both = `${young},${old}`;
  expect(await doctor(both)).toEqual([true, expect.stringMatching(/^The secrets of 1 of 1 .* reseal/)]);
  expect((await run(withKeys(both), ["connections", "pull", id])).code).toBe(0);
  const done = "The other keys of CONNECTION_KEY can go.";
  expect(await reseal(both)).toEqual([
    0,
    `Encrypted again: 1. Encrypted with the first key before: 0. Left: 0. ${done}`,
  ]);
  expect(await reseal(both)).toEqual([
    0,
    `Encrypted again: 0. Encrypted with the first key before: 1. Left: 0. ${done}`,
  ]);
  expect(await doctor(young)).toEqual([true, expect.stringMatching(/^The first key/)]);
  expect((await run(withKeys(young), ["connections", "pull", id])).code).toBe(0);
  expect(await doctor(old)).toEqual([false, expect.stringMatching(/^No key/)]);
});

// A server of PostgreSQL answers the doctor itself.
test.runIf(ENGINE === "embedded")(
  "a running service that was not restarted with the new key is told, and no key is said to be needless",
  LONG,
  async () => {
    const place = await ownPlace();
    const keys = [32, 32].map((bytes) => randomBytes(bytes).toString("base64"));
    const [old = ""] = keys;
    const settings = { MERCURY_URL: await bank(), CONNECTION_KEY: old };
    await json(
      ownDaybook({ ...place.environment, ...settings }),
      ["import", "bundle", "-"],
      JSON.stringify(companyBundle()),
    );
    await json(ownDaybook({ ...place.environment, ...settings }), ["connect", "mercury", "-"], "token");
    await ownService(place, undefined, settings);
    const both = ownDaybook({
      ...place.environment,
      ...settings,
      CONNECTION_KEY: keys.toReversed().join(","),
    });
    const told = await run(both, ["doctor"]);
    expect(told.stdout).toContain(
      "The running service was started with 1 keys in CONNECTION_KEY, and this command line has 2.",
    );
    const { stdout, stderr } = await run(both, ["connections", "reseal"]);
    expect(stdout).not.toContain("can go");
    expect(stderr).toContain("restart the service before you run this, and keep the old one");
  },
);
