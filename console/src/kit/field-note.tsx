/** The few words below a field: what is wrong with it, or else what it is for. */

/** The id of the words below the field `id`; undefined where there are none. */
export const noteId = (id: string, says: string | undefined): string | undefined =>
  says ? `${id}-note` : undefined;

interface FieldNoteProps {
  readonly id: string;
  readonly wrong: string | null;
  readonly note: string | undefined;
}

export function FieldNote({ id, wrong, note }: FieldNoteProps) {
  const says = wrong ?? note;
  return says ? (
    <small
      id={noteId(id, says)}
      className={wrong === null ? "soft" : "problem"}
      role={wrong === null ? undefined : "alert"}
    >
      {says}
    </small>
  ) : null;
}
