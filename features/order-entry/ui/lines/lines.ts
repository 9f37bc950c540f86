import { type ChosenSku, type Desk, type Line, isItem, itemsOf, lineOf } from '../order-form.ts'
import type { PastedLine } from '#platform/ui/form/pasted-lines.ts'
import { parseQuantity } from './quantity.ts'

export type LineColumn = 'sku' | 'quantity' | 'price'

/** Changes one line; a ghost line follows the last one as soon as that holds something. */
export function withLine(desk: Desk, key: number, patch: Partial<Line>): Desk {
  return settle(
    desk,
    desk.lines.map((line) => (line.key === key ? { ...line, ...patch } : line)),
  )
}

/** Chooses a line's SKU, or takes it away; a line once chosen stays an item. */
export function withSku(desk: Desk, key: number, sku: ChosenSku | undefined): Desk {
  const made = sku ? { isMade: true, isUnknown: false, isFailed: undefined, text: '' } : {}
  const before = desk.lines.find((line) => line.key === key)?.sku
  // A typed price was that of the SKU before.
  const price = before && before.id !== sku?.id ? { price: '' } : {}
  return withLine(desk, key, { sku, ...made, ...price })
}

/** Makes a real empty item at the end: the ghost line, where there is one. */
export function withItem(desk: Desk): Desk {
  const last = desk.lines.at(-1)
  if (last && !isItem(last)) return withLine(desk, last.key, { isMade: true })
  const lines = [...desk.lines, lineOf(desk.nextKey, { isMade: true })]
  return settle({ ...desk, nextKey: desk.nextKey + 1 }, lines)
}

/** Removes an item. The last one stays: an order has at least one. */
export function withoutLine(desk: Desk, key: number): Desk {
  if (itemsOf(desk).length <= 1) return desk
  return settle(
    desk,
    desk.lines.filter((line) => line.key !== key),
  )
}

/** Removes every item of a SKU; an empty item is left where nothing else would be. */
export function withoutSku(desk: Desk, skuId: number): Desk {
  const left = desk.lines.filter((line) => line.sku?.id !== skuId)
  if (left.some(isItem)) return settle(desk, left)
  const next = { ...desk, nextKey: desk.nextKey + 1 }
  return settle(next, [lineOf(desk.nextKey, { isMade: true })])
}

/** Moves an item one place up (−1) or down (1); at the ends it stays. */
export function withMoved(desk: Desk, key: number, by: -1 | 1): Desk {
  const items = itemsOf(desk)
  const from = items.findIndex((line) => line.key === key)
  const [line, other] = [items[from], items[from + by]]
  if (!line || !other) return desk
  const swapped = desk.lines.map((each) => {
    if (each === line) return other
    return each === other ? line : each
  })
  return settle(desk, swapped)
}

/** Copies from the line above: its SKU and quantity into an empty line, else one column. */
export function withCopyOfAbove(desk: Desk, key: number, column: LineColumn): Desk {
  const index = desk.lines.findIndex((line) => line.key === key)
  const [above, line] = [desk.lines[index - 1], desk.lines[index]]
  if (!above || !line) return desk
  const isEmpty = line.sku === undefined && line.text.trim() === ''
  const quantity = isEmpty || column === 'quantity' ? { quantity: above.quantity } : {}
  const price = column === 'price' ? { price: above.price } : {}
  const copied = withLine(desk, key, { ...quantity, ...price })
  const wantsSku = (isEmpty || column === 'sku') && above.sku !== undefined
  return wantsSku ? withSku(copied, key, above.sku) : copied
}

/** The first other item with the same SKU, which this line could be merged into. */
export function twinOf(desk: Desk, key: number): Line | undefined {
  const line = desk.lines.find((each) => each.key === key)
  if (!line?.sku) return undefined
  return desk.lines.find((each) => each.key !== key && each.sku?.id === line.sku?.id)
}

/**
 * Adds a line's quantity to its twin's and takes the line away. With `stays` the line, where it is
 * the last, is left as the ghost line instead: the keyboard that stands in it loses nothing.
 */
export function withMerged(desk: Desk, key: number, stays: boolean): Desk {
  const twin = twinOf(desk, key)
  const line = desk.lines.find((each) => each.key === key)
  if (!twin || !line) return desk
  const units = (parseQuantity(twin.quantity) ?? 0) + (parseQuantity(line.quantity) ?? 0)
  const counted = withLine(desk, twin.key, { quantity: String(units) })
  const isLast = itemsOf(desk).at(-1)?.key === key
  if (!stays || !isLast) return withoutLine(counted, key)
  return settle(counted, [...itemsOf(counted).slice(0, -1), lineOf(key)])
}

/**
 * Puts a scanned code on a new line, looked up by the screen: behind this one, or in its place
 * where this is the ghost line. The new line has the key that came next.
 */
export function withScanned(desk: Desk, key: number, code: string): Desk {
  const index = desk.lines.findIndex((line) => line.key === key)
  const scanned = { text: code, isAsked: true, isScanned: true, isMade: true }
  const made = lineOf(desk.nextKey, scanned)
  const before = desk.lines.slice(0, index + 1).filter(isItem)
  const behind = desk.lines.slice(index + 1).filter(isItem)
  const lines = [...before, made, ...behind]
  return settle({ ...desk, nextKey: desk.nextKey + 1 }, lines)
}

/**
 * Puts pasted lines behind this one, or in its place where nothing stands in it. The new lines have
 * the keys that came next; a quantity that is none is marked at once.
 */
export function withPasted(desk: Desk, key: number, pasted: readonly PastedLine[]): Desk {
  const index = desk.lines.findIndex((line) => line.key === key)
  const made = pasted.map(({ code, quantity, price }, at) => {
    const isOdd = parseQuantity(quantity) === undefined
    return lineOf(desk.nextKey + at, {
      text: code,
      isAsked: true,
      isMade: true,
      quantity,
      price,
      isOdd,
    })
  })
  const isEmpty = ({ sku, text }: Line) => sku === undefined && text.trim() === ''
  const before = desk.lines.slice(0, index + 1).filter((line) => line.key !== key || !isEmpty(line))
  const lines = [...before, ...made, ...desk.lines.slice(index + 1).filter(isItem)]
  return settle({ ...desk, nextKey: desk.nextKey + made.length }, lines)
}

/**
 * Cuts what is asked of a SKU down to what is there, from its last line upwards; lines of which
 * nothing is left go.
 */
export function withAvailable(desk: Desk, skuId: number, available: number): Desk {
  let left = available
  const lines = desk.lines.flatMap((line): Line[] => {
    if (line.sku?.id !== skuId) return [line]
    const units = Math.min(left, parseQuantity(line.quantity) ?? 0)
    left -= units
    return units > 0 ? [{ ...line, quantity: String(units) }] : []
  })
  return settle(desk, lines)
}

/** The lines with one put back where it was. */
export function withRestored(desk: Desk, line: Line, index: number): Desk {
  if (desk.lines.some((each) => each.key === line.key)) return desk
  return settle(desk, desk.lines.toSpliced(index, 0, line))
}

/** The lines with all items of an earlier form put back that are gone since. */
export function withItemsOf(desk: Desk, before: Desk): Desk {
  const restore = (now: Desk, line: Line) => withRestored(now, line, before.lines.indexOf(line))
  return itemsOf(before).reduce(restore, desk)
}

/** The neighbour of a line, the ghost line included; undefined at the ends. */
export function neighbourOf(desk: Desk, key: number, by: -1 | 1): Line | undefined {
  const index = desk.lines.findIndex((line) => line.key === key)
  return index < 0 ? undefined : desk.lines[index + by]
}

/** Keeps one ghost line behind a last line that holds something, and none elsewhere. */
function settle(desk: Desk, lines: readonly Line[]): Desk {
  const lastIndex = lines.length - 1
  const kept = lines.map((line, index) =>
    index < lastIndex && !isItem(line) ? { ...line, isMade: true } : line,
  )
  const last = kept.at(-1)
  const isFull = last === undefined || last.sku !== undefined || last.isAsked
  if (!isFull) return { ...desk, lines: kept }
  const isFirst = last === undefined
  const next = lineOf(desk.nextKey, { isMade: isFirst })
  return { ...desk, lines: [...kept, next], nextKey: desk.nextKey + 1 }
}
