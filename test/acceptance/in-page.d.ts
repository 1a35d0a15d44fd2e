/**
 * The types of in-page.js. That file is JavaScript, because it uses browser globals, which the project's
 * TypeScript does not declare.
 */
export function lookAt(): string[];
export function lookWithAxe(asked: {
  readonly within: string | null;
  /** Names of rules; null for all that are standards or good practice. */
  readonly rules: readonly string[] | null;
}): Promise<string[]>;
export function focused(): { readonly label: string; readonly ring: boolean } | null;
export function askConsole(asked: {
  readonly company: string;
  readonly path: string;
  readonly body: object | null;
}): Promise<{
  readonly revision?: number;
  readonly worksheets?: readonly { readonly id: string }[];
}>;
export function boxOf(element: unknown): {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
export function chooseAndType(option: unknown, text: string): void;
export function focusedRole(): string | null;
export function clipboardText(text: string | null): Promise<string | undefined>;
export function shownState(): {
  readonly heading: string | null;
  readonly isLoading: boolean;
  readonly problems: readonly string[];
  readonly text: string;
};
export function lookAtRoom(): string[];
export function scrollFaults(): string[];
export function mixedNames(): string[];
export function noteFocus(): number;
export function unfocused(): string[];
export function pressAtOnce(asked: { readonly key: string; readonly presses: number }): void;
