/** One row of a block copied from a spreadsheet, with its values as text. */
export type PastedLine = { code: string; quantity: string; price: string }

type Columns = { code: number; quantity: number; price: number }

const wholeNumberPattern = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.0+)?$/
/** A cell of a column of amounts, also one that is written in another way than ours. */
const amount = /^\$?\s*\d[\d,]*(?:\.\d+)?$/
/** An amount with commas between thousands only: `4,10` is not 410. */
const pricePattern = /^\$?\s*(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?$/
const headers = {
  code: /\b(sku|item|code|part|article|product|material)\b/i,
  quantity: /\b(qty|quantity|pcs|pieces|units|count|ordered)\b/i,
  price: /\b(price|cost|rate)\b/i,
} as const

/**
 * Parses a pasted block of lines: code, quantity and an optional price, separated by tabs,
 * semicolons, commas or spaces, with or without a header row. Undefined for a single row without a
 * tab. An invalid number is returned unchanged, for its field to reject.
 */
export function parsePastedLines(text: string): PastedLine[] | undefined {
  const rows = text.split(/\r\n?|\n/).filter((row) => row.trim() !== '')
  const hasTab = rows.some((row) => row.includes('\t'))
  if (rows.length < 2 && !hasTab) return undefined
  const cells = hasTab ? rows.map((row) => split(row, '\t')) : bestSplit(rows)
  const [first = [], ...rest] = cells
  const isHeader = rest.length > 0 && isHeaderRow(first)
  const body = isHeader ? rest : cells
  const columns = isHeader ? columnsByName(first, body) : guessedColumns(body)
  return body.map((row) => lineOf(row, columns))
}

type Insertion<L> = { newLines: readonly L[]; isEmpty: (line: L) => boolean }

/** The lines with new ones in place of an empty line, which is `replaced`, or below another one. */
export function withInsertedLines<L>(
  before: readonly L[],
  index: number,
  { newLines, isEmpty }: Insertion<L>,
) {
  const at = before[index]
  const replaced = at !== undefined && isEmpty(at) ? at : undefined
  const from = replaced === undefined ? index + 1 : index
  const lines = [...before.slice(0, from), ...newLines, ...before.slice(index + 1)]
  return { lines, from, replaced }
}

/** A line of a form; `added` is a key of the lines that were added with it at once. */
type AddedLine = { added?: string | undefined }

/**
 * The lines without those that were added at once, for their Undo, and with the line that they
 * replaced. What was typed in others since stays.
 */
export function withoutAddedLines<L extends AddedLine>(
  lines: readonly L[],
  added: string,
  replaced: L | undefined,
): L[] {
  const first = lines.findIndex((line) => line.added === added)
  return lines.flatMap((line, index) => {
    if (line.added !== added) return [line]
    return replaced && index === first ? [replaced] : []
  })
}

function lineOf(row: readonly string[], columns: Columns): PastedLine {
  const { code, quantity } = columns
  const units = quantity < 0 ? '1' : (row[quantity] ?? '')
  const priceText = columns.price < 0 ? '' : (row[columns.price] ?? '')
  return {
    code: row[code] ?? '',
    quantity: wholeNumberPattern.test(units)
      ? units.replace(/\.0+$/, '').replaceAll(',', '')
      : units,
    price: pricePattern.test(priceText) ? priceText.replaceAll(/[$,\s]/g, '') : priceText,
  }
}

/** Splits by the separator with which most rows have a code and a number. */
function bestSplit(rows: readonly string[]): string[][] {
  const candidates = [
    rows.map((row) => split(row, ';')),
    rows.map((row) => split(row, ',')),
    rows.map(splitAtSpaces),
  ]
  const isRead = (cells: readonly string[]) => {
    const number = cells.findLastIndex((cell) => wholeNumberPattern.test(cell))
    return number >= 0 && cells.some((cell, at) => at !== number && /^\S+$/.test(cell))
  }
  const scores = candidates.map((cells) => cells.filter(isRead).length)
  const best = Math.max(...scores)
  const found = best > 0 ? candidates[scores.indexOf(best)] : undefined
  return found ?? rows.map((row) => [row.trim()])
}

/**
 * The cells of a row. A cell that begins with a quote may contain the separator, and two quotes in
 * it mean one. Other quotes are inch signs, as in `PIPE-3/4"`.
 */
function split(row: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < row.length; at += 1) {
    const char = row.charAt(at)
    const isDoubled = isQuoted && row[at + 1] === '"'
    if (char === '"' && isDoubled) {
      cell += char
      at += 1
    } else if (char === '"' && (isQuoted || isQuotedStart(row, { cell, at, separator }))) {
      isQuoted = !isQuoted
    } else if (char === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += char
  }
  return [...cells, cell.trim()]
}

/** True for a quote at the start of a cell whose closing quote ends the cell. */
function isQuotedStart(
  row: string,
  { cell, at, separator }: { cell: string; at: number; separator: string },
): boolean {
  if (cell.trim() !== '') return false
  for (let end = row.indexOf('"', at + 1); end >= 0; end = row.indexOf('"', end + 1)) {
    if (row[end + 1] === '"') end += 1
    else return /^\s*$/.test(row.slice(end + 1).split(separator)[0] ?? '')
  }
  return false
}

/** `HX-1207 Hex bolt 12 4.10`: a code, a name of any length, and the numbers at the end. */
function splitAtSpaces(row: string): string[] {
  const [code = '', ...words] = row.trim().split(/\s+/)
  const isNumber = (word: string) => wholeNumberPattern.test(word) || amount.test(word)
  const from = words.findLastIndex((word) => !isNumber(word)) + 1
  return [code, ...words.slice(from).slice(-2)]
}

function isHeaderRow(row: readonly string[]): boolean {
  const known = Object.values(headers)
  const hasNumber = row.some((cell) => wholeNumberPattern.test(cell) || amount.test(cell))
  return !hasNumber && row.some((cell) => known.some((word) => word.test(cell)))
}

/** Finds the columns by header; guesses code and quantity by content if no header matches. */
function columnsByName(header: readonly string[], body: string[][]): Columns {
  const guessed = guessedColumns(body)
  const price = header.findIndex((cell) => headers.price.test(cell))
  const quantity = header.findIndex((cell) => headers.quantity.test(cell))
  const code = header.findIndex((cell, at) => headers.code.test(cell) && at !== price)
  return {
    code: code < 0 ? guessed.code : code,
    quantity: quantity < 0 ? guessed.quantity : quantity,
    price,
  }
}

/**
 * Guesses the columns: the code first, then the first mostly numeric column, then the next one.
 * Without numbers the second column becomes the quantity, whose field rejects it, so that nothing
 * is dropped silently.
 */
function guessedColumns(body: readonly string[][]): Columns {
  const width = Math.max(...body.map((row) => row.length))
  const places = Array.from({ length: width }, (_, at) => at)
  const most = (at: number, pattern: RegExp) =>
    body.filter((row) => pattern.test(row[at] ?? '')).length * 2 > body.length
  const isCounted = most(0, wholeNumberPattern) && places.some((at) => at > 0 && !most(at, amount))
  const isLineNumber = isCounted && body.every((row, at) => row[0] === String(at + 1))
  const code = isCounted ? places.findIndex((at) => at > 0 && !most(at, amount)) : 0
  const otherColumns = places.filter((at) => at !== code && !(isLineNumber && at === 0))
  const [quantity = otherColumns[0] ?? -1, price = -1] = otherColumns.filter((at) =>
    most(at, amount),
  )
  return { code, quantity, price }
}
