/** A service ends with whatever started it, in each way in which people start it. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { ended, json, LONG, ownDaybook } from "./daybook.ts";
import { ownPlace } from "./own.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Resolves with the address of the API once it is printed. */
function ready(child: ChildProcess): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    const read = (text: Buffer): void => {
      said += text.toString();
      const [, address] = /API +(http:\/\/\S+)/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("exit", () => reject(new Error(said)));
  });
}

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    () => true,
    () => false,
  );

test.each([
  ["npm start", ["npm", "start", "--"]],
  ["npm run dev", ["npm", "run", "dev", "--"]],
  ["npx daybook start", ["npx", "daybook", "start"]],
  ["node bin/daybook.js start", [process.execPath, "bin/daybook.js", "start"]],
] as const)(
  "%s stops the service when it is asked to end, and gives up its books",
  LONG,
  async (_way, words) => {
    const place = await ownPlace();
    const daybook = ownDaybook(place.environment);
    const [program, ...before] = words;
    // A group of its own, so that nothing of it is left behind when the test fails.
    const child = spawn(program, [...before, "--port", "0", "--no-sample"], {
      cwd: ROOT,
      env: daybook.environment,
      detached: true,
    });
    onTestFinished(() => {
      try {
        process.kill(-(child.pid ?? 0), "SIGKILL");
      } catch {
        // All of it has ended.
      }
    });
    const end = ended(child);
    const address = await ready(child);
    expect(await answers(address)).toBe(true);
    child.kill("SIGTERM");
    await vi.waitFor(async () => expect(await answers(address)).toBe(false), {
      timeout: 60_000,
      interval: 200,
    });
    await end;
    expect(await json(daybook, ["company", "list"])).toEqual({ companies: [] });
  },
);
