/** The syntax tree as faults are planted by it, with places in bytes of the text that was parsed. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface SyntaxNode {
  readonly type: string;
  readonly span: Span;
  readonly [member: string]: unknown;
}

/** What a fault gets wrong. A choice of faults holds as many of each as there are. */
export type FaultKind = "slip" | "boundary" | "check" | "condition" | "record" | "member" | "word";

/** What a kind of fault needs of the file in which it is planted. */
export interface Planter {
  /** The place of a part of the tree. */
  readonly at: (span: Span) => Span;
  readonly textAt: (span: Span) => string;
  readonly add: (kind: FaultKind, span: Span, replacement: string, change: string) => void;
}

/** What is planted, by the type of the node that they change. */
export type Visitors = Readonly<Record<string, (node: SyntaxNode) => void>>;

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** The nodes of a member that is a list. */
export function nodesOf(value: unknown): readonly SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Attributes of elements that only say how large they are or how they move. */
export const SIZES: ReadonlySet<string> = new Set([
  "fontSize",
  "height",
  "isAnimationActive",
  "margin",
  "strokeWidth",
  "transitionProps",
  "width",
]);
/** A text in one line of at most 60 characters. */
export function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
