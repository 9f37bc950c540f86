import { firstRows, maxFileRows } from '#platform/kernel/csv.ts'
import { cents, decimal, isDecimal, sum } from '#platform/kernel/money.ts'

// Reads a remittance advice that was pasted from a spreadsheet or an e-mail, or from a CSV file.

/** One invoice of a remittance, with its values as text. */
export type RemittanceRow = { number: string; amount: string; discount: string }

/** The rows of a remittance, and its total if it has a row for it; else empty. */
export type RemittanceText = { rows: RemittanceRow[]; total: string }

type Columns = { number: number; amount: number; discount: number }

const money = /^(\()?\s*(?:[-−]\s*)?(?:\$\s*)?(\d[\d.,]*)\s*(?:[-−]\s*)?\)?(?:\s*USD)?$/i
/** A longer cell cannot be an amount. */
const longestAmount = 40
const dayCell = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/
const totalCell = /^(grand |payment |check )?total( amount| paid)?:?$/i
const decimals = /[.,]\d{2}\D*$/
const heads = {
  number: /\b(invoice|inv|document|doc|reference|ref|bill|number|no)\b/i,
  amount: /\b(net|paid|payment|remitted|amount|amt|gross|total)\b/i,
  paid: /\b(net|paid|payment|remitted)\b/i,
  discount: /\b(discount|disc|deduction)\b/i,
  day: /\bdate\b/i,
} as const

/**
 * Parses the rows of a remittance: invoice number, amount and an optional discount, separated by
 * tabs, commas, semicolons or blanks, with or without a header row. Rows above the header are
 * titles; a row that starts with `Total` is the total. Anything else becomes a row, so that nothing
 * is dropped: text that is no amount is returned unchanged, for its field to reject. Undefined for
 * a single cell.
 */
export function parseRemittance(text: string): RemittanceText | undefined {
  const cells = cellsOf(text.replace(/^\uFEFF/, ''))
  const headAt = cells.slice(0, 10).findIndex(isHeader)
  const below = cells.slice(headAt + 1)
  const header = cells[headAt]
  const body = below.filter((row) => !isTotal(row))
  const columns = header ? columnsByName(header, body) : guessedColumns(body)
  const lines = withoutLastSum(body.map((row) => rowOf(row, columns)))
  const [only] = lines.rows
  if (!only || (cells.length === 1 && only.amount === '')) return undefined
  const totalRow = below.find(isTotal)
  const total = totalRow?.toReversed().find(isMoney) ?? ''
  return { rows: lines.rows, total: amountOfCell(total) ?? lines.total }
}

/** True for a row that starts with the word `Total`. */
function isTotal(row: readonly string[]): boolean {
  return totalCell.test(row.find((cell) => cell !== '') ?? '')
}

/** The amount of a cell as decimal text; undefined if it is none. `(1,234.50)` is negative. */
export function amountOfCell(cell: string): string | undefined {
  const text = cell.trim()
  if (text.length > longestAmount) return undefined
  const [, bracket, digits = ''] = money.exec(text) ?? []
  const plain = plainAmount(digits)
  if (plain === undefined || !isDecimal(plain)) return undefined
  const isNegative = bracket !== undefined || /^\$?\s*[-−]|[-−](\s*USD)?$/i.test(text)
  return isNegative ? `-${plain}` : plain
}

/** `1,234.50` and `1.234,50` become `1234.50`; undefined if the separators make no sense. */
function plainAmount(digits: string): string | undefined {
  if (/^(\d{1,3}(,\d{3})+|\d+)(\.\d{1,2})?$/.test(digits)) return digits.replaceAll(',', '')
  if (!/^(\d{1,3}(\.\d{3})+|\d+),\d{2}$/.test(digits)) return undefined
  return digits.replaceAll('.', '').replace(',', '.')
}

const isMoney = (cell: string | undefined) => amountOfCell(cell ?? '') !== undefined

/** The cells of all rows, split by the separator with which most rows have an invoice number. */
function cellsOf(text: string): string[][] {
  if (text.includes('\t')) return splitBy(text, '\t')
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const candidates = [splitBy(text, ';'), splitBy(text, ','), lines.map(splitAtBlanks)]
  const scores = candidates.map((rows) => rows.filter(isReadable).length)
  const best = candidates[scores.indexOf(Math.max(...scores))]
  return Math.max(...scores) > 0 && best ? best : lines.map((line) => [line.trim()])
}

function splitBy(text: string, separator: string): string[][] {
  const rows = firstRows(`sep=${separator}\n${text}`, maxFileRows)
  return rows.map(({ cells }) => cells.map((cell) => cell.trim()))
}

/** True for a row with an amount besides a cell that may be an invoice number. */
function isReadable(row: readonly string[]): boolean {
  const number = row.findIndex((cell) => /^([a-z]+\.?\s*)?\S*\d\S*$/i.test(cell))
  return number >= 0 && row.some((cell, at) => at > number && isMoney(cell))
}

/** `INV 1000042 98.00 2.00`: the number ends with the first word with a digit. */
function splitAtBlanks(line: string): string[] {
  const words = line.split(/\s+/).filter((word) => word !== '' && word !== '$')
  const at = words.findIndex((word) => /\d/.test(word))
  if (at < 0) return [words.join(' ')]
  // `Total 148.00` has no number before its amount.
  const end = at > 0 && decimals.test(words[at] ?? '') ? at : at + 1
  return [words.slice(0, end).join(' '), ...words.slice(end).filter(isMoney)]
}

function isHeader(row: readonly string[]): boolean {
  const isNamed = (pattern: RegExp) => row.some((cell) => pattern.test(cell))
  return !row.some(isMoney) && row.length > 1 && isNamed(heads.number) && isNamed(heads.amount)
}

function columnsByName(header: readonly string[], body: readonly string[][]): Columns {
  const find = (isOne: (cell: string, at: number) => boolean) => header.findIndex(isOne)
  const isOther = (cell: string) => heads.day.test(cell) || heads.discount.test(cell)
  const discount = find((cell) => heads.discount.test(cell) && !heads.day.test(cell))
  const isAmount = (cell: string) => heads.amount.test(cell) && !isOther(cell)
  const isNumber = (cell: string) => heads.number.test(cell) && !isOther(cell)
  const plain = find((cell) => isNumber(cell) && !isAmount(cell))
  const number = plain < 0 ? guessedColumns(body).number : plain
  const paid = find((cell, at) => at !== number && heads.paid.test(cell) && !isOther(cell))
  const amount = paid < 0 ? find((cell, at) => at !== number && isAmount(cell)) : paid
  return { number, amount, discount }
}

/**
 * Guesses the columns: the number is the first that is neither amounts, dates nor a count of rows;
 * then come amount and discount, or gross, discount and net.
 */
function guessedColumns(body: readonly string[][]): Columns {
  const width = Math.max(0, ...body.map((row) => row.length))
  const places = Array.from({ length: width }, (_, at) => at)
  const cellsAt = (at: number) => body.map((row) => row[at] ?? '').filter((cell) => cell !== '')
  const most = (at: number, isOne: (cell: string) => boolean) =>
    cellsAt(at).filter(isOne).length * 2 > cellsAt(at).length
  const isCount = (at: number) => body.every((row, index) => row[at] === String(index + 1))
  const isText = (cell: string) => /\d/.test(cell) && !isMoney(cell) && !dayCell.test(cell)
  const named = places.find((at) => most(at, isText))
  const number = named ?? (width > 2 && isCount(0) ? 1 : 0)
  const amounts = places.filter((at) => at !== number && at > number && most(at, isMoney))
  const exact = amounts.filter((at) => cellsAt(at).some((cell) => decimals.test(cell)))
  const [first = -1, second = -1, third = -1] = exact.length > 0 ? exact : amounts
  const isNet = third >= 0 && body.every((row) => isDifference(row, [first, second, third]))
  return { number, amount: isNet ? third : first < 0 ? number + 1 : first, discount: second }
}

/** True if the third amount is the first less the second, or if one of them is missing. */
function isDifference(row: readonly string[], places: readonly number[]): boolean {
  const [gross, discount, net] = places.map((at) => amountOfCell(row[at] ?? ''))
  if (gross === undefined || discount === undefined || net === undefined) return true
  return cents(gross) - Math.abs(cents(discount)) === cents(net)
}

function rowOf(row: readonly string[], columns: Columns): RemittanceRow {
  const text = (at: number) => (at < 0 ? '' : (row[at] ?? ''))
  const amount = text(columns.amount)
  const discount = text(columns.discount)
  return {
    number: text(columns.number),
    amount: amountOfCell(amount) ?? amount,
    discount: discountOfCell(discount) ?? discount,
  }
}

/** A discount as a positive amount; empty if it is 0. */
function discountOfCell(cell: string): string | undefined {
  const amount = amountOfCell(cell)?.replace('-', '')
  return amount !== undefined && cents(amount) === 0 ? '' : amount
}

/** A last row without a number is the total if it is the sum of the rows above it. */
function withoutLastSum(rows: RemittanceRow[]): RemittanceText {
  const last = rows.at(-1)
  const above = rows.slice(0, -1)
  const isSum =
    last?.number === '' &&
    above.length > 0 &&
    [last, ...above].every(({ amount }) => isDecimal(amount)) &&
    decimal(sum(above.map(({ amount }) => cents(amount)))) === decimal(cents(last.amount))
  return isSum ? { rows: above, total: last.amount } : { rows, total: '' }
}
