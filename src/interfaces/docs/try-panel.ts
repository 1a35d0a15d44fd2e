/**
 * The panel with which a reader sends a request of the page's operation to this server, with a key of their
 * own. The page holds the fields; `browser/try.js` shows the panel and sends what is in it. Without scripts
 * it stays hidden.
 */
import { API_ROOT, isFileSchema, keyUse, type Operation } from "../../contract/operation.ts";
import type { Param } from "../../contract/params.ts";
import { html, type Markup } from "../../core/html.ts";
import type { ExampleAnswer } from "../openapi/document.ts";

/** The panel of an operation; the example fills in placeholders and the body. */
export function tryPanel(operation: Operation, example: ExampleAnswer | undefined): Markup {
  const { method, path, hints, pathParams, query } = operation;
  const values = valuesOf(operation, example);
  const inPath = Object.entries(pathParams).map(([name, param]) => field("path", name, param, values));
  const inQuery = Object.entries(query)
    .filter(([, { deprecated }]) => !deprecated)
    .map(([name, param]) => field("query", name, param, values));
  const warning = hints.readOnly
    ? ""
    : hints.destructive
      ? "This deletes or replaces records of your company."
      : "This changes records of your company.";
  return html`<section class="try" id="try" hidden data-method="${method}" data-path="${API_ROOT}${path}" data-warning="${warning}">
<h2 id="try-it">Try it</h2>
<form autocomplete="off">
<p class="quiet">The request goes from this page to this server. The key stays in this tab and is forgotten when the tab is closed.</p>
<div class="fields">
<label><span>API key</span><input type="password" name="key" required spellcheck="false" autocomplete="off" placeholder="svc_..."></label>
${inPath}${inQuery}${keyUse(operation) === "unused" ? null : html`<label><span>Idempotency-Key <span class="quiet">header</span></span><input type="text" name="idempotency-key" data-place="header" spellcheck="false"${keyUse(operation) === "required" ? html` required` : null}></label>`}
${formFields(operation, values)}
</div>
${jsonField(operation, example)}
<div class="row"><button type="submit">Send</button>${values.size === 0 ? null : html`<button type="button" class="plain" data-fill>Fill in the example</button>`}<button type="button" class="plain" data-forget>Forget the key</button></div>
</form>
<dialog class="confirm" aria-labelledby="confirm-title"><h3 id="confirm-title">Send this request?</h3><p>${warning}</p><pre><code data-request></code></pre><form method="dialog" class="row"><button value="send">Send it</button><button value="cancel" class="plain" autofocus>Cancel</button></form></dialog>
<div class="answer" aria-live="polite" hidden><p class="status"></p><dl class="headers"></dl><pre tabindex="0"><code data-body></code></pre></div>
</section>`;
}

/** The values of the example by the place and name of their parameter. */
function valuesOf(
  { path, query, body }: Operation,
  example: ExampleAnswer | undefined,
): ReadonlyMap<string, string> {
  const [examplePath = "", exampleQuery = ""] = (example?.path ?? "").split("?");
  const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  const inPath = Object.entries(pattern.exec(examplePath)?.groups ?? {});
  const given = [...new URLSearchParams(exampleQuery)];
  const inQuery = Object.keys(query).flatMap((name) => {
    const values = given.filter(([key]) => key === name || key === `${name}[]`).map(([, value]) => value);
    return values.length === 0 ? [] : [[`query ${name}`, values.join("\n")] as const];
  });
  const sent = isForm(body) ? Object.entries(example?.sent ?? {}) : [];
  return new Map([
    ...sent.map(([name, value]) => [`form ${name}`, formText(value)] as const),
    ...inPath.map(([name, value]) => [`path ${name}`, decodeURIComponent(value)] as const),
    ...inQuery,
  ]);
}

type Body = Operation["body"];

/** True for a body that the panel sends as a form. */
function isForm(body: Body): body is Extract<Body, { mode: "form" | "stream" }> {
  return body.mode === "form" || body.mode === "stream";
}

/** A value as a form has it: texts as they are, everything else as JSON. */
function formText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

function field(
  place: "path" | "query",
  name: string,
  param: Param<unknown>,
  values: ReadonlyMap<string, string>,
): Markup {
  const example = values.get(`${place} ${name}`) ?? "";
  const isList = param.aliases.length > 0;
  const sentAs = isList ? `${name}${param.aliases[0] ?? ""}` : name;
  const isRequired = param.required || place === "path";
  const required = isRequired ? html` required` : null;
  const choices = choicesOf(param.schema);
  const label = html`<span>${name} <span class="quiet">${place}${isRequired ? ", required" : ""}${isList ? ", one a line" : ""}</span></span>`;
  if (isList)
    return html`<label>${label}<textarea name="${sentAs}" data-place="list" rows="2" spellcheck="false" placeholder="${example}"${required}></textarea></label>`;
  if (choices.length > 0)
    return html`<label>${label}<select name="${sentAs}" data-place="${place}" data-example="${example}"${required}><option value=""></option>${choices.map((choice) => html`<option>${choice}</option>`)}</select></label>`;
  return html`<label>${label}<input type="text" name="${sentAs}" data-place="${place}" spellcheck="false" placeholder="${example}"${required}></label>`;
}

/** The words of a parameter that takes one of a few. */
function choicesOf(schema: object): readonly string[] {
  if ("enum" in schema && Array.isArray(schema.enum)) return schema.enum.map(String);
  return "type" in schema && schema.type === "boolean" ? ["true", "false"] : [];
}

/** The fields of a form, its file among them. */
function formFields({ body }: Operation, values: ReadonlyMap<string, string>): readonly Markup[] {
  if (!isForm(body)) return [];
  const needed: readonly string[] = body.schema.required ?? [];
  return Object.entries(body.schema.properties).map(([name, schema]) => {
    const isFile = isFileSchema(schema);
    const choices = choicesOf(schema);
    const isJson = !isFile && choices.length === 0 && !("type" in schema && schema.type === "string");
    const example = values.get(`form ${name}`) ?? "";
    const isRequired = needed.includes(name);
    const required = isRequired ? html` required` : null;
    const label = html`<span>${name} <span class="quiet">${isFile ? "file" : "form"}${isRequired ? ", required" : ""}${isJson ? ", JSON" : ""}</span></span>`;
    if (isFile)
      return html`<label>${label}<input type="file" name="${name}" data-place="file"${required}></label>`;
    if (choices.length > 0)
      return html`<label>${label}<select name="${name}" data-place="form" data-example="${example}"${required}><option value=""></option>${choices.map((choice) => html`<option>${choice}</option>`)}</select></label>`;
    if (isJson)
      return html`<label>${label}<textarea name="${name}" data-place="form" rows="4" spellcheck="false" placeholder="${example}"${required}></textarea></label>`;
    return html`<label>${label}<input type="text" name="${name}" data-place="form" spellcheck="false" placeholder="${example}"${required}></label>`;
  });
}

function jsonField({ body }: Operation, example: ExampleAnswer | undefined): Markup {
  if (!("schema" in body) || isForm(body)) return html``;
  const text = example?.sent === undefined ? "" : JSON.stringify(example.sent, null, 2);
  const rows = Math.min(24, Math.max(4, text.split("\n").length + 1));
  return html`<label class="wide"><span>Body <span class="quiet">JSON</span></span><textarea name="body" data-place="body" rows="${rows}" spellcheck="false">${text}</textarea></label>`;
}
