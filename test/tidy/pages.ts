/** The pages that people wrote, taken apart: headings, links, words set as code, and blocks of code. */
import { anchorOf } from "../../src/interfaces/docs/markdown.ts";
import { filesOf, textOf } from "./tree.ts";

/** A block of code: the word behind its fence, its text, and where it stands. */
export interface Block {
  readonly page: string;
  readonly kind: string;
  readonly text: string;
}

/** Every page of the project that readers are meant to read. */
export const PAGES: readonly string[] = filesOf([".md"]).filter((path) => !path.startsWith("published/"));

const FENCE = /^```(\w*)\n(.*?)^```$/gms;

function prose(page: string): string {
  return textOf(page).replaceAll(FENCE, "");
}

/** The blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
  return [...textOf(page).matchAll(FENCE)].map(([, kind = "", text = ""]) => ({ page, kind, text }));
}

/** The anchors of a page's headings. */
export function anchorsOf(page: string): string[] {
  return [...prose(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
}

/** Targets of a page's links. */
export function linksOf(page: string): string[] {
  return [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
}

/** What a page sets as code within its sentences. */
export function codeOf(page: string): string[] {
  return [...prose(page).matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
}

/** The line below the head of a table. */
const RULE = /^[| :-]+$/;

/** The rows of a page's tables as cells, their heads left out. */
export function rowsOf(page: string): string[][] {
  const lines = prose(page).split("\n");
  return lines
    .filter((line, index) => line.startsWith("| ") && !RULE.test(line) && !RULE.test(lines[index + 1] ?? ""))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}

/** The command lines of shell blocks, as words; variables that are set in front of a command are left out. */
export function commandLines({ text }: Block): string[][] {
  const lines = text.replaceAll("\\\n", " ").split("\n");
  return lines
    .flatMap((line) => line.split(" && "))
    .map((line) =>
      wordsOf(line).filter(
        (word, index, all) =>
          !isAssignment(word) || all.slice(0, index).some((other) => !isAssignment(other)),
      ),
    )
    .filter((words) => words.length > 0);
}

function isAssignment(word: string): boolean {
  return /^[A-Z_]+=/.test(word);
}

/** A line cut into words as a shell does: at blanks that stand in no quotes. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ""),
  );
}
