/** The lowest nodes of a tree, such as the chart of categories. */

/** The categories or departments without children: those that amounts are booked on. */
export function leavesOf<Node extends { readonly id: string; readonly parent_id: string | null }>(
  nodes: readonly Node[],
): readonly Node[] {
  const parents = new Set(nodes.map(({ parent_id }) => parent_id));
  return nodes.filter(({ id }) => !parents.has(id));
}
