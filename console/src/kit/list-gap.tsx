/** The place of the rows of a long table that are not in the page. */
import "../style/lists.css";

export function ListGap({ height, columns }: { readonly height: number; readonly columns: number }) {
  return height <= 0 ? null : (
    <tr className="list-gap" aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
