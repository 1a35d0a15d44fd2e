/** A person in a list: a round sign with the first letters of their name, the name, and below it the address. */

interface PersonProps {
  readonly name: string | null;
  readonly email: string;
  /** A word after the name. */
  readonly note?: string | null;
  /** True for somebody who has not joined yet. */
  readonly isInvited?: boolean;
}

const lettersOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .map((word) => Array.from(word)[0] ?? "")
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join("")
    .toUpperCase();

export function Person({ name, email, note = null, isInvited = false }: PersonProps) {
  return (
    <span className="person">
      <span className={isInvited ? "avatar invited" : "avatar"} aria-hidden="true">
        {lettersOf(name ?? email)}
      </span>
      <span className="what">
        <b dir="auto">{name ?? email}</b> {note === null ? null : <span className="soft">{note}</span>}
        {name === null ? null : <small>{email}</small>}
      </span>
    </span>
  );
}
