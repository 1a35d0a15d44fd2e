/**
 * The frame of every page: head, links to skip by, the site's name, the list of all pages and the page
 * itself.
 */
import { html, type Html, type Markup } from "../../core/html.ts";

/** A page of the site, by its path below the mount point; the index has the empty path. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  /** The group of the page in the list of all pages, and its part if the group has parts. */
  readonly group: string;
  readonly part?: string;
  readonly body: Markup;
}

/** The site's path on the server. */
export const DOCS_ROOT = "/docs";

/** The address of a page. */
export function addressOf(path: string): string {
  return path === "" ? DOCS_ROOT : `${DOCS_ROOT}/${path}`;
}

/** Pages of the header, where they exist. */
const HEADER: readonly (readonly [path: string, label: string])[] = [
  ["start", "Start"],
  ["api-reference", "API reference"],
  ["api-reference/errors", "Errors"],
  ["glossary", "Glossary"],
];

/** The whole HTML of a page. */
export function layout(page: Page, pages: readonly Page[], styleAddress: string): Html {
  const groups = Map.groupBy(
    pages.filter(({ path }) => path !== ""),
    ({ group }) => group,
  );
  const parts = (members: readonly Page[]) => [...Map.groupBy(members, ({ part }) => part ?? "")];
  const entry = ({ path, title }: Pick<Page, "path" | "title">) =>
    path === page.path
      ? html`<li><a href="${addressOf(path)}" aria-current="page">${title}</a></li>`
      : html`<li><a href="${addressOf(path)}">${title}</a></li>`;
  const header = HEADER.filter(([path]) => pages.some((other) => other.path === path)).map(([path, title]) =>
    entry({ path, title }),
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.path === "" ? "Daybook" : `${page.title} · Daybook`}</title>
<meta name="description" content="${page.summary}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styleAddress}">
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<a class="skip" href="#pages">Skip to all pages</a>
<header class="site"><div class="bar"><a class="name" href="${DOCS_ROOT}">Daybook</a><nav aria-label="Main"><ul>${header}<li class="narrow"><a href="#pages">All pages</a></li></ul></nav></div></header>
<div class="frame">
<main id="content" tabindex="-1">
${page.body}
</main>
<nav class="side" id="pages" aria-label="All pages">
${[...groups].map(([group, members]) => html`<h2>${group}</h2>${parts(members).map(([part, some]) => html`${part === "" ? null : html`<h3>${part}</h3>`}<ul>${some.map(entry)}</ul>`)}`)}
</nav>
</div>
<footer><div class="bar">Served by this server itself; nothing on this page is loaded from anywhere else.</div></footer>
</body>
</html>
`.html;
}
