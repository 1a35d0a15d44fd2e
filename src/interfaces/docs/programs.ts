/**
 * An example as programs: a command line of curl, TypeScript with the client, and Python with its standard
 * library alone. Invariant: what is generated here runs as it stands; `examples.test.ts` runs every program
 * against a server.
 */
import { API_ROOT, isFileSchema, type Operation } from "../../contract/operation.ts";

/** The request of an example; `path` has its query and is below the API root. */
export interface ProgramRequest {
  readonly path: string;
  readonly body?: object | undefined;
  readonly file?: { readonly name: string } | null | undefined;
}

/** An example in one language. */
export interface Program {
  readonly language: "curl" | "typescript" | "python";
  readonly label: string;
  readonly text: string;
}

/** The idempotency key of an example whose operation requires one. */
const OWN_KEY = "a-name-of-your-own";

/** Returns the example as a program in each language. */
export function programsOf(operation: Operation, request: ProgramRequest): Program[] {
  return [
    { language: "curl", label: "curl", text: curlOf(operation, request) },
    { language: "typescript", label: "TypeScript", text: typescriptOf(operation, request) },
    { language: "python", label: "Python", text: pythonOf(operation, request) },
  ];
}

/** The name of the field that holds the file of a form. */
function fileFieldOf({ body }: Operation): string {
  return "schema" in body
    ? (Object.keys(body.schema.properties).find((name) => isFileSchema(body.schema.properties[name])) ?? "")
    : "";
}

function inShellQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function curlOf(operation: Operation, { path, body, file }: ProgramRequest): string {
  const isForm = file !== undefined && file !== null;
  // Brackets in an address are a pattern to curl without `-g`.
  const literal = /[[\]{}]/.test(path) ? "-g " : "";
  const method = operation.method === "GET" ? "" : `-X ${operation.method} `;
  const parts = [
    `curl ${literal}${method}"$DAYBOOK_URL${API_ROOT}${path}"`,
    `-H "Authorization: Bearer $DAYBOOK_KEY"`,
    ...(operation.idempotencyKey === "required" ? [`-H "Idempotency-Key: ${OWN_KEY}"`] : []),
    ...(isForm ? [`-F "${fileFieldOf(operation)}=@${file.name}"`] : []),
    ...(body === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d ${inShellQuotes(jsonOf(body))}`]),
  ];
  return parts.join(" \\\n  ");
}

/** JSON on one line if it is short. */
function jsonOf(body: object): string {
  const line = JSON.stringify(body);
  return line.length <= 80 ? line : JSON.stringify(body, null, 2);
}

/** The arguments of a method of the client: path parameters, the query, the body, each if there is one. */
function typescriptOf(operation: Operation, { path, body, file }: ProgramRequest): string {
  const [plain = "", query = ""] = path.split("?");
  const values = queryValues(operation, [...new URLSearchParams(query)]);
  const sentFile =
    file === undefined || file === null
      ? []
      : [`{ ${fileFieldOf(operation)}: new File([await readFile("${file.name}")], "${file.name}") }`];
  const inputs = [
    ...pathValues(operation, plain).map((value) => JSON.stringify(value)),
    ...(Object.keys(values).length === 0 ? [] : [typescriptValue(values)]),
    ...(body === undefined ? [] : [typescriptValue(body)]),
    ...sentFile,
  ];
  const call = `daybook.${operation.id}(${inputs.join(", ")})`;
  return [
    ...(sentFile.length > 0 ? [`import { readFile } from "node:fs/promises";`] : []),
    `import { createClient } from "@daybook/client";`,
    "",
    "const daybook = createClient({",
    `  baseUrl: process.env["DAYBOOK_URL"] ?? "http://127.0.0.1:4100",`,
    `  key: process.env["DAYBOOK_KEY"],`,
    "});",
    ...resultOf(operation, call, "limit" in values),
  ].join("\n");
}

/** What a program does with the answer. A list is read to its end unless the example asks for a page. */
function resultOf({ paging, success }: Operation, call: string, asksForPage: boolean): string[] {
  if (success.status === 204) return [`await ${call};`];
  if (paging.kind === "none") return [`const answer = await ${call};`, "console.log(answer);"];
  return asksForPage
    ? [`const page = await ${call}.first();`, "console.log(page.data, page.next_cursor);"]
    : [`for await (const item of ${call}) console.log(item);`];
}

function pathValues(operation: Operation, path: string): string[] {
  const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`);
  return (pattern.exec(path) ?? []).slice(1).map(decodeURIComponent);
}

/** The query as the client takes it: numbers, booleans and lists by the schemas of the parameters. */
function queryValues(
  operation: Operation,
  parameters: readonly (readonly [string, string])[],
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [given, text] of parameters) {
    const name = given.replace(/\[\]$/, "");
    const param = operation.query[name];
    const type = param !== undefined && "type" in param.schema ? param.schema.type : "string";
    const isList = param !== undefined && param.aliases.length > 0;
    const others = values[name];
    if (isList) values[name] = [...(Array.isArray(others) ? (others as unknown[]) : []), text];
    else values[name] = type === "integer" ? Number(text) : type === "boolean" ? text === "true" : text;
  }
  return values;
}

/** A JSON value as a literal of TypeScript, on one line if it is short. */
function typescriptValue(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => typescriptValue(item, inner))
    : Object.entries(value).map(
        ([name, item]) =>
          `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${typescriptValue(item, inner)}`,
      );
  const [open, close] = isList ? ["[", "]"] : ["{ ", " }"];
  const line = `${open}${items.join(", ")}${close}`;
  if (line.length <= 60 && !line.includes("\n")) return line;
  return `${open.trim()}\n${items.map((item) => `${inner}${item},`).join("\n")}\n${indent}${close.trim()}`;
}

function pythonOf(operation: Operation, { path, body, file }: ProgramRequest): string {
  const [plain = "", query = ""] = path.split("?");
  const parameters = [...new URLSearchParams(query)];
  const asked = parameters.length > 0;
  const form = file ?? null;
  const only = (isNeeded: boolean, ...lines: readonly string[]) => (isNeeded ? lines : []);
  const readsAnswer = operation.success.status !== 204;
  const sendsJson = body !== undefined;
  const target = JSON.stringify(`${API_ROOT}${plain}${asked ? "?" : ""}`);
  return [
    ...only(readsAnswer || sendsJson, "import json"),
    "import os",
    ...only(form !== null, "from pathlib import Path"),
    ...only(asked, "from urllib.parse import urlencode"),
    "from urllib.request import Request, urlopen",
    ...only(form !== null, "from uuid import uuid4"),
    "",
    ...only(asked, queryOf(parameters)),
    ...(form === null ? [] : formOf(fileFieldOf(operation), form.name)),
    ...only(sendsJson, `body = ${pythonValue(body)}`),
    "request = Request(",
    `    os.environ["DAYBOOK_URL"] + ${target}${asked ? " + query" : ""},`,
    ...only(operation.method !== "GET", `    method="${operation.method}",`),
    "    headers={",
    `        "Authorization": "Bearer " + os.environ["DAYBOOK_KEY"],`,
    ...only(operation.idempotencyKey === "required", `        "Idempotency-Key": "${OWN_KEY}",`),
    ...only(sendsJson, `        "Content-Type": "application/json",`),
    ...only(form !== null, `        "Content-Type": "multipart/form-data; boundary=" + boundary,`),
    "    },",
    ...only(sendsJson, "    data=json.dumps(body).encode(),"),
    ...only(form !== null, "    data=form,"),
    ")",
    "with urlopen(request) as response:",
    "    print(response.status)",
    ...only(readsAnswer, "    print(json.dumps(json.load(response), indent=2))"),
  ].join("\n");
}

function queryOf(parameters: readonly (readonly [string, string])[]): string {
  const names = [...new Set(parameters.map(([name]) => name))];
  const values = names.map((name): [string, unknown] => {
    const given = parameters.filter(([other]) => other === name).map(([, value]) => value);
    return [name, given.length === 1 ? given[0] : given];
  });
  const repeated = values.some(([, value]) => Array.isArray(value)) ? ", doseq=True" : "";
  return `query = urlencode(${pythonValue(Object.fromEntries(values))}${repeated})`;
}

function formOf(field: string, name: string): string[] {
  return [
    "boundary = uuid4().hex",
    `head = 'Content-Disposition: form-data; name="${field}"; filename="${name}"'`,
    'form = b"".join([',
    '    f"--{boundary}\\r\\n{head}\\r\\n\\r\\n".encode(),',
    `    Path("${name}").read_bytes(),`,
    '    f"\\r\\n--{boundary}--\\r\\n".encode(),',
    "])",
  ];
}

/** A JSON value as a literal of Python, on one line if it is short. */
function pythonValue(value: unknown, indent = ""): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  // Escapes of JSON mean the same in Python, except those of surrogates, which JSON.stringify leaves out.
  if (typeof value !== "object") return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = `${indent}    `;
  const items = isList
    ? value.map((item) => pythonValue(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonValue(item, inner)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const line = `${open}${items.join(", ")}${close}`;
  if (line.length <= 72 && !line.includes("\n")) return line;
  return `${open}\n${items.map((item) => `${inner}${item},`).join("\n")}\n${indent}${close}`;
}
