/**
 * The frame of the console's pages, and the parts of their forms: each field has its label, and a problem
 * stands above the form it is about.
 */
import { html, type Html, type Markup } from "../../core/html.ts";
import { LIMITS } from "@daybook/words/limits";
import { APP_ROOT, MAIN_PAGES, PATHS } from "./addresses.ts";

/** The signed-in user of a page. */
export interface Visitor {
  readonly email: string;
  /** The token in the forms of this session. */
  readonly form: string;
}

export interface Page {
  readonly title: string;
  readonly body: Markup;
  readonly visitor?: Visitor;
  /** True if the page reports a problem. */
  readonly failed?: boolean;
}

/** The whole HTML of a page. */
export function layout({ title, body, visitor, failed = false }: Page, styleAddress: string): Html {
  const own = visitor
    ? html`<nav aria-label="Main"><ul>${MAIN_PAGES.map(([address, label]) => html`<li><a href="${address}">${label}</a></li>`)}</ul></nav>
<form class="out" method="post" action="${PATHS.signOut}">${formToken(visitor)}<span>${visitor.email}</span> <button>Sign out</button></form>`
    : null;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${failed ? "Problem: " : ""}${title} · Daybook</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styleAddress}">
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<header class="site"><div class="bar"><a class="name" href="${APP_ROOT}">Daybook</a>${own}</div></header>
<main id="content" tabindex="-1">
${body}
</main>
</body>
</html>
`.html;
}

/** The hidden field with the session's form token. */
export function formToken({ form }: Visitor): Markup {
  return hidden("form", form);
}

export function hidden(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

/** A box with the problem, which screen readers announce as soon as the page is loaded. */
export function problemBox(problem: string | null): Markup | null {
  return problem === null ? null : html`<div class="problem" role="alert"><p>${problem}</p></div>`;
}

/** A line of text to fill in. */
export function textField(name: string, label: string, value: string, autocomplete: string): Markup {
  return html`<p class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" autocomplete="${autocomplete}" maxlength="${LIMITS.text_field_characters.value}" required></p>`;
}

export function emailField(value: string): Markup {
  return html`<p class="field"><label for="email">E-mail address</label><input id="email" name="email" type="email" value="${value}" autocomplete="username" maxlength="254" required></p>`;
}

/** A password that is known already. */
export function passwordField(name: string, label: string): Markup {
  return html`<p class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="password" autocomplete="current-password" required></p>`;
}

/**
 * The field for a new password. It has no `maxlength`, because browsers would silently cut a pasted password.
 */
export function newPasswordField(): Markup {
  const least = LIMITS.password_characters_min.value;
  return html`<p class="field"><label for="password">New password</label><input id="password" name="password" type="password" autocomplete="new-password" minlength="${least}" aria-describedby="password-hint" required><span class="hint" id="password-hint">At least ${least} characters. A few words in a row are easy to keep in mind.</span></p>`;
}
