/**
 * The page of one operation: what it takes, who may call it, what it answers and every way in which it is
 * refused.
 */
import type { TObject } from "typebox";
import { API_ROOT, isFileSchema, type KeyUse, keyUse, type Operation } from "../../contract/operation.ts";
import type { Param } from "../../contract/params.ts";
import { LIMITS } from "@daybook/words/limits";
import { declaredErrors } from "../openapi/declared-errors.ts";
import { type ExampleAnswer, requirementsOf } from "../openapi/document.ts";
import { fieldsOf, fieldTable, type NamedObject, typeWords } from "./fields.ts";
import { html, type Markup, prose } from "../../core/html.ts";
import { addressOf, parameterAnchor } from "./addresses.ts";
import { type Program, type ProgramRequest, programsOf } from "./programs.ts";
import { tryPanel } from "./try-panel.ts";

/** What the page says of the header `Idempotency-Key`. */
const KEY_SENTENCE: Readonly<Record<KeyUse, string>> = {
  required: "The header `Idempotency-Key` is required. ",
  optional:
    "With a header `Idempotency-Key` of your own, a request that is sent again within 24 hours is carried out once: the same key and input give the first answer again, with the header `Idempotent-Replayed: true`, and other input is refused. Without one: ",
  unused: "",
};

/** The examples of an operation as they were sent, with their answers; as the card has them if none were. */
function examplesOf({ examples }: Operation, answered: readonly ExampleAnswer[]): SentExample[] {
  return examples.map(({ title, path, body, file }) => {
    const {
      path: sentTo = path,
      sent = body,
      body: answer = null,
    } = answered.find((each) => each.title === title) ?? {};
    return {
      title,
      path: sentTo,
      answer,
      ...(sent === undefined ? {} : { body: sent }),
      ...(file === undefined ? {} : { file }),
    };
  });
}

interface SentExample extends ProgramRequest {
  readonly title: string;
  /** The response; null if it is empty. */
  readonly answer: unknown;
}

/** What a block of code of a language is called in Markdown. */
const FENCES: Readonly<Record<Program["language"], string>> = {
  curl: "sh",
  typescript: "ts",
  python: "python",
};

/** The content of an operation's page. */
export function operationBody(operation: Operation, answered: readonly ExampleAnswer[]): Markup {
  const { own, named } = fieldsOf(operation.success.schema);
  return html`<h1>${operation.summary}</h1>
<p class="route"><span class="method">${operation.method}</span> <code>${API_ROOT}${operation.path}</code> <span class="quiet">operation</span> <code>${operation.id}</code> ${operation.deprecated === undefined ? null : html`<strong class="flag">deprecated</strong>`}</p>
<p class="lead">${prose(operation.description)}</p>
${operation.deprecated === undefined ? null : html`<p>${prose(operation.deprecated)}</p>`}
${operation.concealment === undefined ? null : html`<p>${prose(operation.concealment)}</p>`}
<h2 id="permissions">Who may call it</h2>
<p>An API key whose owner has ${requirementsOf(operation).map(({ area, level }, index, all) => html`${index === 0 ? "" : index === all.length - 1 ? " and " : ", "}<code>${area}: ${level}</code>`)}. <a href="${addressOf("api-reference/permissions")}">All permissions</a>.</p>
<h2 id="parameters">Parameters</h2>
${parametersOf(operation)}
<p class="quiet">${operation.unknownQuery === "ignored" ? "Parameters with other names are ignored." : "A parameter with another name is refused."} ${bodyWords(operation)}</p>
${bodyOf(operation, named)}
<h2 id="examples">Examples</h2>
${examplesOf(operation, answered).map((example, index) => exampleMarkup(operation, example, index + 1))}
${tryPanel(operation, answered[0])}
<h2 id="response">Response ${operation.success.status}</h2>
<p>${prose(operation.success.description)} ${pagingOf(operation)}</p>
${repeatedOf(operation)}
${own.length === 0 ? null : fieldTable(own, "Members of the response", named)}
${objectsOf(named, named)}
<h2 id="errors">Errors</h2>
${errorsOf(operation)}
<h2 id="repeating">Repeating a call, and limits</h2>
<p>${prose(KEY_SENTENCE[keyUse(operation)])}${prose(operation.idempotency)}</p>
${limitsOf(operation)}
`;
}

/** The command line that sends a form: its files, and what else it needs. */
function formCurlOf({ method, path }: Operation, { properties, ...schema }: TObject): string {
  const required: readonly string[] = schema.required ?? [];
  const files = Object.keys(properties).filter((name) => isFileSchema(properties[name]));
  const sent = [
    ...required.filter((name) => !files.includes(name)).map((name) => `-F ${name}=...`),
    ...files.map((name) => `-F ${name}=@...`),
  ];
  return `curl -X ${method} "$DAYBOOK_URL${API_ROOT}${path}" \\\n  -H "Authorization: Bearer $DAYBOOK_KEY" \\\n  ${sent.join(" ")}`;
}

function bodyWords({ body }: Operation): string {
  if (body.mode === "none") return "It accepts no request body, not even one byte.";
  if (body.mode === "json")
    return `The body${body.optional ? ", which is optional," : ""} is one JSON object; members with other names are refused.`;
  if (body.mode === "stream")
    return "The body is a form (multipart/form-data) with that one file, which is checked while it arrives; other fields are refused.";
  return body.mode === "form"
    ? "The body is a form (multipart/form-data), in which lists and objects are JSON, or one JSON object with the same fields except files; fields with other names are refused."
    : "";
}

/** The fields of the body; required ones are marked. Objects of `described` are described with the response. */
function bodyOf(operation: Operation, described: readonly NamedObject[]): Markup {
  const { body } = operation;
  if (!("schema" in body)) return html``;
  const { own, named } = fieldsOf(body.schema);
  const required: readonly string[] = body.schema.required ?? [];
  return html`<h2 id="body">Body</h2>
${body.mode === "form" ? html`<pre tabindex="0" data-language="sh"><code>${formCurlOf(operation, body.schema)}</code></pre>` : null}
${fieldTable(own, "Fields of the body", named, required)}
${objectsOf(
  named.filter(({ name }) => !described.some((other) => other.name === name)),
  named,
)}`;
}

function objectsOf(objects: readonly NamedObject[], named: readonly NamedObject[]): Markup {
  return html`${objects.map(({ name, fields }) => html`<h3 id="${name}">${name}</h3>${fieldTable(fields, `Members of ${name}`, named)}`)}`;
}

function repeatedOf({ success: { repeated } }: Operation): Markup {
  return repeated === undefined
    ? html``
    : html`<p>Status ${repeated.status}: ${prose(repeated.description)}</p>`;
}

function parametersOf(operation: Operation): Markup {
  const path = Object.entries(operation.pathParams);
  const query = Object.entries(operation.query);
  if (path.length + query.length === 0) return html`<p>None.</p>`;
  const row =
    (place: string) =>
    ([name, param]: [string, Param<unknown>]) =>
      html`<tr id="${parameterAnchor(name)}">
<td><code>${param.aliases.length > 0 ? `${name}${param.aliases[0] ?? ""}` : name}</code> <span class="quiet">${place}</span> ${param.required ? html`<strong class="flag">required</strong>` : param.deprecated ? html`<strong class="flag">deprecated</strong>` : null}</td>
<td class="quiet">${prose(typeWords(param.schema))}</td>
<td>${prose(param.description)}${defaultOf(param.schema)}${param.aliases.length > 0 ? html` <code>${name}</code> is accepted too.` : null}</td></tr>
`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Parameters"><table class="stack">
<thead><tr><th scope="col">name</th><th scope="col">type</th><th scope="col">meaning</th></tr></thead>
<tbody>${path.map(row("path"))}${query.map(row("query"))}</tbody></table></div>`;
}

function defaultOf(schema: object): string {
  return "default" in schema ? ` Default ${String(schema.default)}.` : "";
}

function pagingOf({ paging }: Operation): Markup {
  if (paging.kind === "cursor") {
    return html`While <code>has_more</code> is true, pass <code>next_cursor</code> as <code>starting_after</code>, with the same filters. A cursor that is unknown or filtered out returns <code>${paging.badCursor}</code>.`;
  }
  return paging.kind === "whole" ? html`The list is complete; there are no pages.` : html``;
}

/** An example in each language, as tabs that work without scripts, and its answer. */
function exampleMarkup(operation: Operation, example: SentExample, number: number): Markup {
  const programs = programsOf(operation, example);
  const name = `example-${number}`;
  return html`<h3 id="${name}">${example.title}</h3>
<fieldset class="languages"><legend>Language of the example</legend>${programs.map(({ language, label }, index) => html`<input type="radio" name="${name}" id="${name}-${language}" value="${language}"${index === 0 ? html` checked` : null}><label for="${name}-${language}">${label}</label>`)}${programs.map(({ language, text }) => html`<pre tabindex="0" data-language="${FENCES[language]}"><code>${text}</code></pre>`)}</fieldset>
${example.answer === null ? html`<p class="answered">The answer has status ${operation.success.status} and no body.</p>` : html`<p class="answered">The answer, with status ${operation.success.status}:</p><pre tabindex="0" data-language="json"><code>${JSON.stringify(example.answer, null, 2)}</code></pre>`}
`;
}

function errorsOf(operation: Operation): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Errors"><table class="stack">
<thead><tr><th scope="col">status</th><th scope="col">code</th><th scope="col">param</th><th scope="col">when</th></tr></thead>
<tbody>${declaredErrors(operation).map(
    ({
      status,
      code,
      params,
      when,
    }) => html`<tr><td>${status}</td><td><a href="${addressOf("api-reference/errors")}#${code}"><code>${code}</code></a></td><td>${params.map((name, index) => html`${index === 0 ? "" : ", "}<code>${name}</code>`)}</td><td>${prose(when.join(" "))}</td></tr>
`,
  )}</tbody></table></div>`;
}

function limitsOf({ limits }: Operation): Markup {
  if (limits.length === 0)
    return html`<p class="quiet">No limits of its own. <a href="${addressOf("api-reference/limits")}">All limits</a>.</p>`;
  return html`<ul>${limits.map((name) => html`<li>${prose(LIMITS[name].meaning)} <code>${LIMITS[name].value}</code> ${LIMITS[name].unit}.</li>`)}</ul>`;
}
