/**
 * Merges late results into those shown, in their own order, but inserts nothing above the selected
 * row, so that it does not move; results that belong there are appended.
 */
export function withLate<Item extends { key: string }>(
  shown: readonly Item[],
  all: readonly Item[],
  chosen: string | undefined,
): Item[] {
  const ranks = new Map(all.map(({ key }, rank) => [key, rank]))
  const rankOf = ({ key }: Item) => ranks.get(key) ?? all.length
  const known = new Set(shown.map(({ key }) => key))
  const kept = shown.flatMap(({ key }) => all[ranks.get(key) ?? -1] ?? [])
  const first = kept.find(({ key }) => key === chosen) ?? kept[0]
  if (!first) return [...all]
  const result = [...kept]
  const from = kept.indexOf(first)
  for (const late of all.filter(({ key }) => !known.has(key))) {
    const isBelow = rankOf(late) > rankOf(first)
    const follows = (each: Item, place: number) => place > from && rankOf(each) > rankOf(late)
    const slot = isBelow ? result.findIndex(follows) : -1
    result.splice(slot < 0 ? result.length : slot, 0, late)
  }
  return result
}
