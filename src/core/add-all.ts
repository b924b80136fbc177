/** Appends items one by one: `push(...items)` throws a RangeError where a hostile file makes a hundred thousand of them. */
export function addAll<Item>(target: Item[], items: Iterable<Item>): void {
  for (const item of items) target.push(item);
}
