import { counted } from '../../kernel/plurals-and-capitals.ts'

/** A field that both users changed, to different values. */
export type BothChanged = { name: string; theirs: unknown; mine: unknown }

type Versions<Values> = {
  /** The common base of both versions. */
  before: Values
  mine: Values
  theirs: Values
}

/**
 * Three-way merge of a record edited by two users: a field that only one of them changed has that
 * change, and a field that both changed has mine. `both` lists the conflicts to resolve by the
 * user.
 */
export function mergeOf<Values extends object>({ before, mine, theirs }: Versions<Values>) {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(theirs))
  const both: BothChanged[] = []
  const at = (values: Values, name: string) => (values as Record<string, unknown>)[name]
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const own = at(mine, name)
    if (isSame(own, at(before, name))) continue
    merged[name] = own
    const other = at(theirs, name)
    if (isSame(other, at(before, name)) || isSame(own, other)) continue
    both.push({ name, theirs: other, mine: own })
  }
  return { merged: merged as Values, both }
}

/** True if two field values are equal to a reader; compares records by id. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return plain(one) === plain(other)
  if ('id' in one && 'id' in other) return one['id'] === other['id']
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
    isSame(one[name], other[name]),
  )
}

/** Display text of a field value: Yes or No, the text of a choice, one line per list item. */
export function displayText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return linesText(value)
  return isObject(value) ? plain(value['text']) : plain(value)
}

/** The lines as text, `S-7 - Bolt × 2 at 1.50`; their count if one has no text. */
function linesText(lines: readonly unknown[]): string {
  const words = lines.map((line) => (isObject(line) ? lineText(line) : plain(line)))
  return words.includes('') ? counted(lines.length, 'line') : words.join('\n')
}

function lineText(line: Record<string, unknown>): string {
  const choice = Object.values(line).find((value) => isObject(value) && 'text' in value)
  const name = plain(line['description']) || displayText(choice)
  const [, price = ''] = Object.entries(line).find(([key]) => key.endsWith('Price')) ?? []
  const amounts = `${plain(line['quantity'])}${price ? ` at ${plain(price)}` : ''}`
  return [name, amounts].filter(Boolean).join(' × ')
}

/** Field text of a value that is no object. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Type guard for objects. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
