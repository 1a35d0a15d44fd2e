/**
 * How command lines are read: what is understood, what is refused and in which words, and what the help says.
 */
import { describe, expect, test } from "vitest";
import { checkArgs } from "./check-args.ts";
import { EXIT } from "./exit-codes.ts";
import { readFields } from "./fields.ts";
import { readCommandLine } from "./program.ts";
import { COMMANDS, GROUPS } from "./registry.ts";

const VERSION = "9.8.7";

/** The arguments with which a command would run. */
function argumentsOf(line: string): Readonly<Record<string, unknown>> {
  const request = readCommandLine(line.split(" "), VERSION);
  if (request.kind !== "run") throw new Error(`${line}: ${request.text}`);
  return checkArgs(request.command.fields, readFields(request.command.fields, request.given));
}

function textOf(line: string): { kind: string; text: string } {
  const request = readCommandLine(line === "" ? [] : line.split(" "), VERSION);
  return { kind: request.kind, text: request.kind === "run" ? request.command.name : request.text };
}

describe("arguments", () => {
  test("what is left out is there all the same: null, false or empty", () => {
    expect(argumentsOf("member list")).toEqual({ company: null });
    expect(argumentsOf("start")).toEqual({
      port: null,
      host: null,
      sample: false,
      no_sample: false,
    });
    expect(argumentsOf("import journal /b.csv")).toMatchObject({
      file: "/b.csv",
      column: [],
      cash: [],
      name: null,
    });
  });

  test("options stand before or behind arguments, with a space or =, and some may be repeated", () => {
    const wanted = { company: "comp_a", plan: "growth", status: "active", trial_ends: "none" };
    for (const line of [
      "comp_a growth --status active --trial-ends=none",
      "--status=active comp_a --trial-ends none growth",
    ])
      expect(argumentsOf(`plan set ${line}`)).toEqual(wanted);
    expect(argumentsOf("key revoke --company=comp_a key_1")).toEqual({ key: "key_1", company: "comp_a" });
    expect(argumentsOf("key revoke key_1 --company comp_a")).toEqual({ key: "key_1", company: "comp_a" });
    expect(argumentsOf("member set a@example.com --area reports=view --area taxes=none")).toMatchObject({
      area: ["reports=view", "taxes=none"],
    });
    expect(argumentsOf("company stale comp_a 2026-01 2026-02")).toEqual({
      company: "comp_a",
      months: ["2026-01", "2026-02"],
    });
  });

  test("--no-sample is a switch of its own, not the absence of a sample", () => {
    expect(argumentsOf("start --no-sample --port 0")).toEqual({
      port: 0,
      host: null,
      sample: false,
      no_sample: true,
    });
  });

  test("--json is distinguished from the command's own options", () => {
    const request = readCommandLine(["company", "list", "--json"], VERSION);
    expect(request).toMatchObject({ kind: "run", json: true, given: {} });
  });

  test("options behind a command that stands below another one are its own", () => {
    const words = ["upload", "undo", "tup_1", "--company", "comp_1", "--dry-run", "--json"];
    expect(readCommandLine(words, VERSION)).toMatchObject({
      kind: "run",
      command: { name: "upload undo" },
      json: true,
      given: { upload: "tup_1", company: "comp_1", dry_run: true },
    });
    expect(readCommandLine(["upload", "--account", "acct_1", "a.csv", "--json"], VERSION)).toMatchObject({
      command: { name: "upload" },
      json: true,
    });
  });

  test("a relative file is made absolute, since another process may read it; - stays the standard input", () => {
    expect(argumentsOf("import bundle books.json")).toEqual({ file: `${process.cwd()}/books.json` });
    expect(argumentsOf("import bundle -")).toEqual({ file: "-" });
  });

  test.each([
    ["company show x", "<company> must be an id that begins with comp_"],
    ["plan set comp_a gold", "<plan> must be one of formation, startup, growth, enterprise"],
    [
      "plan set comp_a growth --status paid",
      "--status must be one of active, trialing, past_due, closed, none",
    ],
    ["feature on comp_a Departments", "<feature> must be lower-case letters, digits and _"],
    ["company set comp_a --fiscal-year-start 13", "--fiscal-year-start must be a whole number from 1 to 12"],
    ["start --port 65536", "--port must be a whole number from 0 to 65535"],
    ["seed --entries 1e6", "--entries must be a whole number"],
    ["member add nobody", "<email> must be an e-mail address"],
    ["member add \u212aate@example.com", "<email> must be an e-mail address"],
    ["member add ka\u200bte@example.com", "<email> must be an e-mail address"],
    ["import journal b.csv --owner-email ka\u00adte@example.com", "--owner-email must be an e-mail address"],
    ["company stale comp_a 2026-13", "<months> must be months, YYYY-MM"],
    ["import journal b.csv --column account", "--column must be written as what=name"],
    ["import journal b.csv --column account=a\u001b[31m", "--column must be written as what=name"],
    ["key create --name ok\u001b[31m", "--name must be one line of text"],
    ["company set comp_a --name a\nb", "--name must be one line of text"],
    ["integration report comp_a xero --detail a\u009b2J", "--detail must be one line of text"],
    ["member set a\u0007", "<member> must be one line of text"],
  ])("%j is refused: %s", (line, message) => {
    expect(() => argumentsOf(line)).toThrow(message);
  });

  test("what comes over the socket is checked like a command line", () => {
    const seed = COMMANDS.find(({ name }) => name === "seed");
    expect(() => checkArgs(seed?.fields ?? {}, { seed: -1, entries: null })).toThrow(
      "--seed must be a whole number",
    );
    expect(() => checkArgs(seed?.fields ?? {}, { seed: 1, entries: null, more: 1 })).toThrow(
      "do not fit this command",
    );
    expect(() => checkArgs(seed?.fields ?? {}, null)).toThrow("do not fit this command");
  });
});

describe("refusals of the parser", () => {
  test.each([
    ["compny list", "Unknown command 'compny'. Did you mean company?"],
    ["company lst", "Unknown command 'lst'. Did you mean list?"],
    ["plan set comp_a growth --statis active", "Unknown option '--statis'. Did you mean --status?"],
    ["start --nosample", "Did you mean --no-sample?"],
    ["seed more", "Too many arguments for 'seed'."],
    ["company show", "Missing required argument 'company'."],
    ["seed --entries", "Option '--entries <number>' argument missing."],
    ["nonsense --help", "Unknown command 'nonsense'."],
    ["help key nonsense", "Unknown command 'nonsense'."],
  ])("%s: %s", (line, message) => {
    const { kind, text } = textOf(line);
    expect(kind).toBe("refused");
    expect(text).toContain(message);
    expect(text).toContain("--help");
    expect(text).not.toContain("\n");
  });

  test("no command, and a group without its command, are answered with what there is", () => {
    expect(textOf("")).toMatchObject({
      kind: "refused",
      text: expect.stringContaining("Usage: daybook <command>") as string,
    });
    expect(textOf("key")).toMatchObject({
      kind: "refused",
      text: expect.stringContaining("create [options]") as string,
    });
  });
});

describe("help", () => {
  test("each group of commands has a summary", () => {
    const words = new Set(COMMANDS.map(({ name }) => name.split(" ")[0] ?? ""));
    for (const { name } of COMMANDS) words.delete(name);
    expect([...words].filter((word) => GROUPS[word] === undefined)).toEqual([]);
  });

  test("it lists every command that is not hidden, and every exit code with its meaning", () => {
    const { kind, text } = textOf("--help");
    expect(kind).toBe("shown");
    for (const { name, hidden } of COMMANDS)
      expect([name, new RegExp(`^  ${name.split(" ")[0]}\\b`, "m").test(text)]).toEqual([
        name,
        hidden !== true,
      ]);
    for (const { code, meaning } of Object.values(EXIT))
      expect(text).toContain(`${String(code).padStart(3)}  ${meaning}`);
  });

  test.each(COMMANDS.map(({ name }) => name))(
    "%s explains itself, in either order of words, with examples that can be read (CMD-006)",
    (name) => {
      const { kind, text } = textOf(`${name} --help`);
      expect(kind).toBe("shown");
      expect(textOf(`help ${name}`)).toEqual({ kind, text });
      const command = COMMANDS.find((candidate) => candidate.name === name);
      for (const field of Object.values(command?.fields ?? {}))
        expect(text.replaceAll(/\s+/g, " ")).toContain(field.help);
      if (command?.hidden !== true) expect(command?.examples.length).toBeGreaterThan(0);
      for (const [line] of command?.examples ?? []) {
        expect(text).toContain(line);
        const request = readCommandLine(wordsOf(line), VERSION);
        expect(request).toMatchObject({ kind: "run", command: { name } });
        if (request.kind === "run")
          expect(() =>
            checkArgs(request.command.fields, readFields(request.command.fields, request.given)),
          ).not.toThrow();
      }
    },
  );

  test("the version is shown", () => {
    expect(textOf("--version")).toEqual({ kind: "shown", text: VERSION });
  });
});

/** The words of an example, as a shell parts them; what is redirected is the shell's. */
function wordsOf(line: string): string[] {
  const words = line.replace(/ < .*$/, "").match(/(?:[^\s']|'[^']*')+/g) ?? [];
  return words.map((text) => text.replaceAll("'", ""));
}
