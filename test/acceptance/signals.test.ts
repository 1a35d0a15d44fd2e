/** The service ends when the program that started it is asked to end, in each way of starting it. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { ended, json, LONG, ownDaybook } from "./daybook.ts";
import { ownPlace } from "./own.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Resolves with the URL of the API when it is printed. */
function ready(child: ChildProcess): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    const read = (text: Buffer): void => {
      output += text.toString();
      const [, address] = /API +(http:\/\/\S+)/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("exit", () => reject(new Error(output)));
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
  "%s stops the service when it is asked to end, and the books can be opened again",
  LONG,
  async (_way, words) => {
    const place = await ownPlace();
    const daybook = ownDaybook(place.environment);
    const [program, ...before] = words;
    // A separate process group, which is killed as a whole when the test ends.
    const child = spawn(program, [...before, "--port", "0", "--no-sample"], {
      cwd: ROOT,
      env: daybook.environment,
      detached: true,
    });
    onTestFinished(() => {
      try {
        process.kill(-(child.pid ?? 0), "SIGKILL");
      } catch {
        // The whole group has ended.
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
