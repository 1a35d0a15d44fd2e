/**
 * Finds the sentences with which the service refuses something, as they are written in its code: texts that
 * are thrown, and those of members named `message`. Parts that are filled in are left out.
 */
import { parseSync } from "@swc/core";

export interface RefusalSentence {
  /** The sentence with `{}` for each part that is filled in. */
  readonly sentence: string;
  /** The texts between these parts. */
  readonly parts: readonly string[];
}

interface SyntaxNode {
  readonly type: string;
  readonly [member: string]: unknown;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** Calls whose texts are refusals: `refuse` and what modules make of it. */
const REFUSES = /^(?:refuse|refusal|against|wrong|because|invalid|problem|fail|unreadable)$/i;
/** The fewest words of a text that is a sentence. */
const FEWEST_WORDS = 4;

/** The words of a text, without signs. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_']+/gu) ?? [];
}

function partsOf(node: SyntaxNode): readonly string[] | null {
  if (node.type === "StringLiteral") return [String(node["value"])];
  if (node.type !== "TemplateLiteral" || !Array.isArray(node["quasis"])) return null;
  return node["quasis"].map(({ cooked, raw }: { cooked?: string; raw: string }) => cooked ?? raw);
}

/** The name of the function or class that a node calls; empty for other nodes. */
function calledBy(node: unknown): string {
  if (!isNode(node) || !isNode(node["callee"])) return "";
  return node["callee"].type === "Identifier" ? String(node["callee"]["value"]) : "";
}

/** Errors that are faults of the program itself, which nobody provokes. */
const FAULTS: ReadonlySet<string> = new Set(["Error", "TypeError", "AssertionFailed"]);

function isRefusal(node: SyntaxNode): boolean {
  if (node.type === "ThrowStatement") return !FAULTS.has(calledBy(node["argument"]));
  if (node.type === "CallExpression") return REFUSES.test(calledBy(node));
  // A member of an error; that of a schema is made by a call.
  const { key, value } = node;
  return (
    node.type === "KeyValueProperty" &&
    isNode(key) &&
    key["value"] === "message" &&
    isNode(value) &&
    value.type !== "CallExpression"
  );
}

/** Returns the refusals of a TypeScript file, each once. */
export function refusalsIn(source: string): readonly RefusalSentence[] {
  const found = new Map<string, RefusalSentence>();
  const walk = (value: unknown, within: boolean): void => {
    if (Array.isArray(value)) for (const each of value) walk(each, within);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    const inside = within || (isNode(value) && isRefusal(value));
    const parts = inside && isNode(value) ? partsOf(value) : null;
    if (parts !== null) {
      const sentence = parts.join("{}").trim().replaceAll(/\s+/g, " ");
      if (wordsOf(parts.join(" ")).length >= FEWEST_WORDS && /[ ]/.test(sentence))
        found.set(sentence, { sentence, parts });
    }
    for (const member of Object.values(value)) walk(member, inside);
  };
  walk(parseSync(source.replace(/^#!/, "//"), { syntax: "typescript", target: "esnext" }), false);
  return [...found.values()];
}

/** How many words in a row name a sentence. */
const NAMING_WORDS = 4;

/** Every run of as many words in a row as name a sentence, of one to that many. */
export function runsOf(text: string): Set<string> {
  const words = wordsOf(text);
  const runs = new Set<string>();
  for (let length = 1; length <= NAMING_WORDS; length += 1)
    for (let at = 0; at + length <= words.length; at += 1) runs.add(words.slice(at, at + length).join(" "));
  return runs;
}

/**
 * True if four words in a row of one part of the sentence are among the runs of the tests. A sentence without
 * so long a part is named by its longest one.
 */
export function isNamed({ parts }: RefusalSentence, ofTests: ReadonlySet<string>): boolean {
  const ofParts = parts.map(wordsOf);
  const length = Math.min(NAMING_WORDS, Math.max(...ofParts.map((words) => words.length)));
  return ofParts.some((words) =>
    words.some((_, at) => at + length <= words.length && ofTests.has(words.slice(at, at + length).join(" "))),
  );
}
