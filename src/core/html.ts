/**
 * HTML by template: what is put into a template is escaped unless it is HTML already. Invariant: no
 * text reaches a page unescaped, because only this file makes values of type `Html`.
 */

declare const brand: unique symbol;
/** Markup that is safe to send. */
export type Html = string & { readonly [brand]: "Html" };

type Part = { readonly html: Html } | string | number | null | readonly Part[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text with the characters that mean something in markup and in quoted attributes written out. */
export function escape(text: string): Html {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character) as Html;
}

/** Marks markup that was made by `html`, or checked by its maker, as not to be escaped again. */
export function raw(markup: string): { readonly html: Html } {
  return { html: markup as Html };
}

function render(part: Part): string {
  if (part === null) return "";
  if (typeof part === "string") return escape(part);
  if (typeof part === "number") return String(part);
  if ("html" in part) return part.html;
  return part.map(render).join("");
}

/** Markup from a template: html`<p>${text}</p>`. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): { readonly html: Html } {
  return raw(strings.map((text, index) => text + render(parts[index] ?? null)).join(""));
}

export type Markup = { readonly html: Html };

/** Text in which `code` between backquotes is set as code. */
export function prose(text: string): Markup {
  return raw(escape(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>"));
}
