/** Forms: the same fields as in JSON, and files, on an operation that exists only in tests. */
import { beforeEach, describe, expect, test } from "vitest";
import { LIMITS } from "@daybook/words/limits";
import { testApp } from "../support/app.ts";
import { testOperations } from "../support/cards.ts";
import type { RequestOptions } from "../support/http.ts";

const http = await testApp();
const handled: string[] = [];
const server = await http.serve({
  operations: [...http.app.operations, ...testOperations(http.app, (name) => handled.push(name))],
});
const company = await http.company();
const { key } = company;
const INVALID = { status: 400, code: "invalid_request", type: "invalid_request_error" };

beforeEach(() => {
  handled.length = 0;
});

type Body = NonNullable<RequestOptions["body"]>;

/** Fails if a handler ran or the company changed since the test began. */
async function expectNothingChanged(): Promise<void> {
  expect(handled).toEqual([]);
  expect(await company.read("/company")).toMatchObject({ name: company.bundle.company.name });
}

describe("an operation that takes a form", () => {
  function form(fields: Readonly<Record<string, string | File>>): FormData {
    const made = new FormData();
    for (const [name, value] of Object.entries(fields)) made.append(name, value);
    return made;
  }
  const submit = (body: Body, type?: string): RequestOptions => ({
    key,
    method: "POST",
    body,
    ...(type === undefined ? {} : { headers: { "content-type": type } }),
  });
  const part = (head: string, text: string) =>
    `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  const FORM = "multipart/form-data; boundary=x";

  test("reads its fields: texts unchanged, objects as JSON, files with names and bytes", async () => {
    const other = await http.company();
    const file = new File(["a\r\n\u00fc--x"], "Année 2026.csv", { type: "text/csv" });
    const answer = await server.send("/test/files", {
      ...submit(form({ title: "By form", file, words: '{"a":1}' })),
      key: other.key,
    });
    expect(answer.body).toEqual({
      object: "renaming",
      name: "By form",
      file: { name: "Année 2026.csv", text: "a\r\nü--x", bytes: 8 },
      words: { a: 1 },
    });
    expect(await other.read("/company")).toMatchObject({ name: "By form" });
    const large = await server.send("/test/files", {
      ...submit(
        form({ title: "Large", file: new File(["y".repeat(LIMITS.upload_bytes.value - 1_000)], "large") }),
      ),
      key: other.key,
    });
    expect(large.body).toMatchObject({ file: { bytes: LIMITS.upload_bytes.value - 1_000 } });
  });

  test("accepts the same fields as JSON, but no file", async () => {
    const other = await http.company();
    expect(
      (await server.send("/test/files", { ...submit({ title: "By JSON", words: { b: 2 } }), key: other.key }))
        .body,
    ).toMatchObject({ name: "By JSON", file: null, words: { b: 2 } });
    expect(await server.refusal("/test/files", submit({ title: "x", file: "y" }))).toMatchObject({
      ...INVALID,
      param: "file",
      message: expect.stringContaining("form"),
    });
    await expectNothingChangedExcept("renameByFile");
  });

  /** Fails unless only `operation` ran, for another company. */
  async function expectNothingChangedExcept(operation: string): Promise<void> {
    expect(handled.splice(0)).toEqual([operation]);
    await expectNothingChanged();
  }

  test("refuses unknown, missing, duplicate and invalid fields", async () => {
    const twice = form({ title: "x" });
    twice.append("title", "y");
    for (const [body, code, param] of [
      [form({ title: "x", nonsense: "1" }), "invalid_request", "nonsense"],
      [form({ title: "x", __proto: "1", ["__proto__"]: "1" }), "invalid_request", "__proto"],
      [form({}), "parameter_missing", "title"],
      [form({ words: "{}" }), "parameter_missing", "title"],
      [twice, "invalid_request", "title"],
      [form({ title: "" }), "invalid_request", "title"],
      [form({ title: new File(["x"], "title.txt") }), "invalid_request", "title"],
      [form({ title: "x", file: "text" }), "invalid_request", "file"],
      [form({ title: "x", words: "{" }), "invalid_request", "words"],
      [form({ title: "x", words: "[]" }), "invalid_request", "words"],
      [form({ title: "a\0b" }), "invalid_request", "title"],
    ] as const) {
      expect([[...body.keys()], await server.refusal("/test/files", submit(body))]).toMatchObject([
        [...body.keys()],
        { status: 400, code, param },
      ]);
    }
    await expectNothingChanged();
  });

  test("refuses a body that is not a form, or an incomplete form", async () => {
    for (const [body, type] of [
      ["", "multipart/form-data"],
      [part('name="title"', "x"), "multipart/form-data"],
      [part('name="title"', "x"), FORM],
      [`${part('name="title"', "x")}--`, FORM],
      [
        `${part('name="title"', "x")}--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nhalf`,
        FORM,
      ],
      [`${part('name="title"', "x")}--x\r\ncontent-disp`, FORM],
      [`${part('filename="nameless"', "x")}--x--\r\n`, FORM],
      ["title=x", "application/x-www-form-urlencoded"],
      [`${part('name="title"', "x")}--x--\r\n`, "multipart/mixed; boundary=x"],
      [
        Array.from({ length: 200 }, (_, index) => part(`name="f${index}"`, "x"))
          .join("")
          .concat("--x--\r\n"),
        FORM,
      ],
    ] as const) {
      expect([
        body.slice(0, 200),
        type,
        await server.refusal("/test/files", submit(body, type)),
      ]).toMatchObject([body.slice(0, 200), type, INVALID]);
    }
    expect(
      await server.refusal(
        "/test/files",
        submit(`${part('name="words"', "y".repeat(LIMITS.json_body_bytes.value + 1))}--x--\r\n`, FORM),
      ),
    ).toMatchObject(INVALID);
    await expectNothingChanged();
  });

  test("refuses a form and a JSON body that are larger than their limits", async () => {
    const large = await server.refusal(
      "/test/files",
      submit(form({ title: "x", file: new File(["y".repeat(LIMITS.upload_bytes.value)], "large") })),
    );
    expect(large).toMatchObject({
      ...INVALID,
      message: expect.stringContaining(String(LIMITS.upload_bytes.value)),
    });
    const json = await server.refusal(
      "/test/files",
      submit({ title: "y".repeat(LIMITS.json_body_bytes.value) }),
    );
    expect(json).toMatchObject({
      ...INVALID,
      message: expect.stringContaining(String(LIMITS.json_body_bytes.value)),
    });
    await expectNothingChanged();
  });
});
