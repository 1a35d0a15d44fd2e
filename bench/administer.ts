/** Statements to a server beside what is measured: databases that are made, dropped and vacuumed. */
import pg from "pg";

/** Runs one statement on a connection of its own. */
export async function administer(server: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
