/** The addresses of the site's pages on the server. */

/** The site's path. */
export const DOCS_ROOT = "/docs";

/** The list of all pages for language models, in the form of llmstxt.org. */
export const LLMS_PATH = "/llms.txt";

/** The address of a page. */
export function addressOf(path: string): string {
  return path === "" ? DOCS_ROOT : `${DOCS_ROOT}/${path}`;
}

/** The address of the Markdown twin of the page at an address of the site. */
export function twinAddress(address: string): string {
  const [path = "", anchor] = address.split("#");
  return `${path}.md${anchor === undefined ? "" : `#${anchor}`}`;
}

/** The path of an operation's page. */
export function operationPath({ id }: { readonly id: string }): string {
  return `api-reference/${id}`;
}

/** The anchor of a parameter on the page of its operation. */
export function parameterAnchor(name: string): string {
  return `parameter-${name}`;
}
