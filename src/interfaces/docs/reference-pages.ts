/** The pages over all operations: the list by tag, errors by code, permissions and limits. */
import { API_ROOT, type Operation } from "../../contract/operation.ts";
import { AREAS, levelsOf, PRESETS } from "@daybook/words/areas";
import { errorBody, ERRORS, refuse } from "../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { declaredErrors } from "../openapi/declared-errors.ts";
import { requirementsOf, TAGS } from "../openapi/document.ts";
import { sortedByName } from "../openapi/published.ts";
import { html, type Markup, prose } from "../../core/html.ts";
import { addressOf, DOCS_ROOT, operationPath } from "./addresses.ts";

function linkTo(operation: Operation): Markup {
  return html`<a href="${addressOf(operationPath(operation))}">${operation.summary}</a>`;
}

/** Operations by tag, in the order of the tags. */
export function byTag(operations: readonly Operation[]): [string, readonly Operation[]][] {
  return Object.keys(TAGS)
    .map((tag): [string, readonly Operation[]] => [
      tag,
      operations.filter((operation) => operation.tag === tag),
    ])
    .filter(([, members]) => members.length > 0);
}

export function operationList(operations: readonly Operation[]): Markup {
  return html`<h1>API reference</h1>
<p class="lead">Every operation reads or changes the records of one company: the one that the API key belongs to.</p>
<p>Send the key with each request. In the examples, <code>DAYBOOK_URL</code> is the address of the server and <code>DAYBOOK_KEY</code> is an API key; <code>daybook start</code> prints both. Answers are JSON. Amounts are integer cents in fields that end in <code>_cents</code>, timestamps are Unix seconds, dates are days in Los Angeles. The whole reference is also an <a href="${DOCS_ROOT}/openapi.json">OpenAPI 3.1 document</a>.</p>
${byTag(operations).map(
  ([tag, members]) => html`<h2 id="${tag.toLowerCase()}">${tag}</h2>
<p>${TAGS[tag] ?? ""}</p>
<ul class="cards wide">${members.map(
    (
      operation,
    ) => html`<li><h3>${linkTo(operation)}</h3><p><span class="method">${operation.method}</span> <code>${API_ROOT}${operation.path}</code></p></li>
`,
  )}</ul>`,
)}`;
}

export function errorPage(operations: readonly Operation[], docsUrl: string): Markup {
  const answering = operations.map((operation) => ({
    operation,
    codes: declaredErrors(operation).map(({ code }) => code),
  }));
  return html`<h1>Errors</h1>
<p class="lead">Every error has this form. A refused request changes nothing.</p>
<pre tabindex="0"><code>${JSON.stringify(errorBody(refuse("invalid_date", { param: "date" }), docsUrl), null, 2)}</code></pre>
<p>Branch on <code>code</code>; <code>type</code> and <code>code</code> are stable, <code>message</code> is for people and may change. <code>param</code> names the offending input, when there is one. <code>doc_url</code> links to the code's section on this page. An unknown path returns <code>resource_missing</code>, once the key is accepted.</p>
<div class="scroll" tabindex="0" role="group" aria-label="All codes"><table><thead><tr><th scope="col">status</th><th scope="col">code</th><th scope="col">type</th></tr></thead>
<tbody>${sortedByName(ERRORS)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(
      ([
        code,
        { status, type },
      ]) => html`<tr><td>${status}</td><td><a href="#${code}"><code>${code}</code></a></td><td class="quiet">${type}</td></tr>
`,
    )}</tbody></table></div>
${sortedByName(ERRORS).map(([code, { status, type, message, advice }]) => {
  const members = answering
    .filter(({ codes }) => codes.some((other) => other === code))
    .map(({ operation }) => operation);
  return html`<section><h2 id="${code}"><code>${code}</code></h2>
<p><strong>${status}</strong> · <span class="quiet">${type}</span></p>
<p>${prose(message)}</p>
<p><strong>Retry?</strong> ${prose(advice)}</p>
<p class="quiet">${members.length === operations.length ? "Any operation may return it." : members.length === 0 ? "No operation returns it yet." : html`Returned by: ${members.map((operation, index) => html`${index === 0 ? "" : ", "}${linkTo(operation)}`)}.`}</p></section>
`;
})}`;
}

export function permissionPage(operations: readonly Operation[]): Markup {
  return html`<h1>Permissions</h1>
<p class="lead">An API key acts as its owner: each request needs the owner to have the levels below at that moment.</p>
<p>Levels are ordered: <code>manage</code> includes <code>view</code>. Every request also needs <code>api_access: manage</code>.</p>
<h2 id="operations">What each operation needs</h2>
<div class="scroll" tabindex="0" role="group" aria-label="What each operation needs"><table class="stack"><thead><tr><th scope="col">operation</th><th scope="col">needs</th></tr></thead>
<tbody>${operations.map(
    (
      operation,
    ) => html`<tr><td>${linkTo(operation)}</td><td>${requirementsOf(operation).map(({ area, level }) => html`<code>${area}: ${level}</code> `)}</td></tr>
`,
  )}</tbody></table></div>
<h2 id="areas">Areas and levels</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Areas and levels"><table><thead><tr><th scope="col">area</th><th scope="col">levels</th><th scope="col">admin</th><th scope="col">read_only</th></tr></thead>
<tbody>${AREAS.map(
    (
      area,
    ) => html`<tr><td><code>${area}</code></td><td>${levelsOf(area).join(", ")}</td><td>${PRESETS.admin[area]}</td><td>${PRESETS.read_only[area]}</td></tr>
`,
  )}</tbody></table></div>`;
}

export function limitPage(): Markup {
  return html`<h1>Limits</h1>
<p class="lead">Every limit of the service, by name.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Limits"><table class="stack"><thead><tr><th scope="col">limit</th><th scope="col">value</th><th scope="col">meaning</th></tr></thead>
<tbody>${sortedByName(LIMITS).map(
    ([
      name,
      { value, unit, meaning },
    ]) => html`<tr id="${name}"><td><code>${name}</code></td><td>${value.toLocaleString("en-US")} ${unit}</td><td>${prose(meaning)}</td></tr>
`,
  )}</tbody></table></div>`;
}
