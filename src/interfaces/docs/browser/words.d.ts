/** The types of words.js, which is JavaScript because browsers load it as it is. */
export function wordsOf(text: string): string[];
export function askedWordsOf(text: string): string[];
export declare const FIELDS: string[];
export declare const STORED: string[];
export declare const SEARCH_OPTIONS: {
  readonly boost: { readonly title: number; readonly names: number; readonly where: number };
  readonly combineWith: "AND";
  readonly prefix: boolean;
  readonly weights: { readonly fuzzy: number; readonly prefix: number };
  readonly boostDocument: (id: unknown, term: string, stored?: Record<string, unknown>) => number;
};
export function slipOf(word: string): number | false;
