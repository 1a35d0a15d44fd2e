/** The head of a table: the names of its columns, some with a class, such as "n" for numbers. */
export function Heads({
  of,
}: {
  readonly of: readonly (string | readonly [name: string, classes: string])[];
}) {
  return (
    <thead>
      <tr>
        {of.map((column) => {
          const [name, classes] = typeof column === "string" ? [column] : column;
          return (
            <th key={name} scope="col" className={classes}>
              {name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
