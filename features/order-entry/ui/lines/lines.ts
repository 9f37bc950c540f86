import {
  type ChosenSku,
  type OrderForm,
  type Line,
  isItem,
  itemsOf,
  lineOf,
} from '../order-form.ts'
import { partsOfCode } from '#platform/ui/fields/short-codes.ts'
import type { PastedLine } from '#platform/ui/form/pasted-lines.ts'
import { parseQuantity } from './quantity.ts'

export type LineColumn = 'sku' | 'quantity' | 'price'

/** What a line needs to know of the lines above it. */
type LineContext = {
  /** Line number of an earlier line with the same SKU, unless the user confirmed the duplicate. */
  duplicateLineNumber: number | undefined
  /** The letters of the code above, such as `abr`, which digits alone may leave out. */
  series: string | undefined
}

/** The contexts of all lines, in one pass, because an order may have 500 lines. */
export function contextsOf(lines: readonly Line[]): LineContext[] {
  const firstLineNumbers = new Map<number, number>()
  let series: string | undefined
  return lines.map((line, index) => {
    const { sku, isDuplicateConfirmed } = line
    const first = sku && firstLineNumbers.get(sku.id)
    const context = { duplicateLineNumber: isDuplicateConfirmed ? undefined : first, series }
    if (sku && first === undefined) firstLineNumbers.set(sku.id, index + 1)
    series = seriesAfter(line, series)
    return context
  })
}

/** The series after a line: its own letters, or those above it if it has none, as digits alone. */
function seriesAfter({ sku, text }: Line, before: string | undefined): string | undefined {
  const code = sku?.code ?? text.trim()
  if (code === '') return before
  const parts = partsOfCode(code)
  return parts?.series === '' ? before : parts?.series
}

/** Changes one line; a ghost line is added once the last line is not empty. */
export function withLine(orderForm: OrderForm, key: number, patch: Partial<Line>): OrderForm {
  return withGhostLine(
    orderForm,
    orderForm.lines.map((line) => (line.key === key ? { ...line, ...patch } : line)),
  )
}

/** Sets or clears a line's SKU; a line that once had a SKU remains an item. */
export function withSku(orderForm: OrderForm, key: number, sku: ChosenSku | undefined): OrderForm {
  const asItem = sku ? { isAdded: true, isUnknown: false, isFailed: undefined, text: '' } : {}
  const before = orderForm.lines.find((line) => line.key === key)?.sku
  // The manual price applied to the previous SKU.
  const price = before && before.id !== sku?.id ? { price: '' } : {}
  return withLine(orderForm, key, { sku, ...asItem, ...price })
}

/**
 * Adds an empty item at the end. If the form ends in the ghost line, that line becomes the item.
 */
export function withItem(orderForm: OrderForm): OrderForm {
  const last = orderForm.lines.at(-1)
  if (last && !isItem(last)) return withLine(orderForm, last.key, { isAdded: true })
  const lines = [...orderForm.lines, lineOf(orderForm.nextKey, { isAdded: true })]
  return withGhostLine({ ...orderForm, nextKey: orderForm.nextKey + 1 }, lines)
}

/** Removes an item, except the last one: an order has at least one. */
export function withoutLine(orderForm: OrderForm, key: number): OrderForm {
  if (itemsOf(orderForm).length <= 1) return orderForm
  return withGhostLine(
    orderForm,
    orderForm.lines.filter((line) => line.key !== key),
  )
}

/** Removes all items of a SKU; adds an empty item if none would remain. */
export function withoutSku(orderForm: OrderForm, skuId: number): OrderForm {
  const remaining = orderForm.lines.filter((line) => line.sku?.id !== skuId)
  if (remaining.some(isItem)) return withGhostLine(orderForm, remaining)
  const next = { ...orderForm, nextKey: orderForm.nextKey + 1 }
  return withGhostLine(next, [lineOf(orderForm.nextKey, { isAdded: true })])
}

/** Moves an item one position up (−1) or down (1); no change at the ends. */
export function withMoved(orderForm: OrderForm, key: number, by: -1 | 1): OrderForm {
  const items = itemsOf(orderForm)
  const from = items.findIndex((line) => line.key === key)
  const [line, neighbor] = [items[from], items[from + by]]
  if (!line || !neighbor) return orderForm
  const swapped = orderForm.lines.map((each) => {
    if (each === line) return neighbor
    return each === neighbor ? line : each
  })
  return withGhostLine(orderForm, swapped)
}

/** Copies from the line above: SKU and quantity into an empty line, otherwise one column. */
export function withCopyOfAbove(orderForm: OrderForm, key: number, column: LineColumn): OrderForm {
  const index = orderForm.lines.findIndex((line) => line.key === key)
  const [lineAbove, line] = [orderForm.lines[index - 1], orderForm.lines[index]]
  if (!lineAbove || !line) return orderForm
  const isEmpty = line.sku === undefined && line.text.trim() === ''
  const quantity = isEmpty || column === 'quantity' ? { quantity: lineAbove.quantity } : {}
  const price = column === 'price' ? { price: lineAbove.price } : {}
  const copied = withLine(orderForm, key, { ...quantity, ...price })
  const copiesSku = (isEmpty || column === 'sku') && lineAbove.sku !== undefined
  return copiesSku ? withSku(copied, key, lineAbove.sku) : copied
}

/** The first line without a SKU and without a text, such as the ghost line. */
export function emptyLine({ lines }: OrderForm): Line | undefined {
  return lines.find(({ sku, text }) => sku === undefined && text.trim() === '')
}

/** The first other item with the same SKU, as a merge target. */
export function duplicateOf(orderForm: OrderForm, key: number): Line | undefined {
  const line = orderForm.lines.find((each) => each.key === key)
  if (!line?.sku) return undefined
  return orderForm.lines.find((each) => each.key !== key && each.sku?.id === line.sku?.id)
}

/**
 * Adds a line's quantity to the other line of its SKU and removes the line. With
 * `shouldKeepLine`, the last line becomes the ghost line instead, so that the focus stays.
 */
export function withMerged(orderForm: OrderForm, key: number, shouldKeepLine: boolean): OrderForm {
  const duplicate = duplicateOf(orderForm, key)
  const line = orderForm.lines.find((each) => each.key === key)
  if (!duplicate || !line) return orderForm
  const units = (parseQuantity(duplicate.quantity) ?? 0) + (parseQuantity(line.quantity) ?? 0)
  const merged = withLine(orderForm, duplicate.key, { quantity: String(units) })
  const isLast = itemsOf(orderForm).at(-1)?.key === key
  if (!shouldKeepLine || !isLast) return withoutLine(merged, key)
  return withGhostLine(merged, [...itemsOf(merged).slice(0, -1), lineOf(key)])
}

/**
 * Adds a scanned code as a new line, to be looked up by the caller: after this line, or in its
 * place if it is the ghost line. The new line has the key `nextKey`.
 */
export function withScanned(orderForm: OrderForm, key: number, code: string): OrderForm {
  const index = orderForm.lines.findIndex((line) => line.key === key)
  const scannedLine = { text: code, isLookupRequested: true, isScanned: true, isAdded: true }
  const newLine = lineOf(orderForm.nextKey, scannedLine)
  const before = orderForm.lines.slice(0, index + 1).filter(isItem)
  const after = orderForm.lines.slice(index + 1).filter(isItem)
  const lines = [...before, newLine, ...after]
  return withGhostLine({ ...orderForm, nextKey: orderForm.nextKey + 1 }, lines)
}

/**
 * Inserts pasted lines after this line, or in its place if it is empty. The new lines have keys
 * from `nextKey` on; invalid quantities are marked.
 */
export function withPasted(
  orderForm: OrderForm,
  key: number,
  pasted: readonly PastedLine[],
): OrderForm {
  const index = orderForm.lines.findIndex((line) => line.key === key)
  const newLines = pasted.map(({ code, quantity, price }, offset) => {
    const isInvalid = parseQuantity(quantity) === undefined
    return lineOf(orderForm.nextKey + offset, {
      text: code,
      isLookupRequested: true,
      isAdded: true,
      quantity,
      price,
      isQuantityInvalid: isInvalid,
    })
  })
  const isEmpty = ({ sku, text }: Line) => sku === undefined && text.trim() === ''
  const before = orderForm.lines
    .slice(0, index + 1)
    .filter((line) => line.key !== key || !isEmpty(line))
  const lines = [...before, ...newLines, ...orderForm.lines.slice(index + 1).filter(isItem)]
  return withGhostLine({ ...orderForm, nextKey: orderForm.nextKey + newLines.length }, lines)
}

/**
 * Reduces a SKU's requested units to the available ones, from its last line up; removes lines that
 * reach zero.
 */
export function withAvailable(orderForm: OrderForm, skuId: number, available: number): OrderForm {
  let remaining = available
  const lines = orderForm.lines.flatMap((line): Line[] => {
    if (line.sku?.id !== skuId) return [line]
    const units = Math.min(remaining, parseQuantity(line.quantity) ?? 0)
    remaining -= units
    return units > 0 ? [{ ...line, quantity: String(units) }] : []
  })
  return withGhostLine(orderForm, lines)
}

/** Sets the SKUs of several lines at once, by key; a line that has one keeps it. */
export function withFoundSkus(
  orderForm: OrderForm,
  found: ReadonlyMap<number, ChosenSku>,
): OrderForm {
  const lines = orderForm.lines.map((line) => {
    const sku = line.sku ? undefined : found.get(line.key)
    return sku ? { ...line, sku, isUnknown: false, isFailed: undefined, text: '' } : line
  })
  return withGhostLine(orderForm, lines)
}

/** Restores a removed line at its index. */
export function withRestored(orderForm: OrderForm, line: Line, index: number): OrderForm {
  if (orderForm.lines.some((each) => each.key === line.key)) return orderForm
  return withGhostLine(orderForm, orderForm.lines.toSpliced(index, 0, line))
}

/** Restores the items of an earlier form that were removed since. */
export function withItemsOf(orderForm: OrderForm, before: OrderForm): OrderForm {
  const restore = (current: OrderForm, line: Line) =>
    withRestored(current, line, before.lines.indexOf(line))
  return itemsOf(before).reduce(restore, orderForm)
}

type AddedLines = {
  before: OrderForm
  after: OrderForm
  /** The number of added lines; their keys begin with the `nextKey` of before. */
  count: number
}

/**
 * Takes lines out again that were pasted or copied at once, and puts back those that they replaced.
 * What was typed since stays.
 */
export function withoutAdded(
  orderForm: OrderForm,
  { before, after, count }: AddedLines,
): OrderForm {
  const isAdded = ({ key }: Line) => key >= before.nextKey && key < before.nextKey + count
  const keysAfter = new Set(after.lines.map(({ key }) => key))
  const replaced = before.lines.filter(({ key }) => !keysAfter.has(key))
  const first = orderForm.lines.findIndex(isAdded)
  const remaining = orderForm.lines.flatMap((line, index) => {
    if (index === first) return replaced
    return isAdded(line) || !isItem(line) ? [] : [line]
  })
  const lines = first < 0 ? [...replaced, ...remaining] : remaining
  // A ghost line is the last one.
  const settled = lines.filter((line, index) => isItem(line) || index === lines.length - 1)
  return withGhostLine(orderForm, settled)
}

/** The adjacent line, including the ghost line; undefined at the ends. */
export function adjacentLine(orderForm: OrderForm, key: number, by: -1 | 1): Line | undefined {
  const index = orderForm.lines.findIndex((line) => line.key === key)
  return index < 0 ? undefined : orderForm.lines[index + by]
}

/** Ensures one ghost line after a last line that is not empty, and none elsewhere. */
function withGhostLine(orderForm: OrderForm, lines: readonly Line[]): OrderForm {
  const lastIndex = lines.length - 1
  const allItems = lines.map((line, index) =>
    index < lastIndex && !isItem(line) ? { ...line, isAdded: true } : line,
  )
  const last = allItems.at(-1)
  const needsGhostLine = last === undefined || last.sku !== undefined || last.isLookupRequested
  if (!needsGhostLine) return { ...orderForm, lines: allItems }
  const isEmpty = last === undefined
  const next = lineOf(orderForm.nextKey, { isAdded: isEmpty })
  return { ...orderForm, lines: [...allItems, next], nextKey: orderForm.nextKey + 1 }
}
