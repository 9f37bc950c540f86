import { cutText } from '#platform/kernel/fields.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type ItemTable, rowItem, sentenceItem, tableOf, type TextItem } from './text-items.ts'
import { type NamedField, labelOf } from './text-labels.ts'
import { type Guess, guessOf, linesOf, partOf, type Span, trimmed } from './text-spans.ts'
import { dayIn } from './text-values.ts'

// Reads an order out of a pasted text or the text of an email. Every value is a guess with its
// place in the text. Nothing is looked up here: which customer and SKUs the words name is decided
// by the server. The scan is linear: each line is read once, and patterns see short pieces only.

/** The longest text that is read, in UTF-16 units. Its bytes are limited by the call. */
const maxTextLength = 262_144
/** At most so many lines of an order are read. */
export const maxTextItems = 500
const mostTextLines = 10_000
const mostAddressLines = 8
const mostNames = 30
const mostCustomers = 50
const mostLineLength = 2000

/** What the words of a text say about an order. */
export type TextOrder = {
  /** Words that may name the customer, the surest first: a code, a name or an email address. */
  customers: Guess[]
  customerPO: Guess | null
  shipDate: Guess<Day> | null
  cancelAfter: Guess<Day> | null
  shippingAddress: Guess | null
  notes: Guess | null
  items: TextItem[]
  /** Why a part of the text was not read. */
  unread: string[]
}

type ParserState = { order: TextOrder; table: ItemTable | undefined; names: Span[] }

/** Reads an order out of a text. Never refuses: what is not found is null. */
export function parseText(text: string): TextOrder {
  const order = emptyOrder()
  const read = cutText(text, maxTextLength)
  if (read.length < text.length) {
    order.unread.push('The text is too long. Only the first part was read')
  }
  const lines = linesOf(read)
  if (lines.length > mostTextLines) {
    order.unread.push('The text has too many lines. Only the first part was read')
  }
  const reading: ParserState = { order, table: undefined, names: [] }
  const end = Math.min(lines.length, mostTextLines)
  for (let index = 0; index < end; index += 1) {
    const line = lines[index]
    if (!line) continue
    if (line.text.length > mostLineLength) {
      addUnread(order, longLine)
      continue
    }
    const label = labelOf(line)
    if (label?.kind === 'shipTo') index = readAddress(reading, lines, { index, label })
    else if (label) readLabel(reading, label)
    else readLine(reading, line)
  }
  order.customers.push(...reading.names.map((name) => guessOf(name, name.text, 'guess')))
  return order
}

function emptyOrder(): TextOrder {
  return {
    customers: [],
    customerPO: null,
    shipDate: null,
    cancelAfter: null,
    shippingAddress: null,
    notes: null,
    items: [],
    unread: [],
  }
}

function readLabel(reading: ParserState, { kind, value, isMarked }: NamedField): void {
  const { order } = reading
  if (kind === 'end') reading.table = undefined
  if (value.text === '') return
  if (kind === 'po') readPo(order, value, isMarked ? 'sure' : 'likely')
  if (kind === 'subject') addPo(order, poInSentence(value))
  if (kind === 'shipDate') order.shipDate ??= dayIn(value) ?? null
  if (kind === 'cancelAfter') order.cancelAfter ??= dayIn(value) ?? null
  if (kind === 'notes') order.notes ??= guessOf(value, value.text, 'sure')
  if (kind === 'customer') addCustomers(order, [guessOf(value, cutText(value.text, 200), 'sure')])
  if (kind === 'sender') addCustomers(order, sendersIn(value))
}

function addCustomers({ customers }: TextOrder, found: readonly Guess[]): void {
  customers.push(...found.slice(0, mostCustomers - customers.length))
}

function readPo(order: TextOrder, value: Span, confidence: Guess['confidence']): void {
  const guess = poGuess(value, confidence)
  if (guess === 'too long') addUnread(order, longPo)
  else addPo(order, guess)
}

/** Notes a PO number. A second one may be of another order, whose lines would be in this one. */
function addPo(order: TextOrder, guess: Guess | null): void {
  const { customerPO } = order
  const isOther = customerPO && guess && plainPo(guess) !== plainPo(customerPO)
  if (isOther) addUnread(order, severalPos)
  order.customerPO = surer(customerPO, guess)
}

function plainPo({ value }: Guess): string {
  return value.toLowerCase().replace(/[.):]{1,3}$/, '')
}

/** Of two guesses the first one, unless only the second one is sure. */
function surer(first: Guess | null, second: Guess | null): Guess | null {
  const isBetter = second?.confidence === 'sure' && first?.confidence !== 'sure'
  return first === null || isBetter ? second : first
}

/** The number after `PO`: the first word, or what is in front of a comma. */
function poGuess(value: Span, confidence: Guess['confidence']): Guess | null | 'too long' {
  const end = value.text.search(/[\s,;]/)
  const number = partOf(value, 0, end === -1 ? value.text.length : end)
  if (number.text === '') return null
  if (number.text.length > 50) return 'too long'
  return guessOf(number, number.text, confidence)
}

/** A number after the word PO inside a sentence, such as the subject of an email. */
function poInSentence(value: Span): Guess | null {
  const text = value.text.slice(0, 300)
  for (const name of ['purchase order', 'po']) {
    const at = wordAt(text.toLowerCase(), name)
    if (at === -1) continue
    const label = labelOf(partOf(value, at, 300))
    const guess = label?.kind === 'po' ? poGuess(label.value, 'likely') : null
    if (guess !== null && guess !== 'too long') return guess
  }
  return null
}

/** The place of a word in a text; -1 if it is not there as a whole word. */
function wordAt(text: string, word: string): number {
  let at = text.indexOf(word)
  while (at !== -1) {
    const isBegin = at === 0 || !/[a-z0-9]/.test(text[at - 1] ?? '')
    if (isBegin && !/[a-z]/.test(text[at + word.length] ?? '')) return at
    at = text.indexOf(word, at + 1)
  }
  return -1
}

/** The email address and the name of a sender: `Jane Doe <jane@acme.example>`. */
function sendersIn(value: Span): Guess[] {
  const at = value.text.indexOf('@')
  if (at === -1) return [guessOf(value, cutText(value.text, 200), 'likely')]
  const isPart = (character: string | undefined) => /[A-Za-z0-9._%+-]/.test(character ?? '')
  let from = at
  while (isPart(value.text[from - 1])) from -= 1
  let to = at + 1
  while (isPart(value.text[to])) to += 1
  const address = partOf(value, from, to)
  const name = trimmed(partOf(value, 0, from))
  const plain = name.text.replaceAll(/^["'<(\s]{1,5}|["'<(\s]{1,5}$/g, '')
  const guesses = [guessOf(address, address.text.toLowerCase().slice(0, 254), 'likely')]
  return plain === '' ? guesses : [...guesses, guessOf(name, cutText(plain, 200), 'guess')]
}

type AddressStart = { index: number; label: NamedField }

/** Reads the lines of an address up to an empty line or another field. Returns the last index. */
function readAddress(
  { order }: ParserState,
  lines: readonly Span[],
  { index, label }: AddressStart,
): number {
  const parts = label.value.text === '' ? [] : [label.value]
  let last = index
  for (let next = index + 1; next <= index + mostAddressLines; next += 1) {
    const line = lines[next]
    if (!line || isEndOfAddress(line) || line.text.length > 200) break
    parts.push(trimmed(line))
    last = next
  }
  const [first] = parts
  const end = parts.at(-1)?.end ?? label.value.end
  const value = parts.map(({ text }) => text).join('\n')
  const isWhole = isEndOfAddress(lines[last + 1])
  if (first && isWhole && value.length <= 500) {
    const span = { text: value, start: first.start, end }
    order.shippingAddress ??= guessOf(span, value, 'likely')
  } else if (first) addUnread(order, longAddress)
  return last
}

/** True if an address ends before a line: the line is empty, or begins something else. */
function isEndOfAddress(line: Span | undefined): boolean {
  if (!line || line.text.trim() === '') return true
  return labelOf(line) !== undefined || tableOf(line) !== undefined
}

/** Reads a line without a field: the heading of a table, an order line, or a possible name. */
function readLine(reading: ParserState, line: Span): void {
  const plain = trimmed(line)
  if (plain.text === '') return
  const table = tableOf(line)
  if (table) {
    reading.table = table
    return
  }
  const item = (reading.table && rowItem(line, reading.table)) ?? sentenceItem(line)
  if (item) addItem(reading.order, item)
  else if (plain.text.length <= 100 && reading.names.length < mostNames) reading.names.push(plain)
}

function addItem(order: TextOrder, item: TextItem): void {
  if (order.items.length < maxTextItems) order.items.push(item)
  else addUnread(order, tooManyItems)
}

/** Notes once why a part of the text was not read. */
function addUnread({ unread }: TextOrder, reason: string): void {
  if (!unread.includes(reason)) unread.push(reason)
}

const longLine = 'Lines of more than 2,000 characters were not read'
const longPo = 'The PO number has more than 50 characters. It was not read'
const severalPos =
  'The text names several PO numbers, and one was read. Check that its lines are one order'
const longAddress = 'The ship-to address is too long. It was not read'
const tooManyItems = `The text has more than ${maxTextItems} order lines. The rest were not read`
