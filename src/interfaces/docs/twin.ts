/**
 * The Markdown twin of a page: the same text for programs and language models, at the page's address with
 * `.md`. It is made from the page's own markup, so it can't say anything else. What only works in a browser,
 * such as forms, is left out. Links lead to twins.
 */
import { DOCS_ROOT, twinAddress } from "./addresses.ts";
import { type Element, type Node, rawTextOf, readMarkup, textOfNodes } from "./markup-reader.ts";

/** Returns a page's markup as Markdown. */
export function twinOf(markup: string): string {
  return `${blocksOf(readMarkup(markup)).join("\n\n")}\n`;
}

/** True for parts of a page that a reader of text has no use for. */
function isLeftOut({ name, attributes }: Element): boolean {
  return ["input", "label", "legend", "form", "button", "dialog"].includes(name) || attributes.has("hidden");
}

const HEADINGS: Readonly<Record<string, string>> = { h1: "#", h2: "##", h3: "###", h4: "####" };
/** Elements whose blocks are those of their content. */
const WRAPPERS: ReadonlySet<string> = new Set(["div", "section", "fieldset", "header", "dl", "details"]);
const INLINE: ReadonlySet<string> = new Set(["a", "code", "em", "strong", "span", "del", "br", "img"]);

function blocksOf(nodes: readonly Node[]): string[] {
  const blocks: string[] = [];
  let line: Node[] = [];
  const endLine = () => {
    const text = inlineOf(line);
    if (text !== "") blocks.push(text);
    line = [];
  };
  for (const node of nodes) {
    if (typeof node === "string" || INLINE.has(node.name)) line.push(node);
    else {
      endLine();
      if (!isLeftOut(node)) blocks.push(...blockOf(node));
    }
  }
  endLine();
  return blocks;
}

function blockOf(element: Element): string[] {
  const { name, children } = element;
  const heading = HEADINGS[name];
  if (heading !== undefined) return [`${heading} ${inlineOf(children)}`];
  if (WRAPPERS.has(name)) return blocksOf(children);
  if (name === "pre") return [fenced(element)];
  if (name === "ul" || name === "ol") return [listOf(element)];
  if (name === "table") return [tableOf(element)];
  if (name === "hr") return ["---"];
  if (name === "blockquote") return [blocksOf(children).join("\n\n").replaceAll(/^/gm, "> ")];
  const text = inlineOf(children);
  return text === "" ? [] : [text];
}

function fenced({ attributes, children }: Element): string {
  const text = rawTextOf(children).replace(/\n$/, "");
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${attributes.get("data-language") ?? ""}\n${text}\n${fence}`;
}

function listOf({ name, children }: Element): string {
  const items = children.filter((node) => typeof node !== "string");
  return items
    .map((item, index) => {
      const mark = name === "ol" ? `${index + 1}. ` : "- ";
      // A list of cards has a heading and a sentence in each item, which stand in one line here.
      const blocks = blocksOf(item.children).map((block) => block.replace(/^#+ /, ""));
      const isPlain = blocks.every((block) => !block.includes("\n"));
      const text = isPlain ? blocks.join(": ") : blocks.join("\n\n");
      return `${mark}${text.replaceAll("\n", `\n${" ".repeat(mark.length)}`)}`;
    })
    .join("\n");
}

function tableOf(table: Element): string {
  const rows = rowsOf(table).map((row) =>
    row.children
      .filter((cell) => typeof cell !== "string")
      .map(({ children }) => inlineOf(children).replaceAll("|", "\\|")),
  );
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}

function rowsOf({ children }: Element): Element[] {
  return children
    .filter((node) => typeof node !== "string")
    .flatMap((element) => (element.name === "tr" ? [element] : rowsOf(element)));
}

function inlineOf(nodes: readonly Node[]): string {
  return nodes.map(inlineNode).join("").replaceAll(/\s+/g, " ").trim();
}

function inlineNode(node: Node): string {
  if (typeof node === "string") return node.replaceAll(/[\\<*[\]]/g, String.raw`\$&`);
  if (isLeftOut(node)) return "";
  const { name, attributes, children } = node;
  if (name === "code") return codeSpan(textOfNodes(children));
  const inner = inlineOf(children);
  const before = /^\s/.test(rawTextOf(children)) ? " " : "";
  const after = /\s$/.test(rawTextOf(children)) ? " " : "";
  const wrapped = (mark: string) => (inner === "" ? "" : `${before}${mark}${inner}${mark}${after}`);
  if (name === "a") return `[${inner}](${linkOf(attributes.get("href") ?? "")})`;
  if (name === "strong") return wrapped("**");
  if (name === "em") return wrapped("*");
  if (name === "br") return " ";
  if (name === "img") return `![${inlineNode(attributes.get("alt") ?? "")}](${attributes.get("src") ?? ""})`;
  return `${before}${inner}${after}`;
}

function codeSpan(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Links between pages lead to twins; files that the site serves have none. */
function linkOf(target: string): string {
  const [path = ""] = target.split("#");
  const isPage = (path === DOCS_ROOT || path.startsWith(`${DOCS_ROOT}/`)) && !/\.\w+$/.test(path);
  return isPage ? twinAddress(target) : target;
}
