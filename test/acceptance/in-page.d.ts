/**
 * The types of in-page.js. That file is JavaScript, because it uses browser globals, which the project's
 * TypeScript does not declare.
 */
export function lookAt(): string[];
export function lookWithAxe(within: string | null): Promise<string[]>;
export function focused(): { readonly label: string; readonly ring: boolean } | null;
