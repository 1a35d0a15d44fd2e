/**
 * A browser for tests of the web console: keeps cookies, says where its forms come from, fills in the forms
 * of the page that it was shown, and follows nothing by itself. Imports nothing of the service.
 */

/** What a browser was shown. */
export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Where it is led to; null when nowhere. */
  readonly location: string | null;
  /** The text of the page's heading; empty when there is none. */
  readonly heading: string;
  /** The text of what is read aloud as a problem; null when there is none. */
  readonly problem: string | null;
}

export type Fields = Readonly<Record<string, string>>;

export interface Sending {
  /** In place of those that a browser sends, or, when empty, none. */
  readonly headers?: Fields;
  /** Of forms to one address, the one that holds this text. */
  readonly holding?: string;
}

export class Browser {
  readonly origin: string;
  readonly cookies = new Map<string, string>();
  /** Sent with every request, such as by which way it came. */
  readonly headers: Fields;

  constructor(origin: string, headers: Fields = {}) {
    this.origin = origin;
    this.headers = headers;
  }

  visit(path: string, headers: Fields = {}): Promise<Shown> {
    return this.ask(path, { headers });
  }

  /** Sends a form's fields, or any other body, as a page of the service would. */
  send(path: string, body: Fields | string, { headers = {} }: Sending = {}): Promise<Shown> {
    const sent = { origin: this.origin, "content-type": "application/x-www-form-urlencoded", ...headers };
    return this.ask(path, {
      method: "POST",
      body: typeof body === "string" ? body : new URLSearchParams(body).toString(),
      headers: sent,
    });
  }

  /**
   * Fills in the form of a page that goes to `action`; the fields that it carries unseen, or filled in, stay
   * as they are.
   */
  submit(page: Shown, action: string, given: Fields = {}, sending: Sending = {}): Promise<Shown> {
    const fields = formOf(page, action, sending.holding);
    const unknown = Object.keys(given).find((name) => !(name in fields));
    if (unknown !== undefined) throw new Error(`The form to ${action} has no field ${unknown}.`);
    return this.send(action, { ...fields, ...given }, sending);
  }

  /** Asks for the page that a browser is led to. */
  follow({ location, status }: Shown): Promise<Shown> {
    if (location === null) throw new Error(`The answer, ${status}, leads nowhere.`);
    return this.visit(location);
  }

  private async ask(
    path: string,
    { headers = {}, ...request }: { method?: string; body?: string; headers?: Fields },
  ): Promise<Shown> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = { ...(cookie === "" ? {} : { cookie }), ...this.headers, ...headers };
    const response = await fetch(new URL(path, this.origin), {
      ...request,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
      redirect: "manual",
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/; *max-age=0\b/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const html = await response.text();
    const problem = /role="alert"[^>]*>(.*?)<\/div>/s.exec(html)?.[1];
    return {
      status: response.status,
      headers: response.headers,
      html,
      location: response.headers.get("location"),
      heading: textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? ""),
      problem: problem === undefined ? null : textOf(problem),
    };
  }
}

/** The named fields of a page's form, with their values. */
export function formOf({ html }: Shown, action: string, holding = ""): Fields {
  const forms = [...html.matchAll(/<form\b[^>]*\baction="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
  const [, , form] =
    forms.find(([text, where = ""]) => textOf(where) === action && text.includes(holding)) ?? [];
  if (form === undefined)
    throw new Error(`The page has no form to ${action}${holding === "" ? "" : ` that holds ${holding}`}.`);
  const fields = [...form.matchAll(/<input\b[^>]*\bname="([^"]*)"[^>]*>/g)];
  return Object.fromEntries(
    fields.map(([input, name = ""]) => [name, textOf(/\bvalue="([^"]*)"/.exec(input)?.[1] ?? "")]),
  );
}

const WRITTEN: Fields = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

/** What markup shows: without tags, and with its written-out characters. */
export function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (written) => WRITTEN[written] ?? written)
    .trim();
}
