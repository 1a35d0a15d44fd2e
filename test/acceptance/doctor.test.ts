/**
 * The report of `doctor` about the service's address, and the message of commands whose home folder can't be
 * made.
 */
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { json, LONG, ownDaybook, run } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";

interface Diagnosis {
  readonly findings: readonly { readonly what: string; readonly ok: boolean; readonly found: string }[];
}

/** Returns the doctor's finding about the address, with this PORT. */
async function addressAt(environment: Readonly<Record<string, string>>, port: string) {
  const { stdout } = await run(ownDaybook({ ...environment, PORT: port }), ["doctor", "--json"]);
  return (JSON.parse(stdout) as Diagnosis).findings.find(({ what }) => what === "Address");
}

/** Starts another program that gives every request the same answer, and returns its port. */
async function otherProgram(status: number, text: string): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(text),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const address = server.address();
  return typeof address === "object" && address ? String(address.port) : "";
}

test(
  "the doctor distinguishes the running service from another program and from a service over other books",
  LONG,
  async () => {
    const own = await ownPlace();
    const running = await ownService(own);
    const { port } = new URL(running.base);
    const diagnosis = await json<Diagnosis>(ownDaybook({ ...own.environment, PORT: port }), ["doctor"]);
    expect(diagnosis.findings.find(({ what }) => what === "Address")).toMatchObject({
      ok: true,
      found: expect.stringContaining("by the running service"),
    });
    for (const [status, text] of [
      [200, "hello"],
      [401, '{"error":{"code":"invalid_api_key"}}'],
      [401, "null"],
    ] as const) {
      expect(await addressAt(own.environment, await otherProgram(status, text))).toMatchObject({
        ok: false,
        found: expect.stringContaining("another program"),
      });
    }
    const other = await ownPlace();
    await json(ownDaybook(other.environment), ["migrate"]);
    expect(await addressAt(other.environment, port)).toMatchObject({
      ok: false,
      found: expect.stringContaining("other books"),
    });
    expect(await addressAt(own.environment, "0")).toMatchObject({ ok: true });
  },
);

test.each(["start", "serve", "migrate", "seed"])(
  "%s says that a home folder can't be made",
  LONG,
  async (line) => {
    const { environment } = await ownPlace("embedded");
    // Nobody, not even root, can make a folder there.
    const { code, stderr } = await run(
      ownDaybook({ ...environment, DAYBOOK_HOME: "/proc/nowhere/home" }),
      line.split(" "),
    );
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^(?:Making [^\n]*\n)?The folder \/proc\/nowhere can't be made: /),
    ]);
  },
);
