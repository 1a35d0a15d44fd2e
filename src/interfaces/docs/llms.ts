/**
 * The list of all pages for language models, in the form of llmstxt.org: a title, a summary, and links to
 * Markdown with a sentence each. Links are absolute; the server puts its own address in.
 */
import { EXAMPLE_ORIGIN } from "../openapi/document.ts";
import { addressOf, twinAddress } from "./addresses.ts";
import { type Page, SEARCH_PATH } from "./layout.ts";

/** The heading under which the standard lists what a reader in a hurry can leave out. */
const OPTIONAL = "Optional";
/** Groups that explain how the project is built or run, rather than how it is used. */
const LESS: ReadonlySet<string> = new Set(["Decisions"]);

/** Returns the text of the file. */
export function llmsText(pages: readonly Page[]): string {
  const listed = pages.filter(({ path }) => path !== "" && path !== SEARCH_PATH);
  const groups = [
    ...Map.groupBy(listed, ({ group, part }) =>
      LESS.has(group) ? OPTIONAL : part === undefined ? group : `${group}: ${part}`,
    ),
  ];
  return `# Daybook

> A self-hostable Finance Data API: a company's books go in, its true statements come out. One HTTP API over double-entry books, a feed of transactions, reports, filings and spreadsheets, and tools for assistants at \`/mcp\`.

- Requests carry an API key, \`Authorization: Bearer svc_...\`, of a member of one company, and paths begin with \`/api/v1\`.
- Amounts are integer cents in fields that end in \`_cents\`, timestamps are Unix seconds, dates are days in Los Angeles.
- The whole reference is also an [OpenAPI 3.1 document](${EXAMPLE_ORIGIN}${addressOf("openapi.json")}).

${groups.map(([heading, members]) => `## ${heading}\n\n${members.map(lineOf).join("\n")}`).join("\n\n")}
`;
}

function lineOf({ path, title, summary }: Page): string {
  const words = summary.replaceAll(/\s+/g, " ").trim();
  const label = title.replaceAll(/[[\]]/g, "");
  return `- [${label}](${EXAMPLE_ORIGIN}${twinAddress(addressOf(path))})${words === "" ? "" : `: ${words}`}`;
}
