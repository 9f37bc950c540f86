const shownNames = 5
const all = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const any = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Names as text: `INV-17 and INV-21`; after five, how many there are beyond. */
export function listed(names: readonly string[]): string {
  if (names.length <= shownNames + 1) return all.format(names)
  return all.format([...names.slice(0, shownNames), `${names.length - shownNames} more`])
}

/** Names of which one suffices: `admin, manager or finance`. */
export function orListed(names: readonly string[]): string {
  return any.format(names)
}
