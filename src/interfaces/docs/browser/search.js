/**
 * The search: a dialog with a field and a list of places. The index comes from this server when the dialog
 * opens for the first time. Every text is set as text, never as markup.
 */
import MiniSearch from "minisearch";
import { askedWordsOf, FIELDS, SEARCH_OPTIONS, slipOf, STORED, wordsOf } from "./words.js";

/** @typedef {{ title: string, where: string, text: string, address: string, terms: string[] }} Place */

const RESULTS_MOST = 12;
const TEXT_MOST = 150;

/** @type {MiniSearch | null} */
let index = null;
/** @type {Dialog | null} */
let shown = null;

/**
 * Returns the places that hold all words of a question, the best first.
 * @param {string} question
 * @returns {Place[]}
 */
function find(question) {
  if (index === null) return [];
  const options = { ...SEARCH_OPTIONS, tokenize: askedWordsOf };
  const exact = index.search(question, options);
  const found = exact.length > 0 ? exact : index.search(question, { ...options, fuzzy: slipOf });
  return found
    .slice(0, RESULTS_MOST)
    .map(({ title, where, text, address, terms }) => ({ title, where, text, address, terms }));
}

/**
 * The part of a text around the first word that was found.
 * @param {string} text
 * @param {readonly string[]} terms
 */
function excerptOf(text, terms) {
  if (text.length <= TEXT_MOST) return text;
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place !== -1);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = first < TEXT_MOST / 2 ? 0 : text.lastIndexOf(" ", first - TEXT_MOST / 3) + 1;
  if (start + TEXT_MOST >= text.length) return `${start > 0 ? "… " : ""}${text.slice(start)}`;
  const end = text.lastIndexOf(" ", start + TEXT_MOST);
  return `${start > 0 ? "… " : ""}${text.slice(start, end > start ? end : start + TEXT_MOST)} …`;
}

/**
 * Adds a text whose found words are marked.
 * @param {HTMLElement} parent
 * @param {string} text
 * @param {readonly string[]} terms
 */
function addMarked(parent, text, terms) {
  const words = terms.map((term) => term.replaceAll(/[^\p{L}\p{N}_]/gu, String.raw`\$&`));
  if (words.length === 0) {
    parent.append(text);
    return;
  }
  const pieces = text.split(
    new RegExp(`(${words.toSorted((a, b) => b.length - a.length).join("|")})`, "giu"),
  );
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 0) parent.append(piece);
    else parent.append(make("mark", { text: piece }));
  }
}

/**
 * @param {string} name
 * @param {{ text?: string, attributes?: Record<string, string>, children?: Node[] }} content
 */
function make(name, { text = "", attributes = {}, children = [] }) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(text, ...children);
  return element;
}

class Dialog {
  input = /** @type {HTMLInputElement} */ (
    make("input", {
      attributes: {
        type: "search",
        role: "combobox",
        "aria-label": "Search the documentation",
        "aria-expanded": "true",
        "aria-controls": "search-results",
        "aria-autocomplete": "list",
        autocomplete: "off",
        spellcheck: "false",
        placeholder: "Operation, parameter, error code or word",
      },
    })
  );
  list = make("ul", {
    attributes: { role: "listbox", id: "search-results", "aria-label": "Places found" },
  });
  state = make("p", { attributes: { class: "state", role: "status" } });
  element = /** @type {HTMLDialogElement} */ (
    make("dialog", { attributes: { class: "search", "aria-label": "Search" } })
  );
  chosen = -1;

  /** @param {string} everything The address of the list of everything. */
  constructor(everything) {
    const close = make("button", { text: "Close", attributes: { type: "button", class: "plain" } });
    const all = make("a", { text: "List of everything", attributes: { href: everything } });
    this.element.append(
      make("div", { attributes: { class: "asking" }, children: [this.input, close] }),
      this.state,
      this.list,
      make("p", {
        attributes: { class: "keys" },
        text: "↑ ↓ to choose, Enter to open, Esc to close. ",
        children: [all],
      }),
    );
    close.addEventListener("click", () => this.close());
    this.element.addEventListener("click", ({ target }) => {
      if (target === this.element) this.close();
    });
    this.input.addEventListener("input", () => this.ask());
    this.input.addEventListener("keydown", (event) => this.press(event));
    // A link to another place of this page opens no new page, so the dialog has to go.
    this.list.addEventListener("click", () => this.close());
    document.body.append(this.element);
  }

  /** Closes the dialog. The hidden field must not keep the focus, or the next `/` would count as text. */
  close() {
    this.element.close();
    this.input.blur();
  }

  ask() {
    const question = this.input.value.trim();
    const places = question === "" ? [] : find(question);
    this.list.replaceChildren(...places.map((place, at) => optionOf(place, at)));
    this.state.textContent =
      question === "" ? "" : places.length === 0 ? "Nothing holds all these words." : "";
    this.choose(places.length === 0 ? -1 : 0);
  }

  /** @param {number} at */
  choose(at) {
    this.chosen = at;
    for (const [place, option] of [...this.list.children].entries())
      option.setAttribute("aria-selected", String(place === at));
    const option = this.list.children[at];
    if (option === undefined) this.input.removeAttribute("aria-activedescendant");
    else {
      this.input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    }
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const count = this.list.children.length;
    // A search field would clear itself first.
    if (event.key === "Escape") {
      event.preventDefault();
      this.close();
      return;
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && count > 0) {
      event.preventDefault();
      this.choose((this.chosen + step + count) % count);
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      this.list.children[this.chosen]?.querySelector("a")?.click();
    }
  }
}

/**
 * @param {Place} place
 * @param {number} at
 */
function optionOf({ title, where, text, address, terms }, at) {
  const link = make("a", { attributes: { href: address, tabindex: "-1" } });
  const head = make("strong", {});
  addMarked(head, title, terms);
  const about = make("span", { attributes: { class: "where" }, text: where });
  const excerpt = make("span", { attributes: { class: "excerpt" } });
  addMarked(excerpt, excerptOf(text, terms), terms);
  link.append(head, " ", about, excerpt);
  return make("li", {
    attributes: { role: "option", id: `search-result-${at}`, "aria-selected": "false" },
    children: [link],
  });
}

/**
 * Opens the search.
 * @param {string} address The address of the index.
 * @param {string} everything The address of the list of everything.
 */
export async function open(address, everything) {
  shown ??= new Dialog(everything);
  if (!shown.element.open) shown.element.showModal();
  shown.input.focus();
  shown.input.select();
  if (index !== null) return;
  shown.state.textContent = "Loading the index …";
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`status ${response.status}`);
    index = MiniSearch.loadJSON(await response.text(), {
      fields: FIELDS,
      storeFields: STORED,
      tokenize: wordsOf,
    });
    shown.ask();
  } catch {
    shown.state.textContent = "The index can't be loaded. The list of everything is below.";
  }
}
