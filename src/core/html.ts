/**
 * HTML templates: values in a template are escaped unless they are HTML already. Invariant: no text
 * reaches a page unescaped, because only this file makes values of type `Html`.
 */
import { once } from "./once.ts";

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

/** Replaces the characters with a meaning in markup and in quoted attributes by their entities. */
export function escape(text: string): Html {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character) as Html;
}

/** Marks trusted markup, which is not escaped again: the caller must have made or checked it. */
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

/** Makes markup from a template: html`<p>${text}</p>`. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): { readonly html: Html } {
  return raw(strings.map((text, index) => text + render(parts[index] ?? null)).join(""));
}

export type Markup = { readonly html: Html };

/** Returns markup that is made when it is read for the first time. */
export function lazyMarkup(make: () => Markup): Markup {
  const made = once(() => make().html);
  return {
    get html() {
      return made();
    },
  };
}

/** Converts text to markup; words between backquotes become `<code>` elements. */
export function prose(text: string): Markup {
  return raw(escape(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>"));
}
