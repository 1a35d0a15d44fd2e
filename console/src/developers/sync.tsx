/** How programs read the company: three ways that work as they stand, at the address of this installation. */
import { CopyText } from "../kit/copy.tsx";
import { Part } from "../kit/tabs.tsx";

export function Sync() {
  const { origin } = location;
  return (
    <>
      <Part title="Ask for what changed">
        <p>
          There are no webhooks. A program asks for what changed since it asked last, as often as it likes
          within the <a href="/docs/concepts/limits">limits</a>, and misses nothing. Put an API key into{" "}
          <code>DAYBOOK_KEY</code>; a read-only key is enough.
        </p>
      </Part>
      <Part title="With curl">
        <CopyText
          what="the line for curl"
          text={`curl -H "Authorization: Bearer $DAYBOOK_KEY" "${origin}/api/v1/transactions?updated_after=0"`}
        />
        <p className="hint">
          <a href="/docs/guides/feed">The feed</a> says how to go on from there.
        </p>
      </Part>
      <Part title="With the client for TypeScript and JavaScript">
        <CopyText
          what="the line for the client"
          text={`const daybook = createClient({ baseUrl: "${origin}", key: process.env.DAYBOOK_KEY });`}
        />
        <p className="hint">
          It reads lists page by page and tries again what failed:{" "}
          <a href="/docs/guides/client">The TypeScript client</a>.
        </p>
      </Part>
      <Part title="As a copy that keeps itself up to date">
        <CopyText
          what="the line for a mirror"
          text={`DAYBOOK_URL=${origin} DAYBOOK_KEY=$DAYBOOK_KEY npx daybook-mirror books.sqlite --follow 60`}
        />
        <p className="hint">
          A mirror in SQLite, CSV or PostgreSQL that proves it is whole:{" "}
          <a href="/docs/guides/mirror">Mirror a feed</a>.
        </p>
      </Part>
      <p className="hint">
        <a href="/docs">All documents</a>
      </p>
    </>
  );
}
