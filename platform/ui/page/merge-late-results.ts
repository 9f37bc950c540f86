/**
 * Merges late results into those shown, in their own order, but inserts nothing above the selected
 * row, so that it does not move; results that belong there are appended.
 */
export function withAdded<Item extends { key: string }>(
  displayed: readonly Item[],
  all: readonly Item[],
  chosen: string | undefined,
): Item[] {
  const ranks = new Map(all.map(({ key }, rank) => [key, rank]))
  const rankOf = ({ key }: Item) => ranks.get(key) ?? all.length
  const known = new Set(displayed.map(({ key }) => key))
  const stable = displayed.flatMap(({ key }) => all[ranks.get(key) ?? -1] ?? [])
  const first = stable.find(({ key }) => key === chosen) ?? stable[0]
  if (!first) return [...all]
  const result = [...stable]
  const from = stable.indexOf(first)
  for (const added of all.filter(({ key }) => !known.has(key))) {
    const isBelow = rankOf(added) > rankOf(first)
    const follows = (each: Item, index: number) => index > from && rankOf(each) > rankOf(added)
    const slot = isBelow ? result.findIndex(follows) : -1
    result.splice(slot < 0 ? result.length : slot, 0, added)
  }
  return result
}
