/** The tree of a parsed regular expression. */

/** True for the code points that match. */
export type CharacterTest = (code: number) => boolean;

export type Place =
  | "text start"
  | "text end"
  | "last line end"
  | "line start"
  | "line end"
  | "word edge"
  | "no word edge";

export type Node =
  | { readonly kind: "character"; readonly test: CharacterTest }
  | { readonly kind: "sequence"; readonly items: readonly Node[] }
  | { readonly kind: "choice"; readonly options: readonly Node[] }
  | {
      readonly kind: "repeat";
      readonly item: Node;
      readonly least: number;
      readonly most: number;
      readonly isLazy: boolean;
    }
  | { readonly kind: "group"; readonly index: number; readonly item: Node }
  | { readonly kind: "place"; readonly place: Place }
  | { readonly kind: "look"; readonly item: Node; readonly isAhead: boolean; readonly isNegated: boolean };

export interface Tree {
  readonly root: Node;
  /** The number of captured groups. */
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
}
