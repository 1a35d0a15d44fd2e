/**
 * The frame of every page: head, links to skip by, the site's name, the list of all pages and the page
 * itself.
 */
import { html, type Html, type Markup } from "../../core/html.ts";
import { addressOf, DOCS_ROOT, LLMS_PATH, twinAddress } from "./addresses.ts";

/** A page of the site, by its path below the mount point; the index has the empty path. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  /** The group of the page in the list of all pages, and its part if the group has parts. */
  readonly group: string;
  readonly part?: string;
  readonly body: Markup;
  /** The page's own script, besides the one that all pages have. */
  readonly script?: string;
}

/** The addresses of what all pages load. */
export interface Loaded {
  readonly style: string;
  /** The addresses of scripts by their names. */
  readonly scripts: ReadonlyMap<string, string>;
  /** The index of the search. */
  readonly index: string;
}

/** The page that lists everything, where the search link leads without scripts. */
export const SEARCH_PATH = "search";

/** Pages of the header, where they exist. */
const HEADER: readonly (readonly [path: string, label: string])[] = [
  ["start", "Start"],
  ["api-reference", "API reference"],
  ["api-reference/errors", "Errors"],
  ["changelog", "Changelog"],
];

/** The whole HTML of a page. */
export function layout(page: Page, pages: readonly Page[], loaded: Loaded): Html {
  const entry = ({ path, title }: Pick<Page, "path" | "title">) =>
    path === page.path
      ? html`<li><a href="${addressOf(path)}" aria-current="page">${title}</a></li>`
      : html`<li><a href="${addressOf(path)}">${title}</a></li>`;
  const header = HEADER.filter(([path]) => pages.some((other) => other.path === path)).map(([path, title]) =>
    entry({ path, title }),
  );
  const twin = pages.includes(page) ? twinAddress(addressOf(page.path)) : null;
  const scripts = ["site.js", ...(page.script === undefined ? [] : [page.script])].flatMap(
    (name) => loaded.scripts.get(name) ?? [],
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.path === "" ? "Daybook" : `${page.title} · Daybook`}</title>
<meta name="description" content="${page.summary}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${loaded.style}">
${twin === null ? null : html`<link rel="alternate" type="text/markdown" href="${twin}">`}
${scripts.map((address) => html`<script type="module" src="${address}"></script>`)}
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<a class="skip" href="#pages">Skip to all pages</a>
<header class="site"><div class="bar"><a class="name" href="${DOCS_ROOT}">Daybook</a><nav aria-label="Main"><ul>${header}<li class="narrow"><a href="#pages">All pages</a></li></ul></nav><a class="find" href="${addressOf(SEARCH_PATH)}"${page.path === SEARCH_PATH ? html` aria-current="page"` : null} data-index="${loaded.index}">Search <kbd>/</kbd></a></div></header>
<div class="frame">
<main id="content" tabindex="-1">
${page.body}
</main>
<nav class="side" id="pages" aria-label="All pages">
${listOf(page, pages, entry)}
</nav>
</div>
<footer><div class="bar">Served by this server itself; nothing on this page is loaded from anywhere else.${twin === null ? null : html` <a href="${twin}">This page as Markdown</a>. <a href="${LLMS_PATH}">All pages as Markdown</a>.`}</div></footer>
</body>
</html>
`.html;
}

/** The list of all pages by group; parts with many pages are open only around the page that is shown. */
function listOf(page: Page, pages: readonly Page[], entry: (page: Page) => Markup): Markup {
  const listed = pages.filter(({ path }) => path !== "" && path !== SEARCH_PATH);
  const groups = [...Map.groupBy(listed, ({ group }) => group)];
  return html`${groups.map(
    ([group, members]) =>
      html`<h2>${group}</h2>${[...Map.groupBy(members, ({ part }) => part ?? "")].map(([part, some]) => {
        const list = html`<ul>${some.map(entry)}</ul>`;
        if (part === "") return list;
        const open = some.includes(page) ? html` open` : null;
        return html`<details${open}><summary>${part}</summary>${list}</details>`;
      })}`,
  )}`;
}
