/**
 * Reads the markup that this folder makes, as a tree. It knows no more of HTML than the templates use:
 * quoted attributes, the entities of `escape`, and elements that are closed unless they are void.
 */
import { assert } from "@daybook/words/assert";

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Node[];
}
export type Node = Element | string;

const VOID: ReadonlySet<string> = new Set(["br", "hr", "img", "input"]);
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*>|([^<]+)/g;
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity);
}

/** Returns the nodes of a piece of markup. */
export function readMarkup(markup: string): readonly Node[] {
  const root: Element = { name: "", attributes: new Map(), children: [] };
  const open: Element[] = [root];
  for (const [, end, name, attributes = "", text] of markup.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.children.push(unescaped(text));
    else if (end === "/") {
      assert(parent.name === name, `the markup closes ${name} inside of ${parent.name}`);
      open.pop();
    } else if (name !== undefined) {
      const element: Element = {
        name,
        attributes: new Map(
          [...attributes.matchAll(ATTRIBUTE)].map(([, key = "", value = ""]) => [key, unescaped(value)]),
        ),
        children: [],
      };
      parent.children.push(element);
      if (!VOID.has(name)) open.push(element);
    }
  }
  assert(open.length === 1, `the markup does not close ${open.at(-1)?.name}`);
  return root.children;
}

/** Returns the text of nodes, with single spaces. */
export function textOfNodes(nodes: readonly Node[]): string {
  return rawTextOf(nodes, " ").replaceAll(/\s+/g, " ").trim();
}

/** Returns the text of nodes as it is written; `between` stands at the edges of blocks. */
export function rawTextOf(nodes: readonly Node[], between = ""): string {
  return nodes
    .map((node) =>
      typeof node === "string"
        ? node
        : INLINE.has(node.name)
          ? rawTextOf(node.children, between)
          : `${between}${rawTextOf(node.children, between)}${between}`,
    )
    .join("");
}

const INLINE: ReadonlySet<string> = new Set(["a", "code", "em", "span", "strong"]);
