/**
 * The control socket between two ends of it: who may use it, what comes back, and what ends a command that
 * nobody waits for.
 */
import { existsSync } from "node:fs";
import { link, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { refuse } from "../../core/errors.ts";
import type { Progress } from "../../core/progress.ts";
import { prepareControlSocket } from "../../platform/machine/control-socket.ts";
import { pause } from "../../platform/time/timer.ts";
import { databaseCommand } from "./command.ts";
import { callHolder, type Sender } from "./control-client.ts";
import { CONTROL_PATH, CONTROL_PROTOCOL } from "./control-protocol.ts";
import { type ControlServer, serveControl } from "./control-server.ts";
import { needed, sourceFile, wholeNumber } from "./fields.ts";
import { Interrupted } from "./services.ts";
import { UserFacingError } from "./problem.ts";

const { app } = await testApp();

/** What became of the commands that ran, in their order. */
let became: string[] = [];

function card(name: string) {
  return { name, summary: "", examples: [], show: () => "" } as const;
}

const COMMANDS = [
  databaseCommand({
    ...card("double"),
    fields: { number: needed("argument", wholeNumber("number", 0, 100), "") },
    run: async (_app, args) => ({ doubled: 2 * args.number }),
  }),
  databaseCommand({
    ...card("refuse"),
    fields: {},
    run: async () => {
      throw refuse("resource_missing", { param: "company_id", message: "There is no company comp_x." });
    },
  }),
  databaseCommand({
    ...card("who"),
    fields: {},
    run: async (_app, _args, _report, _signal, operator) => ({ operator }),
  }),
  databaseCommand({
    ...card("read"),
    fields: { file: needed("argument", sourceFile(), "") },
    run: async () => ({}),
  }),
  databaseCommand({
    ...card("endless"),
    fields: {},
    async run(_app, _args, report) {
      became.push("began");
      try {
        for (let done = 0; done < 2_000; done += 1) {
          report({ done, total: null, unit: "bytes" });
          await pause(10);
        }
      } catch (error) {
        became.push(error instanceof Error && error.name === "AbortError" ? "interrupted" : "failed");
        throw error;
      }
      became.push("ended");
      return {};
    },
  }),
  databaseCommand({
    name: "deaf",
    summary: "Is beyond the point of return when somebody wishes it to stop",
    examples: [],
    fields: {},
    async run(_app, _args, report, signal) {
      report({ done: 1, total: 2, unit: "bytes" });
      await until(() => signal.aborted);
      return { done: true };
    },
    show: () => "",
  }),
];

let folder: string;
let socket: string;
let server: ControlServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daybook-control-"));
  socket = prepareControlSocket(folder);
  // What a killed process leaves behind does not stand in the way.
  await writeFile(socket, "");
  server = await serveControl(socket, app, COMMANDS);
});

afterAll(async () => {
  await server.close(1_000);
  await rm(folder, { recursive: true, force: true });
});

function sender(more: Partial<Sender> = {}): Sender {
  return { report: () => {}, note: () => {}, whenStopRequested: new Promise(() => {}), ...more };
}

async function problemOf(name: string, args: unknown) {
  const error: unknown = await callHolder(socket, name, args, sender()).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UserFacingError)) throw new Error(`not told: ${String(error)}`);
  return error.problem;
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !holds(); tries += 1) await pause(10);
  expect(holds()).toBe(true);
}

test("the socket and its folder are this user's alone (CMD-002)", async () => {
  expect((await stat(socket)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, "run"))).mode & 0o777).toBe(0o700);
});

test("a home whose path is too long for a socket has it elsewhere, always at the same place, as private", async () => {
  const home = join(folder, "deep".repeat(40));
  const place = prepareControlSocket(home);
  expect(Buffer.byteLength(place)).toBeLessThanOrEqual(100);
  expect(place.startsWith(folder)).toBe(false);
  expect(prepareControlSocket(home)).toBe(place);
  expect(prepareControlSocket(`${home}2`)).not.toBe(place);
  expect((await stat(join(place, ".."))).mode & 0o777).toBe(0o700);
  const own = await serveControl(place, app, COMMANDS);
  await own.close(1_000);
  expect(existsSync(join(place, ".."))).toBe(false);
  await rm(join(prepareControlSocket(`${home}2`), ".."), { recursive: true });
});

test("a result comes back, for several at once", async () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
  const answers = await Promise.all(
    numbers.map((number) => callHolder(socket, "double", { number }, sender())),
  );
  expect(answers).toEqual(numbers.map((number) => ({ reached: true, result: { doubled: 2 * number } })));
});

test("a refusal comes back with its code, its param and the meaning of its exit code", async () => {
  expect(await problemOf("refuse", {})).toEqual({
    exit: "missing",
    code: "resource_missing",
    message: "There is no company comp_x.",
    param: "company_id",
  });
  expect(await problemOf("double", { number: 101 })).toMatchObject({
    exit: "usage",
    message: "<number> must be a whole number from 0 to 100.",
  });
  expect(await problemOf("start", {})).toMatchObject({
    exit: "usage",
    message: 'The running server has no command "start".',
  });
  expect(await problemOf("read", { file: "-" })).toMatchObject({
    exit: "usage",
    message: "The running server can't read the standard input of this command.",
  });
});

test("a command gets the name of its sender", async () => {
  expect(await callHolder(socket, "who", {}, sender())).toEqual({
    reached: true,
    result: { operator: userInfo().username },
  });
});

test("a client of another version gets an error that says so, and an invalid request is refused (CMD-003)", async () => {
  expect(
    await send({ protocol: CONTROL_PROTOCOL + 1, command: "double", args: { number: 1 } }),
  ).toMatchObject({
    exit: "database",
    code: "other_version",
    message: `The running server uses version ${CONTROL_PROTOCOL} of the control protocol, this command version ${CONTROL_PROTOCOL + 1}. Stop the server and start it again with the version of this command.`,
  });
  expect(await send("double")).toMatchObject({ exit: "usage" });
  for (const operator of [undefined, "", "a\nb", 7])
    expect(
      await send({ protocol: CONTROL_PROTOCOL, command: "double", args: { number: 1 }, operator }),
    ).toMatchObject({ exit: "usage", message: "The control socket received an invalid request." });
  expect(
    await send(
      { protocol: CONTROL_PROTOCOL, command: "double", args: { number: 1 }, operator: "ada" },
      "/other",
    ),
  ).toMatchObject({ exit: "usage", message: "The control socket accepts only commands of daybook." });
  expect(await send({ protocol: CONTROL_PROTOCOL, command: "x".repeat(2_000_000), args: {} })).toMatchObject({
    exit: "usage",
    message: "The arguments are too long.",
  });
});

/** Sends a body as it is; gives the problem of the answer. */
function send(body: unknown, path = CONTROL_PATH): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath: socket, path, method: "POST", agent: false }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (part: string) => (text += part));
      incoming.on("end", () => resolve((JSON.parse(text) as { problem?: unknown }).problem));
    });
    outgoing.on("error", reject);
    outgoing.end(JSON.stringify(body));
  });
}

test("progress comes while the command runs; a wish to stop ends it here and there", async () => {
  became = [];
  const seen: Progress[] = [];
  let stop = () => {};
  const whenStopRequested = new Promise<void>((resolve) => (stop = resolve));
  const report = (progress: Progress): void => {
    seen.push(progress);
    if (seen.length === 2) stop();
  };
  await expect(
    callHolder(socket, "endless", {}, sender({ whenStopRequested, report })),
  ).rejects.toBeInstanceOf(Interrupted);
  expect(seen[1]).toMatchObject({ unit: "bytes", total: null });
  await until(() => became.length === 2);
  expect(became).toEqual(["began", "interrupted"]);
});

test("a command that finishes despite the wish to stop is reported as done", async () => {
  let stop = () => {};
  const whenStopRequested = new Promise<void>((resolve) => (stop = resolve));
  const answer = callHolder(socket, "deaf", {}, sender({ whenStopRequested, report: () => stop() }));
  expect(await answer).toEqual({ reached: true, result: { done: true } });
});

test("a client that goes away without a word ends its command", async () => {
  became = [];
  const outgoing = request({ socketPath: socket, path: CONTROL_PATH, method: "POST", agent: false });
  outgoing.on("error", () => {});
  outgoing.end(JSON.stringify({ protocol: CONTROL_PROTOCOL, command: "endless", args: {}, operator: "ada" }));
  await until(() => became.length === 1);
  outgoing.destroy();
  await until(() => became.length === 2);
  expect(became).toEqual(["began", "interrupted"]);
});

test("stopping interrupts what runs, and says so to who waits for it", async () => {
  became = [];
  const path = join(folder, "second.sock");
  const second = await serveControl(path, app, COMMANDS);
  const answer = callHolder(path, "endless", {}, sender()).catch((error: unknown) => error);
  await until(() => became.length === 1);
  await second.close(10_000);
  expect(became).toEqual(["began", "interrupted"]);
  expect(await answer).toMatchObject({
    problem: {
      exit: "interrupted",
      message: "The server is stopping, so the command was stopped and rolled back.",
    },
  });
  expect(await callHolder(path, "double", { number: 1 }, sender())).toEqual({
    reached: false,
    silent: false,
  });
});

test("an absent holder is distinguished from one that does not answer", async () => {
  expect(await callHolder(join(folder, "none.sock"), "double", { number: 1 }, sender())).toEqual({
    reached: false,
    silent: false,
  });
  // A socket that its process could not remove: a second name of it stays when it is closed.
  const left = join(folder, "left.sock");
  const gone = await listening(join(folder, "gone.sock"));
  await link(join(folder, "gone.sock"), left);
  await gone.abandon();
  expect((await stat(left)).isSocket()).toBe(true);
  expect(await callHolder(left, "double", { number: 1 }, sender())).toEqual({
    reached: false,
    silent: false,
  });
});

test("a command is sent only once the other side has answered, so what was given up is never run later (CMD-004)", async () => {
  const path = join(folder, "mute.sock");
  const mute = await listening(path);
  let stop = () => {};
  const whenStopRequested = new Promise<void>((resolve) => (stop = resolve));
  const answer = callHolder(path, "double", { number: 1 }, sender({ whenStopRequested })).catch(
    (error: unknown) => error,
  );
  await until(() => mute.heard().includes("\r\n\r\n"));
  await pause(50);
  stop();
  expect(await answer).toBeInstanceOf(Interrupted);
  expect(mute.heard()).toContain(CONTROL_PATH);
  expect(mute.heard()).not.toContain("double");
  await mute.abandon();
});

/** Somebody who accepts connections and never answers. */
async function listening(path: string): Promise<{ heard: () => string; abandon: () => Promise<void> }> {
  let heard = "";
  const sockets = new Set<{ destroy: () => void }>();
  const mute: Server = createServer((connection) => {
    sockets.add(connection);
    connection.on("error", () => {}).on("data", (data: Buffer) => (heard += data.toString()));
  });
  await new Promise<void>((resolve) => mute.listen(path, resolve));
  return {
    heard: () => heard,
    abandon: () => {
      for (const connection of sockets) connection.destroy();
      return new Promise((resolve) => mute.close(() => resolve()));
    },
  };
}
