/**
 * The site: all of its pages, made from the operation cards, the pages under `docs/` and the
 * published files. Invariant: every link between pages leads to a page that exists.
 */
import type { Operation } from "../../contract/operation.ts";
import { assert } from "@daybook/words/assert";
import type { ExampleAnswer } from "../openapi/document.ts";
import { configPage } from "../openapi/published.ts";
import { html, lazyMarkup, type Markup } from "../../core/html.ts";
import { addressOf, DOCS_ROOT, operationPath } from "./addresses.ts";
import { type Page, SEARCH_PATH } from "./layout.ts";
import { type RenderedPage, renderMarkdown } from "./markdown.ts";
import { operationBody } from "./operation-page.ts";
import { guidePlace } from "./guide-order.ts";
import { searchPage } from "./search-page.ts";
import { byTag, errorPage, limitPage, operationList, permissionPage } from "./reference-pages.ts";

/** The sources of the site. */
export interface SiteSources {
  readonly operations: readonly Operation[];
  /** The examples of each operation as they were sent, with their answers. */
  readonly examples: ReadonlyMap<string, readonly ExampleAnswer[]>;
  /** Pages in Markdown by their path below `docs/`; the changelog lies above. */
  readonly pages: ReadonlyMap<string, string>;
  /** Names of the files that are served beside the pages, such as `openapi.json`. */
  readonly files: readonly string[];
  /** Addresses of pictures by their names in `docs/pictures/`. */
  readonly pictures: ReadonlyMap<string, string>;
  /** The address of the site itself, which examples of errors lead to. */
  readonly docsUrl: string;
}

type Folder = readonly [folder: string, group: string];

/**
 * The groups for pages of each folder, in the order of the site; the reference comes between the two lists.
 */
const BEFORE_REFERENCE: readonly Folder[] = [
  ["", "Daybook"],
  ["guides/", "Guides"],
  ["concepts/", "Concepts"],
  ["operating/", "Operating"],
];
const AFTER_REFERENCE: readonly Folder[] = [
  ["decisions/", "Decisions"],
  ["../", "Changes"],
];
/** Pages whose text lies elsewhere than its address says: the changelog is a file of the project's root. */
const CHANGELOG = "../CHANGELOG.md";

/** Pages that come first in their folder; the others follow by name. */
const FIRST = /(^start|(^|\/)index)\.md$/;

const CONFIGURATION = "operating/configuration.md";

/** All pages, the index first. A page's body is made when it is read for the first time. */
export function makeSite(sources: SiteSources): Page[] {
  const written = new Map([...sources.pages, [CONFIGURATION, configPage()]]);
  const rendered = [...written].map(([path, text]) => ({
    path,
    page: renderMarkdown(
      text,
      (target) => resolve(target, path, written, sources.files),
      (target) => pictureOf(target, path, sources.pictures),
    ),
  }));
  const group = ([folder, name]: Folder): Page[] =>
    rendered
      .filter(({ path }) => path.slice(0, path.lastIndexOf("/") + 1) === folder)
      .toSorted(
        (a, b) =>
          Number(FIRST.test(b.path)) - Number(FIRST.test(a.path)) ||
          placeOf(a.path) - placeOf(b.path) ||
          (a.path < b.path ? -1 : 1),
      )
      .map(({ path, page }) => pageOf(path, name, page));
  const pages = [
    ...BEFORE_REFERENCE.flatMap(group),
    ...reference(sources),
    ...AFTER_REFERENCE.flatMap(group),
  ];
  const own = pages.filter(({ path }) => !path.startsWith("api-reference/"));
  const search: Page = {
    path: SEARCH_PATH,
    title: "Search",
    summary: "Every page, operation, parameter and error code.",
    group: "Daybook",
    body: lazyMarkup(() => searchPage(own, sources.operations)),
  };
  const site = [index(pages), search, ...pages];
  assert(new Set(site.map(({ path }) => path)).size === site.length, "two pages of the site have one path");
  return site;
}

function pageOf(path: string, group: string, { title, summary, body }: RenderedPage): Page {
  const part = partOf(path);
  return { path: pathOf(path), title, summary, group, ...(part === undefined ? {} : { part }), body };
}

/** The part of a page in its group: guides have parts by need, and the decisions are folded up. */
function partOf(path: string): string | undefined {
  if (path.startsWith("guides/")) return guidePlace(path)?.part ?? "More";
  return /^decisions\/\d/.test(path) ? "By number" : undefined;
}

/** The place of a guide among the guides; other pages stand by name. */
function placeOf(path: string): number {
  return path.startsWith("guides/") ? (guidePlace(path)?.place ?? Number.MAX_SAFE_INTEGER) : 0;
}

/** Generated files that are pages of the site. */
const PUBLISHED_PAGES: Readonly<Record<string, string>> = {
  "config.md": "operating/configuration",
  "errors.json": "api-reference/errors",
  "limits.json": "api-reference/limits",
  "permissions.json": "api-reference/permissions",
};

/** The path of a page from the file it is written in; a folder's `index.md` has the path of the folder. */
function pathOf(file: string): string {
  if (file === CHANGELOG) return "changelog";
  return file.replace(/(\/index)?\.md$/, "");
}

/** The address of a link in a page of `docs/`: another page, a file, or an address outside. */
function resolve(
  target: string,
  from: string,
  pages: ReadonlyMap<string, string>,
  files: readonly string[],
): string | null {
  if (/^https?:\/\//.test(target) || target.startsWith("#")) return target;
  // Pages name each other as they lie in the project, so that they are links there too.
  const { pathname, hash } = new URL(target, `http://project/docs/${from}`);
  const file = /^\/(?:published|docs(?=\/[^/]+\.json$))\/([^/]+)$/.exec(pathname)?.[1];
  if (file !== undefined) {
    const page = PUBLISHED_PAGES[file];
    if (page !== undefined) return addressOf(page);
    return files.includes(file) ? `${DOCS_ROOT}/${file}` : null;
  }
  const path = pathname.startsWith("/docs/") ? pathname.slice("/docs/".length) : `..${pathname}`;
  return pages.has(path) ? `${addressOf(pathOf(path))}${hash}` : null;
}

/** The address of a picture that a page of `docs/` names; null for every other target. */
function pictureOf(target: string, from: string, pictures: ReadonlyMap<string, string>): string | null {
  const page = `http://project/docs/${from}`;
  if (!URL.canParse(target, page)) return null;
  const name = /^http:\/\/project\/docs\/pictures\/([^/]+)$/.exec(new URL(target, page).href)?.[1];
  return pictures.get(name ?? "") ?? null;
}

function reference({ operations, examples, docsUrl }: SiteSources): Page[] {
  const group = "API reference";
  const page = (path: string, title: string, summary: string, body: () => Markup): Page => ({
    path,
    title,
    summary,
    group,
    body: lazyMarkup(body),
  });
  return [
    page("api-reference", "All operations", "Every operation, by what it is about.", () =>
      operationList(operations),
    ),
    page("api-reference/errors", "Errors", "Every error code, with what to do about it.", () =>
      errorPage(operations, docsUrl),
    ),
    page("api-reference/permissions", "Permissions", "Areas, levels, and what each operation needs.", () =>
      permissionPage(operations),
    ),
    page("api-reference/limits", "Limits", "Everything that has a bound.", limitPage),
    ...byTag(operations).flatMap(([part, members]) =>
      members.map((operation) => ({
        ...page(operationPath(operation), operation.summary, operation.description, () =>
          operationBody(operation, examples.get(operation.id) ?? []),
        ),
        part,
        script: "try.js",
      })),
    ),
  ];
}

function index(pages: readonly Page[]): Page {
  const groups = Map.groupBy(
    pages.filter(({ path }) => !path.startsWith("decisions/") && !isOperation(path)),
    ({ group }) => group,
  );
  return {
    path: "",
    title: "Daybook",
    summary: "Daybook: companies' books in, true statements out.",
    group: "Daybook",
    body: html`<h1>Daybook</h1>
<p class="lead">A self-hostable Finance Data API: a company's books go in, its true statements come out.</p>
${[...groups].map(
  ([group, members]) => html`<h2>${group}</h2>
${[...Map.groupBy(members, ({ part }) => part ?? "")].map(
  ([part, some]) =>
    html`${
      part === ""
        ? null
        : html`<h3>${part}</h3>
`
    }${cards(some, part === "" ? "h3" : "h4")}`,
)}`,
)}`,
  };
}

/** True for the page of an operation, which the index does not list. */
function isOperation(path: string): boolean {
  return /^api-reference\/(?!errors$|permissions$|limits$)/.test(path);
}

function cards(pages: readonly Page[], heading: "h3" | "h4"): Markup {
  return html`<ul class="cards wide">${pages.map(({ path, title, summary }) => {
    const link = html`<a href="${addressOf(path)}">${title}</a>`;
    return html`<li>${heading === "h3" ? html`<h3>${link}</h3>` : html`<h4>${link}</h4>`}<p class="quiet">${summary}</p></li>
`;
  })}</ul>
`;
}
