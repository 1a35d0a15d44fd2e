/**
 * Functions that tests run inside a browser's page. Each function is sent to the page alone, so it can use
 * only the page and nothing else of this file. The limits of contrast and size are those of WCAG 2.2 AA
 * (1.4.3, 2.5.8); a page must not be wider than its window (1.4.10).
 */

/**
 * @typedef {typeof import("./in-page.js")} InPage
 *
 * @typedef {typeof globalThis & { axe: typeof import("axe-core") }} AxePage
 *
 * @typedef {typeof globalThis & {
 *   notedFocus: Map<Element, boolean>;
 *   isFocusNoted?: boolean;
 *   controls: HTMLElement[];
 * }} NotingPage
 */

/** Returns the accessibility faults of the page; each text names the element. */
export function lookAt() {
  /** @type {string[]} */
  const faults = [];
  const named = (/** @type {Element} */ element) =>
    `<${element.tagName.toLowerCase()}> ${(element.textContent.trim() || element.getAttribute("name") || "").slice(0, 40)}`;
  const isShown = (/** @type {Element} */ element) => {
    const { width, height, right } = element.getBoundingClientRect();
    return element.checkVisibility() && width > 0 && height > 0 && right > 0;
  };
  const painter = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  /** The shares of red, green and blue, of a color in any notation. */
  const sharesOf = (/** @type {string} */ color) => {
    if (color.startsWith("rgb")) return color.match(/[\d.]+/g)?.slice(0, 3) ?? [];
    if (painter === null) throw new Error("The browser has no canvas.");
    painter.fillStyle = color;
    painter.fillRect(0, 0, 1, 1);
    return [...painter.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (/** @type {string} */ color) => {
    const [red = 0, green = 0, blue = 0] = sharesOf(color).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgroundOf = (/** @type {Element} */ element) => {
    for (let each = /** @type {Element | null} */ (element); each !== null; each = each.parentElement) {
      const { backgroundColor } = getComputedStyle(each);
      if (!/, 0\)$|transparent/.test(backgroundColor)) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };
  const checkContrast = (/** @type {Element} */ element, /** @type {string} */ color) => {
    const [lighter = 0, darker = 0] = [luminance(color), luminance(backgroundOf(element))].toSorted(
      (a, b) => b - a,
    );
    const contrast = (lighter + 0.05) / (darker + 0.05);
    if (contrast < 4.5) faults.push(`the contrast of ${named(element)} is ${contrast.toFixed(2)}`);
  };

  if (document.title === "") faults.push("no title");
  if (document.querySelectorAll("h1").length !== 1) faults.push("not one h1");
  if (document.documentElement.scrollWidth > innerWidth)
    faults.push(`it is ${document.documentElement.scrollWidth} wide in ${innerWidth}`);
  for (const header of document.querySelectorAll("th"))
    if (header.textContent.trim() === "" && !header.getAttribute("aria-label"))
      faults.push("a header of a table is empty");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { parentElement, textContent } = texts.currentNode;
    if (textContent?.trim() && parentElement !== null && isShown(parentElement))
      checkContrast(parentElement, getComputedStyle(parentElement).color);
  }
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll("input:not([type=hidden])")
  )) {
    if (field.labels?.length !== 1 && !field.getAttribute("aria-label"))
      faults.push(`no label for ${named(field)}`);
    checkContrast(field, getComputedStyle(field).color);
    if (field.placeholder !== "") checkContrast(field, getComputedStyle(field, "::placeholder").color);
  }
  for (const target of document.querySelectorAll("a, button, input:not([type=hidden])")) {
    const { width, height } = target.getBoundingClientRect();
    if (isShown(target) && Math.min(width, height) < 24)
      faults.push(`${named(target)} is ${width.toFixed()} by ${height.toFixed()}`);
  }
  return faults;
}

/**
 * Returns the label of the focused element, and whether it has a focus ring; null if no element has the
 * focus.
 */
export function focused() {
  const element = document.activeElement;
  if (element === null || element === document.body || element === document.documentElement) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const [outer] = /** @type {HTMLInputElement} */ (element).labels ?? [];
  const label = element.getAttribute("aria-label") ?? outer?.textContent ?? element.textContent;
  return { label: label.trim(), ring: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 };
}

/**
 * Returns the violations that axe finds within an element, or null for the page. Axe must have been evaluated
 * in the page before. Each text names the rule and its first element.
 */
export async function lookWithAxe(/** @type {Parameters<InPage["lookWithAxe"]>[0]} */ { within, rules }) {
  const { violations } = await /** @type {AxePage} */ (globalThis).axe.run(within ?? document, {
    // What passes is not described, which takes most of the time.
    resultTypes: ["violations"],
    runOnly: [...(rules ?? ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])],
  });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160) ?? ""} (${nodes[0]?.failureSummary ?? ""})`,
  );
}

/** Asks the console's own API as its pages do; a body makes it a POST. Returns the answer. */
export async function askConsole(/** @type {Parameters<InPage["askConsole"]>[0]} */ { company, path, body }) {
  const token = document.querySelector('meta[name="daybook-token"]')?.getAttribute("content") ?? "";
  const answer = await fetch(`/app/api${path}`, {
    method: body === null ? "GET" : "POST",
    headers: {
      "Daybook-Company": company,
      "X-CSRF-Token": token,
      ...(body === null ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  return answer.json();
}

/** Where an element is in the window. */
export function boxOf(/** @type {Element} */ element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

/** The role of the element that has the focus. */
export function focusedRole() {
  return document.activeElement?.getAttribute("role") ?? null;
}

/** Writes a text to the clipboard, or reads it. */
export function clipboardText(/** @type {string | null} */ text) {
  return text === null ? navigator.clipboard.readText() : navigator.clipboard.writeText(text);
}

/** What a page shows: whether it loads, what is in the way, and all of its texts. */
export function shownState() {
  const main = document.querySelector("main") ?? document.body;
  const problems = [...document.querySelectorAll(".state[role=alert] :is(h1, h2), .note[role=alert]")];
  return {
    heading: document.querySelector("main h1")?.textContent ?? null,
    isLoading:
      /Loading |Looking…/.test(main.innerText) || document.querySelector("[aria-busy=true]") !== null,
    problems: problems.map((each) => each.textContent),
    text: [
      document.body.innerText,
      ...Array.from(document.querySelectorAll("input, select"), (field) =>
        "value" in field ? field.value : "",
      ),
    ].join("\n"),
  };
}

/**
 * Returns what is wrong with how much room a page takes: it is wider than its window, or a figure or a
 * control lies outside of what it is in and can't be scrolled to.
 */
export function lookAtRoom() {
  const faults = [];
  const scrollers = ["auto", "scroll"];
  if (document.documentElement.scrollWidth > innerWidth)
    faults.push(`it is ${document.documentElement.scrollWidth} wide in ${innerWidth}`);
  const figures = [...document.querySelectorAll("main *")].filter(
    (each) =>
      each.childElementCount === 0 &&
      /^[($]*\d[\d,]{8,}\.\d\d\)?$/.test(each.textContent.trim()) &&
      each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      each.closest(".unseen, [aria-hidden=true]") === null,
  );
  for (const figure of figures) {
    const range = document.createRange();
    range.selectNodeContents(figure);
    const { left, right } = range.getBoundingClientRect();
    const own = figure.getBoundingClientRect();
    if (getComputedStyle(figure).display !== "inline" && (left < own.left - 1 || right > own.right + 1))
      faults.push(`${figure.textContent} is wider than its place`);
    for (
      let each = /** @type {Element | null} */ (figure);
      each !== null && each !== document.documentElement;
      each = each.parentElement
    ) {
      const { overflowX } = getComputedStyle(each);
      if (scrollers.includes(overflowX)) break;
      const box = each.getBoundingClientRect();
      if (overflowX !== "visible" && (left < box.left - 1 || right > box.right + 1)) {
        faults.push(`${figure.textContent} is cut in .${each.className}`);
        break;
      }
    }
    if (left < 0 || right > innerWidth) {
      if (figure.closest(".scroller, .sh-grid, .panel") === null)
        faults.push(`${figure.textContent} is out of sight`);
    }
  }
  return [...new Set(faults)];
}

/** Where the page scrolls sideways, or has a second bar for its height beside another one. */
export function scrollFaults() {
  /** @type {string[]} */
  const faults = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth)
    faults.push(`it is ${page.scrollWidth} wide in ${page.clientWidth}`);
  const nameOf = (/** @type {Element} */ element) =>
    `<${element.tagName.toLowerCase()} class="${element.className}">`;
  const scrolling = [page, ...document.querySelectorAll("main, main *")].filter((element) => {
    const { overflowY } = getComputedStyle(element);
    const scrolls = element === page ? overflowY !== "hidden" : ["auto", "scroll"].includes(overflowY);
    return scrolls && element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0;
  });
  for (const outer of scrolling)
    for (const inner of scrolling)
      if (outer !== inner && outer.contains(inner) && inner.clientHeight > innerHeight / 3)
        faults.push(`${nameOf(inner)} scrolls inside of ${nameOf(outer)}`);
  const main = document.querySelector("main");
  if (
    main !== null &&
    main.scrollWidth > main.clientWidth + 1 &&
    getComputedStyle(main).overflowX !== "visible"
  )
    faults.push(`its main part is ${main.scrollWidth} wide in ${main.clientWidth}`);
  return faults;
}

/** Names in letters from right to left that would move the digits beside them. */
export function mixedNames() {
  /** @type {Set<string>} */
  const faults = new Set();
  /** The block in which an element stands, and whether its text is apart from what is around it. */
  const placeOf = (/** @type {HTMLElement} */ element) => {
    let isApart = false;
    let block = element;
    for (; block.parentElement !== null; block = block.parentElement) {
      const { display, unicodeBidi } = getComputedStyle(block);
      if (!display.startsWith("inline")) break;
      isApart ||= unicodeBidi !== "normal" || display !== "inline";
    }
    return { block, isApart };
  };
  const texts = document.createTreeWalker(
    document.querySelector("main") ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  while (texts.nextNode() !== null) {
    const { parentElement, textContent } = texts.currentNode;
    if (
      parentElement === null ||
      !/[\u0590-\u08ff]/.test(textContent ?? "") ||
      !parentElement.checkVisibility()
    )
      continue;
    const { block, isApart } = placeOf(parentElement);
    // What stands in a block of its own is written by itself.
    const own = /** @type {Node[]} */ ([]);
    const parts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
      node instanceof Element && !getComputedStyle(node).display.startsWith("inline")
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    while (parts.nextNode() !== null)
      if (parts.currentNode instanceof Text && parts.currentNode !== texts.currentNode)
        own.push(parts.currentNode);
    const rest = own.map((node) => node.textContent ?? "").join(" ");
    if (!isApart && /\d/.test(rest) && block.matches(":not(ul, ol, table, main)"))
      faults.add(`<${block.tagName.toLowerCase()} class="${block.className}"> ${rest.trim().slice(0, 60)}`);
  }
  return [...faults];
}

/** Begins to note which elements get the focus, from the first stop of the page or of its dialog. */
export function noteFocus() {
  const page = /** @type {NotingPage} */ (globalThis);
  page.notedFocus = new Map();
  const isNoted = page.isFocusNoted === true;
  page.isFocusNoted = true;
  if (!isNoted)
    addEventListener("focusin", ({ target }) => {
      if (!(target instanceof Element)) return;
      const styles = [target, ...target.querySelectorAll(".here, .sh-active")].map((each) =>
        getComputedStyle(each),
      );
      const isSeen = styles.some(
        ({ outlineStyle, outlineWidth, boxShadow }) =>
          (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) || / [23]px/.test(boxShadow),
      );
      page.notedFocus.set(target, isSeen);
    });
  const room = document.querySelector("[role=dialog]") ?? document.body;
  const all = /** @type {NodeListOf<HTMLElement>} */ (
    room.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")
  );
  const shown = [...all].filter(
    (each) =>
      each.checkVisibility({ visibilityProperty: true }) &&
      !each.matches(":disabled") &&
      !each.closest("[inert]"),
  );
  page.controls = shown.filter(
    (each) => each.tabIndex >= 0 || each.matches("a, button, input, select, textarea"),
  );
  shown[0]?.focus();
  // A field of a date has stops for month, day and year, and one for its calendar; what scrolls is a stop.
  return shown.reduce((sum, each) => sum + (each.tabIndex < 0 ? 0 : each.matches("[type=date]") ? 4 : 1), 20);
}

/** Chooses a suggestion by the mouse and types, before the browser draws again. */
export function chooseAndType(/** @type {Element} */ option, /** @type {string} */ text) {
  option.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }));
  document.execCommand("insertText", false, text);
}

/** Returns the controls that did not get the focus, and those of which nobody saw it. */
export function unfocused() {
  const { notedFocus: noted, controls } = /** @type {NotingPage} */ (globalThis);
  const named = (/** @type {Element} */ each) =>
    `${each.tagName} ${each.className} ${(each.getAttribute("aria-label") ?? each.textContent ?? "").slice(0, 30)}`;
  // Of a list, a table or a toolbar with one stop, arrows reach the others.
  const isReached = (/** @type {HTMLElement} */ each) => {
    if (noted.has(each)) return true;
    const all = each.closest(
      "table, ul, ol, [role=grid], [role=toolbar], [role=listbox], [role=radiogroup], fieldset",
    );
    return (
      all !== null &&
      [...noted.keys()].some((other) => all.contains(other)) &&
      (each.tabIndex < 0 || each.matches("[type=radio]"))
    );
  };
  return [
    ...controls
      .filter((each) => each.isConnected && !isReached(each))
      .map((each) => `not reached: ${named(each)}`),
    ...[...noted]
      .filter(([each, isSeen]) => !isSeen && controls.some((control) => control === each))
      .map(([each]) => `no ring: ${named(each)}`),
  ];
}

/**
 * Presses a key where the focus is, so fast that the page draws nothing meanwhile.
 *
 * @param {{ readonly key: string; readonly presses: number }} asked
 */
export function pressAtOnce({ key, presses }) {
  for (let press = 0; press < presses; press += 1)
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}
