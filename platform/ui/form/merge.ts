import { counted } from '../../kernel/format.ts'

/** A field that both changed since it was read, each to something else. */
export type BothChanged = { name: string; theirs: unknown; mine: unknown }

type Versions<Values> = {
  /** What both began with. */
  before: Values
  mine: Values
  theirs: Values
}

/**
 * Of a record that two people changed: what only one of them changed, as that one has it, and mine
 * where both did. The fields both changed to different things are for a person to decide.
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

/** Whether two values of a field are the same to who reads them; records are told by their id. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return plain(one) === plain(other)
  if ('id' in one && 'id' in other) return one['id'] === other['id']
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
    isSame(one[name], other[name]),
  )
}

/** A value of a field in words: yes or no, the text of a choice, each line on one of its own. */
export function wordOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return linesWord(value)
  return isObject(value) ? plain(value['text']) : plain(value)
}

/** What each line is of and how many, `S-7 - Bolt × 2 at 1.50`; their count where one is silent. */
function linesWord(lines: readonly unknown[]): string {
  const words = lines.map((line) => (isObject(line) ? lineWord(line) : plain(line)))
  return words.includes('') ? counted(lines.length, 'line') : words.join('\n')
}

function lineWord(line: Record<string, unknown>): string {
  const choice = Object.values(line).find((value) => isObject(value) && 'text' in value)
  const name = plain(line['description']) || wordOf(choice)
  const [, price = ''] = Object.entries(line).find(([key]) => key.endsWith('Price')) ?? []
  const amounts = `${plain(line['quantity'])}${price ? ` at ${plain(price)}` : ''}`
  return [name, amounts].filter(Boolean).join(' × ')
}

/** What is no object as a field shows it. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Whether a value is an object, whose parts can be read. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
