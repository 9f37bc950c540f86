import { labelOf } from './text-labels.ts'
import {
  cellsOf,
  type Confidence,
  type Guess,
  guessOf,
  type Separator,
  separators,
  type Span,
  trimmed,
  wordsOf,
} from './text-spans.ts'
import { isCode, priceIn, quantityIn, unitIn } from './text-values.ts'

/** A line of an order as a text says it; null for what it does not say. */
export type TextItem = {
  code: Guess
  /** The whole number of units; null if it is not one. */
  quantity: Guess<number | null> | null
  unit: Guess | null
  /** The price of one unit, as decimal text; null if it cannot be read to the cent. */
  unitPrice: Guess<string | null> | null
}

type Column = 'code' | 'quantity' | 'unit' | 'unitPrice'

const headings: Readonly<Record<Column, readonly string[]>> = {
  code: [
    'sku',
    'item',
    'item #',
    'item no',
    'item number',
    'item code',
    'part',
    'part #',
    'part no',
    'part number',
    'product',
    'product code',
    'code',
    'material',
    'article',
  ],
  quantity: ['qty', 'qty.', 'quantity', 'qty ordered', 'order qty', 'units'],
  unit: ['uom', 'um', 'u/m', 'unit', 'unit of measure'],
  unitPrice: ['price', 'unit price', 'price each', 'price/unit', 'cost', 'unit cost', 'rate'],
}

/** A heading of a table of lines: its separator, and the place of each column. */
export type ItemTable = {
  separator: Separator
  columns: ReadonlyMap<Column, number>
  width: number
}

/** The heading of a table of order lines; undefined if the line is none. */
export function tableOf(line: Span): ItemTable | undefined {
  for (const separator of separators) {
    const cells = cellsOf(line, separator)
    if (cells.length < 2 || cells.length > 40) continue
    const columns = new Map<Column, number>()
    for (const [index, cell] of cells.entries()) {
      const column = columnOf(cell)
      if (column && !columns.has(column)) columns.set(column, index)
    }
    if (columns.has('code') && columns.has('quantity')) {
      return { separator, columns, width: cells.length }
    }
  }
  return undefined
}

/** Longer than every heading, so that no cell of any length is compared. */
const longestHeading = 40

function columnOf({ text }: Span): Column | undefined {
  if (text.length > longestHeading) return undefined
  const lower = text.toLowerCase()
  const name = lower.endsWith(':') ? lower.slice(0, -1).trimEnd() : lower
  const columns = Object.keys(headings) as Column[]
  return columns.find((column) => headings[column].includes(name))
}

/** The order line of a row of the table; undefined if the row has no code or no quantity. */
export function rowItem(
  line: Span,
  { separator, columns, width }: ItemTable,
): TextItem | undefined {
  const cells = cellsOf(line, separator)
  // An empty cell between spaces cannot be seen, so that the columns after it would be wrong.
  if (separator === '  ' && cells.length !== width) return undefined
  if (cells.length < 2 || cells.length > width + 1) return undefined
  const cell = (column: Column): Span | undefined => {
    const index = columns.get(column)
    const found = index === undefined ? undefined : cells[index]
    return found && found.text !== '' ? found : undefined
  }
  const [code, quantity, unit, price] = [
    cell('code'),
    cell('quantity'),
    cell('unit'),
    cell('unitPrice'),
  ]
  if (!code || !quantity || code.text.length > 100) return undefined
  if (labelOf(line)?.kind === 'end') return undefined
  return {
    code: guessOf(code, code.text, 'sure'),
    quantity: quantityGuess(quantity, 'sure'),
    unit: unit && unit.text.length <= 20 ? guessOf(unit, unit.text, 'sure') : null,
    unitPrice: price ? guessOf(price, cellPrice(price), 'sure') : null,
  }
}

/** `12` in a column of prices is a price, although it has no decimals. */
function cellPrice(cell: Span): string | null {
  return priceIn(cell) ?? priceIn({ ...cell, text: `$${cell.text}` }) ?? null
}

function quantityGuess(span: Span, confidence: Confidence): Guess<number | null> {
  const value = quantityIn(span) ?? null
  // `1.000` is one, or one thousand as half of Europe writes it.
  const isUnclear = value === null || /^\d{1,3}\.000$/.test(span.text)
  return guessOf(span, value, isUnclear ? 'guess' : confidence)
}

type Word = Span & { isQuantityMarked?: true }

/**
 * The order line of a free sentence, such as `10 x AB-100 @ 12.50` or `AB-100 10 EA`. Undefined if
 * it has no part number or no quantity.
 */
export function sentenceItem(line: Span): TextItem | undefined {
  const words = withoutNumbering(wordsOf(line).slice(0, 60)).flatMap(splitTimes)
  const priceIndex = words.findIndex((word, index) => isPrice(word, words[index - 1]))
  const price = words[priceIndex]
  const codeIndex = words.findIndex(({ text }, index) => index !== priceIndex && isCode(text))
  const code = words[codeIndex]
  if (!code) return undefined
  const quantities = words
    .map((word, index) => ({ word, index }))
    .filter(({ word, index }) => index !== priceIndex && index !== codeIndex && isQuantity(word))
  const marked = quantities.find(({ word, index }) => isMarked(word, words[index + 1]))
  const chosen = marked ?? quantities[0]
  if (!chosen) return undefined
  const unit = words.find((word, index) => index !== codeIndex && unitIn(word) !== undefined)
  const confidence = marked || quantities.length === 1 ? 'likely' : 'guess'
  return {
    code: guessOf(code, code.text, 'likely'),
    quantity: quantityGuess(chosen.word, confidence),
    unit: unit ? guessOf(unit, unitIn(unit) ?? unit.text, 'likely') : null,
    unitPrice: price ? guessOf(price, cellPrice(withoutSign(price)), 'likely') : null,
  }
}

const isQuantity = (word: Word) => quantityIn(word) !== undefined

function isMarked(word: Word, next: Word | undefined): boolean {
  return word.isQuantityMarked === true || (next !== undefined && unitIn(next) !== undefined)
}

function isPrice(word: Word, before: Word | undefined): boolean {
  if (word.isQuantityMarked) return false
  if (before?.text === '@' || before?.text === '$') return cellPrice(word) !== null
  return priceIn(word) !== undefined
}

function withoutSign(span: Span): Span {
  const from = span.text.startsWith('@') ? 1 : 0
  return { ...span, text: span.text.slice(from), start: span.start + from }
}

/** Leaves out a bullet or a line number such as `1.` or `2)` at the beginning. */
function withoutNumbering(words: readonly Span[]): readonly Span[] {
  const [first] = words
  return first && /^(?:[-*•–]|\d{1,3}[.)])$/.test(first.text) ? words.slice(1) : words
}

/** Separates `10x` and `x10` from their sign, and leaves out a sign alone. */
function splitTimes(word: Span, index: number, words: readonly Span[]): Word[] {
  const isTimes = (text: string | undefined) => /^[x×*]$/i.test(text ?? '')
  if (isTimes(word.text)) return []
  const isBeside = isTimes(words[index + 1]?.text) || isTimes(words[index - 1]?.text)
  const [, digits] = /^(\d{1,7})[x×]$/i.exec(word.text) ?? []
  if (digits) {
    return [{ text: digits, start: word.start, end: word.end - 1, isQuantityMarked: true }]
  }
  const [, after] = /^[x×](\d{1,7})$/i.exec(word.text) ?? []
  if (after) return [{ text: after, start: word.start + 1, end: word.end, isQuantityMarked: true }]
  const plain = trimmed({ ...word, text: word.text.replace(/[,;:]$/, '') })
  return [isBeside && quantityIn(plain) ? { ...plain, isQuantityMarked: true } : plain]
}
