/**
 * What every page does with scripts: opens the search by its link, `/` or Ctrl-K, remembers the language of
 * examples, and shows the open page in the list of pages. Without scripts the search link leads to a list.
 */

const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[data-index]"));
const LANGUAGE = "daybook-language";

/** @param {HTMLAnchorElement} from */
async function openSearch(from) {
  const { open } = await import("./search.js");
  await open(from.dataset["index"] ?? "", from.href);
}

/**
 * True if a key that was pressed there is text.
 * @param {EventTarget | null} target
 */
function isWriting(target) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}

if (link !== null) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void openSearch(link);
  });
  document.addEventListener("keydown", (event) => {
    const isShortcut =
      (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event.target)) ||
      (event.key.toLowerCase() === "k" &&
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        !event.shiftKey);
    if (!isShortcut || document.querySelector("dialog[open]") !== null) return;
    event.preventDefault();
    void openSearch(link);
  });
}

/** Storage may be switched off; then nothing is remembered. */
function storedLanguage() {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}

/** @param {string} language */
function chooseLanguage(language) {
  for (const choice of document.querySelectorAll(".languages > input"))
    if (choice instanceof HTMLInputElement && choice.value === language) choice.checked = true;
}

const language = storedLanguage();
if (language !== null) chooseLanguage(language);
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.closest(".languages") === null) return;
  chooseLanguage(target.value);
  try {
    localStorage.setItem(LANGUAGE, target.value);
  } catch {
    // The choice holds for this page.
  }
});

const side = document.querySelector("nav.side");
const current = side?.querySelector("[aria-current]");
if (side && current instanceof HTMLElement && side.scrollHeight > side.clientHeight)
  side.scrollTop = Math.max(0, current.offsetTop - side.clientHeight / 3);
