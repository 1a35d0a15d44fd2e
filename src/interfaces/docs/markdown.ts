/**
 * Pages written in Markdown, as HTML. Invariants: markup in a page is shown as text, never passed on;
 * every heading has an anchor; a link to another page of the project leads to that page of the site; only
 * pictures of the site are shown.
 */
import { Marked, type Token, type Tokens } from "marked";
import { escape, lazyMarkup, type Markup, raw } from "../../core/html.ts";

export interface RenderedPage {
  readonly title: string;
  /** The first sentence as plain text. */
  readonly summary: string;
  readonly body: Markup;
}

/** Gives the address of a target, resolved against the page; null where the site has no such thing. */
export type ResolveLink = (target: string) => string | null;

/** The blocks at the beginning of a page that hold its heading and its first sentence. */
const OPENING_BLOCKS = 2;

/** The anchor of a heading: its words in lower case, joined by hyphens. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}

/**
 * Renders a page; its body when it is read, because title and summary of all pages are needed to show one.
 * Images whose target is no `picture` are their alternative text.
 */
export function renderMarkdown(text: string, resolve: ResolveLink, picture: ResolveLink): RenderedPage {
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text: markup }: Tokens.HTML | Tokens.Tag) => escape(markup),
      image({ href, text: alternative }: Tokens.Image) {
        const address = picture(href);
        return address === null
          ? escape(alternative)
          : `<img src="${escape(address)}" alt="${escape(alternative)}" loading="lazy">`;
      },
      heading({ tokens, depth, text: words }: Tokens.Heading) {
        return `<h${depth} id="${escape(anchorOf(words))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const address = resolve(href);
        return address === null ? inner : `<a href="${escape(address)}">${inner}</a>`;
      },
      code: ({ text: code, lang = "" }: Tokens.Code) =>
        `<pre tabindex="0"${/^\w+$/.test(lang) ? ` data-language="${lang}"` : ""}><code>${escape(code)}</code></pre>\n`,
      table(token: Tokens.Table) {
        // A column that is set to the right is one of figures.
        const cells = (row: readonly Tokens.TableCell[], start: string, end: string) =>
          row
            .map(
              ({ align, tokens }) =>
                `<${start}${align === "right" ? ' class="figure"' : ""}>${this.parser.parseInline(tokens)}</${end}>`,
            )
            .join("");
        const head = cells(token.header, 'th scope="col"', "th");
        const rows = token.rows.map((row) => `<tr>${cells(row, "td", "td")}</tr>`).join("");
        return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const heading = findToken(marked, text, "heading");
  const paragraph = findToken(marked, text, "paragraph");
  const [sentence = ""] = plainText(paragraph?.tokens ?? []).split(/(?<=[.?]) /);
  return {
    title: plainText(heading?.tokens ?? []) || "Untitled",
    summary: sentence.replace(/:$/, "."),
    body: lazyMarkup(() => raw(marked.parser(marked.lexer(text)))),
  };
}

/** The first heading or paragraph of a page: of its opening, where it mostly is, else of the whole page. */
function findToken(
  marked: Marked,
  text: string,
  type: "heading" | "paragraph",
): Tokens.Heading | Tokens.Paragraph | undefined {
  const find = (part: string) =>
    marked.lexer(part).find((token): token is Tokens.Heading | Tokens.Paragraph => token.type === type);
  return find(text.split("\n\n", OPENING_BLOCKS).join("\n\n")) ?? find(text);
}

/** The words of a line without its markup. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      "tokens" in token && token.tokens
        ? plainText(token.tokens)
        : "text" in token
          ? String(token.text)
          : token.raw,
    )
    .join("")
    .replaceAll("\n", " ");
}
