/** The console's pages. */
import { instantText, type UnixSeconds } from "@daybook/words/civil-date";
import { html, type Markup } from "../../core/html.ts";
import type { MembershipKeys } from "../../modules/tenants/access/index.ts";
import type { Offer } from "../../modules/tenants/team/index.ts";
import { PATHS } from "./addresses.ts";
import {
  formToken,
  emailField,
  hidden,
  newPasswordField,
  type Page,
  passwordField,
  problemBox,
  textField,
  type Visitor,
} from "./layout.ts";

type Problem = string | null;

/** `back` is the address to which signing in leads. */
export function signInPage(email: string, back: string, problem: Problem): Page {
  return {
    title: "Sign in",
    failed: problem !== null,
    body: html`<h1>Sign in</h1>
${problemBox(problem)}
<form method="post" action="${PATHS.signIn}">
${back === PATHS.home ? null : hidden("to", back)}
${emailField(email)}
${passwordField("password", "Password")}
<p><button>Sign in</button></p>
</form>
<p><a href="${PATHS.forgot}">Set or forgot your password?</a></p>`,
  };
}

export function forgotPage(email: string, problem: Problem): Page {
  return {
    title: "A new password",
    failed: problem !== null,
    body: html`<h1>A new password</h1>
${problemBox(problem)}
<p>We send you a mail with a link to set your password.</p>
<form method="post" action="${PATHS.forgot}">
${emailField(email)}
<p><button>Send the link</button></p>
</form>
<p><a href="${PATHS.signIn}">Back to sign in</a></p>`,
  };
}

/** The same page for known and unknown addresses. */
export function forgotSentPage(email: string): Page {
  return {
    title: "Check your mail",
    body: html`<h1>Check your mail</h1>
<p>If <strong>${email}</strong> is the address of a user, a link is on its way. It is valid for one hour.</p>
<p>No mail? The operator of this server can also create a link, with <code>daybook member password</code>.</p>`,
  };
}

export function resetPage(token: string, email: string, problem: Problem): Page {
  return {
    title: "Set your password",
    failed: problem !== null,
    body: html`<h1>Set your password</h1>
${problemBox(problem)}
<form method="post" action="${PATHS.reset}">
${hidden("token", token)}
${namedUser(email)}
${newPasswordField()}
<p><button>Set the password</button></p>
</form>`,
  };
}

/** A field with the user's address, under which password managers save the password. */
function namedUser(email: string): Markup {
  return html`<p class="field"><label for="email">E-mail address</label><input id="email" type="email" value="${email}" autocomplete="username" readonly></p>`;
}

export function joinPage(
  token: string,
  offer: Offer,
  given: { readonly first_name: string; readonly last_name: string },
  problem: Problem,
): Page {
  const { company, inviter, email, expires, has_password } = offer;
  const who = inviter === null ? html`You are invited` : html`${inviter} invites you`;
  const fields = has_password
    ? html`<p>You already have a password here.</p>${namedUser(email)}${passwordField("password", "Your password")}`
    : html`${textField("first_name", "First name", given.first_name, "given-name")}${textField("last_name", "Last name", given.last_name, "family-name")}${namedUser(email)}${newPasswordField()}`;
  return {
    title: `Join ${company}`,
    failed: problem !== null,
    body: html`<h1>Join ${company}</h1>
${problemBox(problem)}
<p>${who} to join <strong>${company}</strong>, whose books are kept here. The invitation is valid until ${instantText(expires)}.</p>
<form method="post" action="${PATHS.join}">
${hidden("token", token)}
${fields}
<p><button>Accept and join</button></p>
</form>${has_password ? html`<p><a href="${PATHS.forgot}">Forgot your password?</a></p>` : null}`,
  };
}

export function passwordPage(visitor: Visitor, problem: Problem): Page {
  return {
    title: "Change your password",
    visitor,
    failed: problem !== null,
    body: html`<h1>Change your password</h1>
${problemBox(problem)}
<p>Other browsers in which you are signed in have to sign in again. API keys stay valid.</p>
<form method="post" action="${PATHS.password}">
${formToken(visitor)}
${namedUser(visitor.email)}
${passwordField("current", "Current password")}
${newPasswordField()}
<p><button>Change the password</button></p>
</form>`,
  };
}

export function keysPage(visitor: Visitor, companies: readonly MembershipKeys[], problem: Problem): Page {
  return {
    title: "API keys",
    visitor,
    failed: problem !== null,
    body: html`<h1>API keys</h1>
${problemBox(problem)}
<p class="lead">With a key a program can read and change a company's books as you can. It acts with the permissions that you have at each request.</p>
${companies.length === 0 ? html`<p>You are not a member of any company. Invitations come by mail.</p>` : companies.map((company, index) => companySection(visitor, company, index))}`,
  };
}

function companySection(visitor: Visitor, company: MembershipKeys, index: number): Markup {
  const { company_id, name, lifecycle, has_api_access, keys, service_keys } = company;
  const heading = `company-${index}`;
  const make = html`<form class="row" method="post" action="${PATHS.newKey}">
${formToken(visitor)}${hidden("company", company_id)}
<p class="field"><label for="new-${index}">Name of a new key</label><input id="new-${index}" name="name" autocomplete="off" maxlength="100" placeholder="such as: month-end export" required></p>
${service_keys === null ? null : html`<p><label><input type="checkbox" name="read_only" value="yes"> Read-only, for a dashboard or an assistant: it sees what you may see and changes nothing</label></p>`}
<p><button>Create a key</button></p>
</form>`;
  const without = html`<p>Your access to this company does not include <em>API access: Manage</em>, which a key needs. Ask a member of the team who can manage access.</p>`;
  return html`<section aria-labelledby="${heading}">
<h2 id="${heading}">${name}</h2>
${lifecycle === "open" ? null : html`<p class="flag">This company is ${lifecycle}; its keys are refused.</p>`}
${keys.length === 0 ? null : keyTable(visitor, company)}
${service_keys === null || service_keys.length === 0 ? null : serviceTable(company_id, name, service_keys)}
${has_api_access ? make : without}
</section>`;
}

function keyTable(visitor: Visitor, { company_id, name, keys }: MembershipKeys): Markup {
  const rows = keys.map(
    (key) => html`<tr>
<td><form class="inline" method="post" action="${PATHS.renameKey}">${formToken(visitor)}${hidden("company", company_id)}${hidden("key", key.id)}<input name="name" value="${key.name}" aria-label="Name of the key ${key.id}" autocomplete="off" maxlength="100" required> <button aria-label="Save the name of ${key.name}">Save</button></form></td>
<td><code>${key.id}</code></td>
<td>${instantText(key.created)}</td>
<td>${revokeLink(company_id, key)}</td>
</tr>`,
  );
  return html`<table class="keys">
<caption>Your keys for ${name}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Id</th><th scope="col">Made</th><th scope="col">End it</th></tr></thead>
<tbody>${rows}</tbody>
</table>`;
}

/** The read-only keys of a company. They belong to nobody, so everybody who manages the team can revoke them. */
function serviceTable(company_id: string, name: string, keys: MembershipKeys["keys"]): Markup {
  const rows = keys.map(
    (key) => html`<tr>
<td>${key.name}</td>
<td><code>${key.id}</code></td>
<td>${instantText(key.created)}</td>
<td>${revokeLink(company_id, key)}</td>
</tr>`,
  );
  return html`<table class="keys">
<caption>Read-only keys of ${name}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Id</th><th scope="col">Made</th><th scope="col">End it</th></tr></thead>
<tbody>${rows}</tbody>
</table>`;
}

function revokeLink(company_id: string, key: { readonly id: string; readonly name: string }): Markup {
  return html`<a href="${PATHS.revokeKey}?company=${company_id}&amp;key=${key.id}" aria-label="Revoke ${key.name}">Revoke</a>`;
}

export function newKeyPage(visitor: Visitor, name: string, api_key: string): Page {
  return {
    title: "Your new key",
    visitor,
    body: html`<h1>Your new key</h1>
<p class="done" role="status">The key <strong>${name}</strong> is created. Copy it now: it is shown only once.</p>
<p class="field"><label for="key">API key</label><input id="key" class="key" value="${api_key}" readonly autocomplete="off" spellcheck="false"></p>
<p>Send it with each request: <code>Authorization: Bearer ${api_key.slice(0, 8)}…</code>. Protect it like a password.</p>
<p><a href="${PATHS.keys}">I have copied it</a></p>`,
  };
}

export function revokePage(
  visitor: Visitor,
  company: MembershipKeys,
  key: { readonly id: string; readonly name: string },
): Page {
  return {
    title: `Revoke ${key.name}`,
    visitor,
    body: html`<h1>Revoke ${key.name}?</h1>
<p>Programs that use this key of <strong>${company.name}</strong> are refused from their next request on. A revoked key can't be restored.</p>
<form method="post" action="${PATHS.revokeKey}">${formToken(visitor)}${hidden("company", company.company_id)}${hidden("key", key.id)}
<p><button>Revoke the key</button> <a href="${PATHS.keys}">Keep it</a></p></form>`,
  };
}

/** The way on from a page that says one thing to signed-in users. */
export const TO_KEYS = { address: PATHS.keys, label: "To your API keys" };

/** A page that says one thing. */
export function notePage(
  title: string,
  text: string,
  way: { readonly address: string; readonly label: string },
  visitor?: Visitor,
): Page {
  return {
    title,
    ...(visitor ? { visitor } : {}),
    body: html`<h1>${title}</h1><p>${text}</p><p><a href="${way.address}">${way.label}</a></p>`,
  };
}

/** The message after too many attempts. */
export function waitText(until: UnixSeconds): string {
  return `Too many attempts. Try again after ${instantText(until)}.`;
}
