/** Markdown as HTML: what a page may and may not put into the site. */
import { describe, expect, test } from "vitest";
import { anchorOf, renderMarkdown } from "./markdown.ts";

/** A site that has one other page and one picture. */
function render(text: string) {
  return renderMarkdown(
    text,
    (target) => (target === "other.md" ? "/docs/other" : null),
    (target) => (target === "pictures/a.webp" ? "/docs/pictures/a.webp" : null),
  );
}

describe("a page in Markdown", () => {
  test("has its first heading as title and its first sentence as summary, as plain text", () => {
    const { title, summary } = render(
      "# The `sign` rule\n\nWhat [debit](other.md) and\n`credit` mean. And more.\n\nMore.",
    );
    expect([title, summary]).toEqual(["The sign rule", "What debit and credit mean."]);
  });

  test("has no marks of emphasis in its title and summary", () => {
    const { title, summary } = render(
      "# *The* feed & **more**\n\nA *transaction* is a **line** of [an _account_](other.md) & `x * y`. More.",
    );
    expect([title, summary]).toEqual(["The feed & more", "A transaction is a line of an account & x * y."]);
  });

  test.each([
    ["a script", "<script>alert(1)</script>"],
    ["markup within a line", 'A <img src="x" onerror="alert(1)"> picture'],
    ["markup in a heading", "## <b onclick=alert(1)>Bold</b>"],
    ["markup in a table", "| a |\n| --- |\n| <i onmouseover=alert(1)>x</i> |"],
    ["markup in code", "```\n<script>alert(1)</script>\n```"],
    ["a picture", '![" onerror="alert(1)](http://elsewhere.example/x.png)'],
  ])("shows %s as text and never passes it on", (_what, text) => {
    const { html } = render(text).body;
    expect(html).not.toMatch(/<(script|img|b |i )/);
    expect(html).not.toMatch(/<[^>]* on\w+=/);
  });

  test("shows pictures of the site, and the alternative text of others", () => {
    const { html } = render('![The "list" <b>](pictures/a.webp) ![gone](pictures/b.webp)').body;
    expect(html).toBe(
      '<p><img src="/docs/pictures/a.webp" alt="The &quot;list&quot; &lt;b&gt;" loading="lazy"> gone</p>\n',
    );
  });

  test("links to pages that exist, and leaves the words of other links", () => {
    const { html } = render("[good](other.md), [gone](gone.md), [bad](javascript:alert(1))").body;
    expect(html).toContain('<a href="/docs/other">good</a>');
    expect(html).toContain("gone, bad");
    expect(html).not.toContain("javascript");
  });

  test("sets a column of figures to the right", () => {
    expect(render("| line | cents |\n| --- | ---: |\n| Cash | 1,200 |").body.html).toContain(
      '<td>Cash</td><td class="figure">1,200</td>',
    );
  });

  test("has an anchor at every heading, made of its words", () => {
    expect(render("## What `refreshed_at` means, and when").body.html).toContain(
      '<h2 id="what-refreshed-at-means-and-when">',
    );
    expect(anchorOf("A & B")).toBe("a-b");
  });
});
