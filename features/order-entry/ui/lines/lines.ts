import {
  type ChosenSku,
  type OrderForm,
  type Line,
  isItem,
  itemsOf,
  lineOf,
} from '../order-form.ts'
import type { PastedLine } from '#platform/ui/form/pasted-lines.ts'
import { parseQuantity } from './quantity.ts'

export type LineColumn = 'sku' | 'quantity' | 'price'

/** Changes one line; a ghost line is added once the last line is not empty. */
export function withLine(desk: OrderForm, key: number, patch: Partial<Line>): OrderForm {
  return settle(
    desk,
    desk.lines.map((line) => (line.key === key ? { ...line, ...patch } : line)),
  )
}

/** Sets or clears a line's SKU; a line that once had a SKU remains an item. */
export function withSku(desk: OrderForm, key: number, sku: ChosenSku | undefined): OrderForm {
  const made = sku ? { isMade: true, isUnknown: false, isFailed: undefined, text: '' } : {}
  const before = desk.lines.find((line) => line.key === key)?.sku
  // The manual price applied to the previous SKU.
  const price = before && before.id !== sku?.id ? { price: '' } : {}
  return withLine(desk, key, { sku, ...made, ...price })
}

/** Adds an empty item at the end; converts the ghost line if there is one. */
export function withItem(desk: OrderForm): OrderForm {
  const last = desk.lines.at(-1)
  if (last && !isItem(last)) return withLine(desk, last.key, { isMade: true })
  const lines = [...desk.lines, lineOf(desk.nextKey, { isMade: true })]
  return settle({ ...desk, nextKey: desk.nextKey + 1 }, lines)
}

/** Removes an item, except the last one: an order has at least one. */
export function withoutLine(desk: OrderForm, key: number): OrderForm {
  if (itemsOf(desk).length <= 1) return desk
  return settle(
    desk,
    desk.lines.filter((line) => line.key !== key),
  )
}

/** Removes all items of a SKU; adds an empty item if none would remain. */
export function withoutSku(desk: OrderForm, skuId: number): OrderForm {
  const left = desk.lines.filter((line) => line.sku?.id !== skuId)
  if (left.some(isItem)) return settle(desk, left)
  const next = { ...desk, nextKey: desk.nextKey + 1 }
  return settle(next, [lineOf(desk.nextKey, { isMade: true })])
}

/** Moves an item one position up (−1) or down (1); no change at the ends. */
export function withMoved(desk: OrderForm, key: number, by: -1 | 1): OrderForm {
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

/** Copies from the line above: SKU and quantity into an empty line, otherwise one column. */
export function withCopyOfAbove(desk: OrderForm, key: number, column: LineColumn): OrderForm {
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

/** The first other item with the same SKU, as a merge target. */
export function twinOf(desk: OrderForm, key: number): Line | undefined {
  const line = desk.lines.find((each) => each.key === key)
  if (!line?.sku) return undefined
  return desk.lines.find((each) => each.key !== key && each.sku?.id === line.sku?.id)
}

/**
 * Adds a line's quantity to its twin and removes the line. With `stays`, the last line becomes the
 * ghost line instead, so that the focused field remains.
 */
export function withMerged(desk: OrderForm, key: number, stays: boolean): OrderForm {
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
 * Adds a scanned code as a new line, to be looked up by the caller: after this line, or in its
 * place if it is the ghost line. The new line has the key `nextKey`.
 */
export function withScanned(desk: OrderForm, key: number, code: string): OrderForm {
  const index = desk.lines.findIndex((line) => line.key === key)
  const scanned = { text: code, isAsked: true, isScanned: true, isMade: true }
  const made = lineOf(desk.nextKey, scanned)
  const before = desk.lines.slice(0, index + 1).filter(isItem)
  const behind = desk.lines.slice(index + 1).filter(isItem)
  const lines = [...before, made, ...behind]
  return settle({ ...desk, nextKey: desk.nextKey + 1 }, lines)
}

/**
 * Inserts pasted lines after this line, or in its place if it is empty. The new lines have keys
 * from `nextKey` on; invalid quantities are marked.
 */
export function withPasted(desk: OrderForm, key: number, pasted: readonly PastedLine[]): OrderForm {
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
 * Reduces a SKU's requested units to the available ones, from its last line up; removes lines that
 * reach zero.
 */
export function withAvailable(desk: OrderForm, skuId: number, available: number): OrderForm {
  let left = available
  const lines = desk.lines.flatMap((line): Line[] => {
    if (line.sku?.id !== skuId) return [line]
    const units = Math.min(left, parseQuantity(line.quantity) ?? 0)
    left -= units
    return units > 0 ? [{ ...line, quantity: String(units) }] : []
  })
  return settle(desk, lines)
}

/** Restores a removed line at its index. */
export function withRestored(desk: OrderForm, line: Line, index: number): OrderForm {
  if (desk.lines.some((each) => each.key === line.key)) return desk
  return settle(desk, desk.lines.toSpliced(index, 0, line))
}

/** Restores the items of an earlier form that were removed since. */
export function withItemsOf(desk: OrderForm, before: OrderForm): OrderForm {
  const restore = (now: OrderForm, line: Line) =>
    withRestored(now, line, before.lines.indexOf(line))
  return itemsOf(before).reduce(restore, desk)
}

/** The adjacent line, including the ghost line; undefined at the ends. */
export function neighbourOf(desk: OrderForm, key: number, by: -1 | 1): Line | undefined {
  const index = desk.lines.findIndex((line) => line.key === key)
  return index < 0 ? undefined : desk.lines[index + by]
}

/** Ensures one ghost line after a last line that is not empty, and none elsewhere. */
function settle(desk: OrderForm, lines: readonly Line[]): OrderForm {
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
