/**
 * A browser for tests of the web console: keeps cookies, sends the `origin` header of forms, and fills in the
 * forms of a page. It follows no redirect by itself. Imports nothing of the service.
 */

/** The answer to a request of the browser. */
export interface PageView {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The target of a redirect, or null. */
  readonly location: string | null;
  /** The text of the page's heading, or "". */
  readonly heading: string;
  /** The text of the page's alert (`role="alert"`), or null. */
  readonly problem: string | null;
}

export type Fields = Readonly<Record<string, string>>;

export interface Sending {
  /** Headers that replace the browser's own. An empty value omits the header. */
  readonly headers?: Fields;
  /** If the page has several forms with the same action, chooses the form that contains this text. */
  readonly holding?: string;
}

export class Browser {
  readonly origin: string;
  readonly cookies = new Map<string, string>();
  /** Headers of every request, such as `x-forwarded-for`. */
  readonly headers: Fields;

  constructor(origin: string, headers: Fields = {}) {
    this.origin = origin;
    this.headers = headers;
  }

  /** The name of the session's cookie on a service without TLS, which has the port in it. */
  get cookieName(): string {
    return `daybook-${new URL(this.origin).port}`;
  }

  /** The session's token; empty without one. */
  get session(): string {
    return this.cookies.get(this.cookieName) ?? "";
  }

  visit(path: string, headers: Fields = {}): Promise<PageView> {
    return this.ask(path, { headers });
  }

  /** Sends the fields of a form, or any other body, as a page of the service would. */
  send(path: string, body: Fields | string, { headers = {} }: Sending = {}): Promise<PageView> {
    const sent = { origin: this.origin, "content-type": "application/x-www-form-urlencoded", ...headers };
    return this.ask(path, {
      method: "POST",
      body: typeof body === "string" ? body : new URLSearchParams(body).toString(),
      headers: sent,
    });
  }

  /**
   * Fills in the page's form with this action and sends it. Other fields, such as hidden ones, keep their
   * values.
   */
  submit(page: PageView, action: string, values: Fields = {}, sending: Sending = {}): Promise<PageView> {
    const fields = formOf(page, action, sending.holding);
    const unknown = Object.keys(values).find(
      (name) => !(name in fields) && !page.html.includes(`type="checkbox" name="${name}"`),
    );
    if (unknown !== undefined) throw new Error(`The form to ${action} has no field ${unknown}.`);
    return this.send(action, { ...fields, ...values }, sending);
  }

  /** Follows a redirect. */
  follow({ location, status }: PageView): Promise<PageView> {
    if (location === null) throw new Error(`The answer, ${status}, is not a redirect.`);
    return this.visit(location);
  }

  private async ask(
    path: string,
    { headers = {}, ...request }: { method?: string; body?: string; headers?: Fields },
  ): Promise<PageView> {
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

/** Returns the values of the fields of a page's form, by name. */
export function formOf({ html }: PageView, action: string, holding = ""): Fields {
  const forms = [...html.matchAll(/<form\b[^>]*\baction="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
  const [, , form] =
    forms.find(([text, where = ""]) => textOf(where) === action && text.includes(holding)) ?? [];
  if (form === undefined)
    throw new Error(`The page has no form to ${action}${holding === "" ? "" : ` that holds ${holding}`}.`);
  const fields = [...form.matchAll(/<input\b[^>]*\bname="([^"]*)"[^>]*>/g)];
  // A browser leaves out boxes that are not checked.
  const sent = fields.filter(([input]) => !input.includes('type="checkbox"') || / checked\b/.test(input));
  return Object.fromEntries(
    sent.map(([input, name = ""]) => [name, textOf(/\bvalue="([^"]*)"/.exec(input)?.[1] ?? "")]),
  );
}

const CHARACTERS: Fields = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

/** Returns the text of HTML: without tags, and with character references replaced. */
export function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (reference) => CHARACTERS[reference] ?? reference)
    .trim();
}
