/**
 * Requests that should be refused with a declared error, made from an operation's card and its good request
 * alone: one rule for each code.
 */
import { isFileSchema, type Operation } from "../../src/contract/operation.ts";
import type { ErrorCode } from "../../src/core/errors.ts";
import { formWith } from "../support/files.ts";
import { goodOptions, goodTarget } from "./requests.ts";

/** A request that may be refused as declared. */
export interface Attempt {
  readonly target: string;
  readonly method: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const LONG = "x".repeat(2_000);
const TEXTS = ["nonsense", "-1", "", LONG, "2026-02-30", "2026-01-01"];
const VALUES: readonly unknown[] = [{ x: [] }, "nonsense", "", -1, [], null, LONG, [{}], "9999-12-31"];
/** Ids of no record. */
const NOBODYS = [
  "cat_nobodys",
  "dept_nobodys",
  "acct_nobodys",
  "txn_nobodys",
  "conn_nobodys",
  "file_nobodys",
];

/** An operation's good request, in parts that can be changed. */
interface Good {
  readonly operation: Operation;
  readonly request: Attempt;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The fields of a JSON body; none if the good body is a form. */
  readonly fields: Readonly<Record<string, unknown>>;
}

function goodOf(operation: Operation): Good {
  const target = goodTarget(operation);
  const options = goodOptions(operation);
  const [path = "", query = ""] = target.split("?");
  const fields = options.body === undefined || options.body instanceof FormData ? {} : options.body;
  return {
    operation,
    request: { target, ...options },
    path,
    query: new URLSearchParams(query),
    fields: { ...fields },
  };
}

function withBody({ request }: Good, body: object): Attempt {
  return { ...request, body };
}

/** The good request with some values of its query changed; null leaves one out. */
function withTexts(
  { request, path, query }: Good,
  changes: Readonly<Record<string, string | null>>,
): Attempt {
  const changed = new URLSearchParams(query);
  for (const [name, text] of Object.entries(changes)) {
    changed.delete(name);
    if (text !== null) changed.set(name, text);
  }
  return { ...request, target: `${path}?${changed}` };
}

/** A value as a query gives it. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** The good request with another value of a parameter or field; undefined leaves it out. */
function withValue(good: Good, name: string, value: unknown): Attempt {
  if (Object.hasOwn(good.operation.query, name))
    return withTexts(good, { [name]: value === undefined ? null : textOf(value) });
  return withBody(good, { ...good.fields, [name]: value });
}

/** The good request for another record, `id` of its path. */
function withPathId({ operation, request, path }: Good, id: string): Attempt {
  const parts = path.split("/");
  // Paths of the console begin with another root here, so parts are counted from the end.
  const at = operation.path.split("/").findLastIndex((part) => part.startsWith("{"));
  parts[at + parts.length - operation.path.split("/").length] = id;
  const query = request.target.slice(path.length);
  return { ...request, target: `${parts.join("/")}${query}` };
}

function pathIdOf({ operation, path }: Good): string {
  const shape = operation.path.split("/");
  const parts = path.split("/");
  return parts[shape.findLastIndex((part) => part.startsWith("{")) + parts.length - shape.length] ?? "";
}

/** The id of no record, of the same kind as another one. */
function nobodys(id: string): string {
  return id.startsWith("je_") ? "je_nobodys_1" : `${id.slice(0, id.indexOf("_") + 1)}nobodys`;
}

const LOOKS_LIKE_ID = /^[a-z0-9]+_\w+$/;

/** A value in which every id is that of no record. */
function withoutRecords(value: unknown): unknown {
  if (typeof value === "string") return LOOKS_LIKE_ID.test(value) ? nobodys(value) : value;
  if (Array.isArray(value)) return value.map(withoutRecords);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutRecords(each)]));
}

/** A list in which a member of each item has another value. */
function withMember(list: unknown, member: string, value: unknown): unknown {
  return Array.isArray(list) ? list.map((item: object) => ({ ...item, [member]: value })) : list;
}

/** The fields of the good body without those that may be absent. */
function onlyRequired({ operation: { body }, fields }: Good): object {
  const required: readonly string[] = "schema" in body ? (body.schema.required ?? []) : [];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => required.includes(name)));
}

function hasInput({ operation: { query, body } }: Good, name: string): boolean {
  return Object.hasOwn({ ...query, ...("schema" in body ? body.schema.properties : {}) }, name);
}

type Rule = (good: Good, param: string) => readonly Attempt[];

const malformed: Rule = (good, param) => {
  const { operation, request, fields } = good;
  if (param === "") return [{ ...request, body: {} }];
  if (param === "Idempotency-Key") return [{ ...request, headers: { "idempotency-key": LONG } }];
  if (Object.hasOwn(operation.pathParams, param))
    return [withPathId(good, "kept"), withPathId(good, "x_a-b")];
  if (Object.hasOwn(operation.query, param)) return TEXTS.map((text) => withValue(good, param, text));
  const [field = "", member] = param.split("[].");
  if (member !== undefined)
    return VALUES.map((value) =>
      withBody(good, { ...fields, [field]: withMember(fields[field], member, value) }),
    );
  if (operation.body.mode === "stream") {
    const text = new FormData();
    text.append(field, "a text and no file");
    return [withBody(good, text)];
  }
  return VALUES.map((value) => withBody(good, { ...fields, [field]: value }));
};

const missing: Rule = (good, param) => {
  if (param === "") return [withBody(good, {})];
  if (param === "Idempotency-Key") return [{ ...good.request, headers: {} }];
  if (good.operation.body.mode === "stream") return [withBody(good, new FormData())];
  const { method } = good.request;
  return [
    withValue(good, param, undefined),
    ...(method === "GET" ? [] : [withBody(good, onlyRequired(good))]),
  ];
};

const unknown: Rule = (good, param) => {
  const { operation, fields } = good;
  if (Object.hasOwn(operation.query, param))
    return ["nonsense", ...NOBODYS].map((text) => withValue(good, param, text));
  if (param !== "" && !Object.hasOwn(operation.pathParams, param))
    return [...(Object.hasOwn(fields, param) ? [withoutRecords(fields[param])] : []), ...NOBODYS].map(
      (value) => withValue(good, param, value),
    );
  return [
    ...(Object.hasOwn(operation.query, "starting_after")
      ? [withValue(good, "starting_after", "nonsense")]
      : []),
    ...(Object.keys(operation.pathParams).length > 0 ? [withPathId(good, nobodys(pathIdOf(good)))] : []),
  ];
};

/** A period whose start is after its end, and one that is too long. */
const reversed: Rule = (good, param) => {
  const unit = param.replace(/^(start|end)_/, "");
  const [early, late] = unit === "month" ? ["2026-01", "2026-02"] : ["2026-01-01", "2026-02-01"];
  return [
    [late, early],
    ["1990-01-01", "2026-01-01"],
  ].map(([start = "", end = ""]) => {
    const period = { [`start_${unit}`]: start, [`end_${unit}`]: end };
    return Object.hasOwn(good.operation.query, param)
      ? withTexts(good, period)
      : withBody(good, { ...good.fields, ...period });
  });
};

/** A file of another kind, in the field of a form that takes one. */
const unreadable: Rule = (good) => {
  const { body } = good.operation;
  if (!("schema" in body) || !Object.values(body.schema.properties).some((field) => isFileSchema(field)))
    return [];
  return [withBody(good, formWith(new Uint8Array(Buffer.from("This is a text."))))];
};

const RULES: Readonly<Partial<Record<ErrorCode, Rule>>> = {
  parameter_missing: missing,
  invalid_request: malformed,
  invalid_date: malformed,
  invalid_date_range: reversed,
  invalid_file: unreadable,
  resource_missing: unknown,
  revision_conflict: (good) =>
    hasInput(good, "base_revision") ? [withValue(good, "base_revision", 99)] : [],
  feature_disabled: (good) =>
    Object.hasOwn(good.operation.query, "group_by") ? [withValue(good, "group_by", "department")] : [],
};

/** Returns requests that should be refused with an error that the card declares; none for a code without rule. */
export function attemptsAt(operation: Operation, code: string, param: string): readonly Attempt[] {
  return RULES[code as ErrorCode]?.(goodOf(operation), param) ?? [];
}
