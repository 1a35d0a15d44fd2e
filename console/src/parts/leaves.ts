/** The lowest nodes of a tree, such as the chart of categories. */

interface TreeNode {
  readonly id: string;
  readonly parent_id: string | null;
  /** True of a category that nothing new can be put on. */
  readonly inactive?: boolean | undefined;
}

/** The categories or departments that amounts can be booked on: those without children, which are active. */
export function leavesOf<Node extends TreeNode>(nodes: readonly Node[]): readonly Node[] {
  const parents = new Set(nodes.map(({ parent_id }) => parent_id));
  return nodes.filter(({ id, inactive }) => !parents.has(id) && inactive !== true);
}
