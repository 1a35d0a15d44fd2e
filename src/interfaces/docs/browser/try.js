/**
 * Sends the request of an operation's page. The key is kept in the storage of the tab, and goes nowhere but
 * to the server of this page. Answers are set as text, never as markup.
 */

const KEY = "daybook-key";
const TIMEOUT_MS = 60_000;
/** More of a response is not shown. */
const SHOWN_MOST = 200_000;
/** The headers that a reader looks at, in the order in which they are shown. */
const HEADERS = [
  "content-type",
  "location",
  "etag",
  "idempotent-replayed",
  "retry-after",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-request-id",
];

/** @typedef {{ method: string, address: string, headers: Record<string, string>, body: string | FormData | null }} Sending */

/**
 * @template {Element} T
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => T} type
 * @returns {T}
 */
function part(parent, selector, type) {
  const found = parent.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** @param {(storage: Storage) => string | null | void} use */
function inTab(use) {
  try {
    return use(sessionStorage) ?? null;
  } catch {
    // Without storage the key lasts as long as the page.
    return null;
  }
}

class Panel {
  /** @param {HTMLElement} section */
  constructor(section) {
    this.section = section;
    this.form = part(section, "form", HTMLFormElement);
    this.key = part(section, "input[name=key]", HTMLInputElement);
    this.send = part(section, "button[type=submit]", HTMLButtonElement);
    this.confirm = part(section, "dialog", HTMLDialogElement);
    /** @type {(isConfirmed: boolean) => void} Answers the latest question of the dialog. */
    this.answerQuestion = () => {};
    this.answer = part(section, ".answer", HTMLDivElement);
  }

  /** Shows the panel. Without scripts it stays hidden. */
  start() {
    const { section } = this;
    this.key.value = inTab((storage) => storage.getItem(KEY)) ?? "";
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.run();
    });
    this.confirm.addEventListener("close", () => {
      // The event may come after the dialog was opened again with another question.
      if (this.confirm.open) return;
      this.send.focus();
      this.answerQuestion(this.confirm.returnValue === "send");
    });
    section.querySelector("[data-forget]")?.addEventListener("click", () => {
      this.key.value = "";
      inTab((storage) => storage.removeItem(KEY));
    });
    section.querySelector("[data-fill]")?.addEventListener("click", () => this.fillIn());
    section.hidden = false;
  }

  /** @returns {(HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[]} */
  fields() {
    return [...this.form.elements].filter(
      (field) =>
        field instanceof HTMLInputElement ||
        field instanceof HTMLTextAreaElement ||
        field instanceof HTMLSelectElement,
    );
  }

  fillIn() {
    for (const field of this.fields()) {
      const example = field instanceof HTMLSelectElement ? field.dataset["example"] : field.placeholder;
      if (["path", "query", "list", "form"].includes(field.dataset["place"] ?? ""))
        field.value = example ?? "";
    }
  }

  /**
   * The values of the fields of a place, by name, without the empty ones.
   * @param {string} place
   * @returns {[string, string][]}
   */
  valuesOf(place) {
    return this.fields()
      .filter(({ dataset, value }) => dataset["place"] === place && value.trim() !== "")
      .map(({ name, value }) => [name, value]);
  }

  /** @returns {Sending} */
  sending() {
    const { method = "GET", path = "" } = this.section.dataset;
    const filled = this.valuesOf("path").reduce(
      (made, [name, value]) => made.replace(`{${name}}`, () => encodeURIComponent(value.trim())),
      path,
    );
    const lines = this.valuesOf("list").flatMap(([name, value]) =>
      value
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((line) => [name, line.trim()]),
    );
    const query = new URLSearchParams([...this.valuesOf("query"), ...lines]);
    const body = this.form.querySelector("input[type=file]") === null ? this.json() : this.filled();
    const headers = Object.fromEntries([
      ["authorization", `Bearer ${this.key.value.trim()}`],
      ...this.valuesOf("header").map(([name, value]) => [name, value.trim()]),
      ...(typeof body === "string" ? [["content-type", "application/json"]] : []),
    ]);
    return { method, address: `${filled}${query.size === 0 ? "" : `?${query}`}`, headers, body };
  }

  /** The body as it is written; null if there is none. */
  json() {
    return this.valuesOf("body")[0]?.[1] ?? null;
  }

  /** A form with the filled fields and the chosen file. */
  filled() {
    const field = part(this.form, "input[type=file]", HTMLInputElement);
    const form = new FormData();
    for (const [name, value] of this.valuesOf("form")) form.append(name, value);
    if (field.files?.[0]) form.append(field.name, field.files[0]);
    return form;
  }

  async run() {
    const sending = this.sending();
    if (sending.method !== "GET" && !(await this.isConfirmed(sending))) return;
    inTab((storage) => storage.setItem(KEY, this.key.value.trim()));
    this.send.disabled = true;
    this.show("Waiting for the answer …", [], "");
    const started = performance.now();
    try {
      const { method, address, headers, body } = sending;
      const response = await fetch(address, {
        method,
        headers,
        body,
        cache: "no-store",
        credentials: "omit",
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      const took = Math.round(performance.now() - started);
      const shown = HEADERS.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [/** @type {[string, string]} */ ([name, value])];
      });
      this.show(`${response.status} ${response.statusText} · ${took} ms`, shown, readable(text), response.ok);
    } catch (error) {
      this.show(`No answer: ${error instanceof Error ? error.message : "the request failed"}`, [], "", false);
    } finally {
      this.send.disabled = false;
      // A button loses the focus when it is disabled.
      if (document.activeElement === document.body) this.send.focus();
    }
  }

  /**
   * Asks before a request that may change something. The button that cancels has the focus first; the one
   * that sends has it afterwards.
   * @param {Sending} sending
   * @returns {Promise<boolean>}
   */
  isConfirmed({ method, address, body }) {
    const shown = body instanceof FormData ? linesOf(body) : (body ?? "");
    part(this.confirm, "[data-request]", HTMLElement).textContent = `${method} ${address}\n\n${shown}`.trim();
    this.confirm.returnValue = "";
    this.confirm.showModal();
    return new Promise((resolve) => {
      this.answerQuestion = resolve;
    });
  }

  /**
   * @param {string} status
   * @param {[string, string][]} headers
   * @param {string} body
   * @param {boolean} [isGood]
   */
  show(status, headers, body, isGood) {
    const line = part(this.answer, ".status", HTMLElement);
    line.textContent = status;
    line.classList.toggle("good", isGood === true);
    line.classList.toggle("bad", isGood === false);
    part(this.answer, ".headers", HTMLElement).replaceChildren(
      ...headers.map(([name, value]) => {
        const row = document.createElement("div");
        const term = document.createElement("dt");
        const detail = document.createElement("dd");
        term.textContent = name;
        detail.textContent = value;
        row.append(term, detail);
        return row;
      }),
    );
    const code = part(this.answer, "[data-body]", HTMLElement);
    code.textContent = body;
    part(this.answer, "pre", HTMLElement).hidden = body === "";
    this.answer.hidden = false;
  }
}

/**
 * The fields of a form as lines of text, files by name and size.
 * @param {FormData} form
 */
function linesOf(form) {
  return [...form]
    .map(
      ([name, value]) =>
        `${name}: ${typeof value === "string" ? value : `${value.name}, ${value.size.toLocaleString("en-US")} bytes`}`,
    )
    .join("\n");
}

/** @param {string} text */
function readable(text) {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // It is shown as it came.
  }
  if (shown.length <= SHOWN_MOST) return shown;
  return `${shown.slice(0, SHOWN_MOST)}\n\n(The first ${SHOWN_MOST.toLocaleString("en-US")} of ${shown.length.toLocaleString("en-US")} characters.)`;
}

const section = document.querySelector("section.try");
if (section instanceof HTMLElement) new Panel(section).start();
