/** The list of everything that can be looked up, where the search link leads without scripts. */
import { API_ROOT, type Operation } from "../../contract/operation.ts";
import { ERRORS } from "../../core/errors.ts";
import { html, type Markup } from "../../core/html.ts";
import { addressOf, operationPath, parameterAnchor } from "./addresses.ts";
import type { Page } from "./layout.ts";
import { sortedByName } from "../openapi/published.ts";

/** The content of the page; `pages` are those that people wrote. */
export function searchPage(pages: readonly Page[], operations: readonly Operation[]): Markup {
  const titles = pages.toSorted((a, b) => a.title.localeCompare(b.title, "en"));
  return html`<h1>Search</h1>
<p class="lead">Press <kbd>/</kbd> or <kbd>Ctrl</kbd> <kbd>K</kbd> on any page, and type. Without scripts, find what you need in these lists.</p>
<h2 id="all-operations">Operations</h2>
<ul class="columns">${operations
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(
      (operation) =>
        html`<li><a href="${addressOf(operationPath(operation))}"><code>${operation.method} ${operation.path}</code></a></li>
`,
    )}</ul>
<p class="quiet">All paths begin with <code>${API_ROOT}</code>.</p>
<h2 id="all-pages">Pages</h2>
<ul class="columns">${titles.map(
    ({ path, title }) => html`<li><a href="${addressOf(path)}">${title}</a></li>
`,
  )}</ul>
<h2 id="all-errors">Error codes</h2>
<ul class="columns">${sortedByName(ERRORS).map(
    ([code]) => html`<li><a href="${addressOf("api-reference/errors")}#${code}"><code>${code}</code></a></li>
`,
  )}</ul>
<h2 id="all-parameters">Parameters</h2>
<ul class="columns">${parametersOf(operations).map(
    ([name, of]) =>
      html`<li><code>${name}</code>: ${of.map((operation, index) => html`${index === 0 ? "" : ", "}<a href="${addressOf(operationPath(operation))}#${parameterAnchor(name)}">${operation.summary}</a>`)}</li>
`,
  )}</ul>`;
}

/** The names of parameters with the operations that take them. */
function parametersOf(operations: readonly Operation[]): [string, readonly Operation[]][] {
  const named = operations.flatMap((operation) =>
    Object.keys({ ...operation.pathParams, ...operation.query }).map((name) => ({ name, operation })),
  );
  return sortedByName(
    Object.fromEntries(
      [...Map.groupBy(named, ({ name }) => name)].map(([name, some]): [string, readonly Operation[]] => [
        name,
        some.map(({ operation }) => operation),
      ]),
    ),
  );
}
