/** Functions that the monkey runs inside a browser's page. Each uses only the page and itself. */

/**
 * Returns what a person could point at now, as the middle of what is in sight of it. Links that lead out of
 * the console's own pages are left out, and the list of pages, which the monkey uses anyway.
 */
export function targets() {
  /** @type {import("./on-page.js").Target[]} */
  const found = [];
  const kinds = /** @type {const} */ ([
    ["a[href]", "link"],
    ["select", "choice"],
    ["input[type=file]", "file"],
    ["input[type=date]", "day"],
    ["input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]", "field"],
    ["[draggable=true], [role=separator], .gr-cell, [role=gridcell]", "drag"],
    ["button, summary, input, [role=menuitem], [role=menuitemradio], [role=option], [role=tab]", "button"],
    ["th, td, tr[tabindex], [role=row], li", "place"],
  ]);
  const seen = new Set();
  for (const [selector, kind] of kinds)
    for (const element of document.querySelectorAll(selector)) {
      const control = /** @type {HTMLSelectElement} */ (element);
      if (seen.has(element) || control.disabled) continue;
      seen.add(element);
      if (element.closest('nav[aria-label="Pages"]') !== null) continue;
      if (kind === "link" && !/^\/app\/(c|me)\//.test(element.getAttribute("href") ?? "")) continue;
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
      const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
      if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) continue;
      // What lies below a dialog or a menu can't be pointed at.
      const hit = document.elementFromPoint(x, y);
      if (hit === null || !(element.contains(hit) || hit.contains(element))) continue;
      const label =
        element.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? element.textContent;
      found.push({
        kind,
        group: `${kind} ${element.getAttribute("role") ?? element.tagName} ${element.className}`,
        x,
        y,
        label: label.trim().replaceAll(/\s+/g, " ").slice(0, 60),
        options: kind === "choice" ? control.options.length : 0,
      });
    }
  return found;
}

/** Chooses an option of the `select` at a place of the page, as its list of the system would. */
export function chooseOption(/** @type {{ x: number, y: number, index: number }} */ { x, y, index }) {
  const field = document.elementFromPoint(x, y)?.closest("select");
  if (!field) return;
  field.selectedIndex = index;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Says what is wrong with what the page shows; null if it is as a page of the console should be. */
export function faultOnPage() {
  const main = document.querySelector("main");
  const text = (/** @type {HTMLElement | null} */ (document.querySelector("#root"))?.innerText ?? "").trim();
  if (text === "") return "The page is blank.";
  if (main === null) return "The page has no main part.";
  if (main.innerText.trim() === "" && main.querySelector("input, svg, table, [role=grid]") === null)
    return "The main part of the page is blank.";
  const givesUp =
    /This did not work|The service has failed|Something went wrong|can't be read|signed out\b|not one of your companies|older than your session/;
  for (const said of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[role=alert]")))
    if (givesUp.test(said.innerText)) return `The page says: ${said.innerText.trim().slice(0, 300)}`;
  return null;
}
