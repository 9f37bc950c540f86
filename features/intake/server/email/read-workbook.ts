import { strFromU8, unzipSync } from 'fflate'

// The rows of the first sheet of an XLSX workbook, as text with tabs. It runs in the file thread,
// which has limits of time and memory; here only the unpacked size is limited.

const maxUnpackedBytes = 20 * 1024 * 1024
const maxRows = 5000
const maxColumns = 40

/** The text of a workbook, and what of it was not read; or why it was not read at all. */
type WorkbookText = { text: string; unread: string[] } | { whyNot: string }

/** The first sheet of a workbook as lines with tabs. */
export function readWorkbook(bytes: Uint8Array): WorkbookText {
  const parts = partsOf(bytes)
  const sheets = parts.filter(({ name }) => name.startsWith('xl/worksheets/sheet'))
  const [first] = sheets.toSorted((a, b) => sheetNumber(a.name) - sheetNumber(b.name))
  if (!first) return { whyNot: 'it is not a workbook' }
  const wanted = parts.filter(({ name }) => name === first.name || name === sharedStrings)
  const size = wanted.reduce((sum, { originalSize }) => sum + originalSize, 0)
  if (size > maxUnpackedBytes) return { whyNot: 'it is too large' }
  const names = new Set(wanted.map(({ name }) => name))
  const files = unzipSync(bytes, { filter: ({ name }) => names.has(name) })
  const sheet = files[first.name] ?? new Uint8Array()
  const strings = sharedStringsOf(files[sharedStrings])
  const rows = elementsOf(xmlOf(sheet), 'row')
  const unread = new Set<string>()
  if (rows.length === 0) unread.add('No rows were found in its first sheet')
  if (sheets.length > 1) unread.add('Only its first sheet was read')
  if (rows.length > maxRows) unread.add('Rows after the 5,000th were not read')
  const lines = rows.slice(0, maxRows).map((row) => cellsOf(row, { strings, unread }).join('\t'))
  return { text: lines.join('\n'), unread: [...unread] }
}

const sharedStrings = 'xl/sharedStrings.xml'

/** 2 for `xl/worksheets/sheet2.xml`. */
const sheetNumber = (name: string) => Number(/\d{1,6}/.exec(name)?.[0] ?? 0)

/** The files in the archive with their unpacked sizes; none if it is no archive. */
function partsOf(bytes: Uint8Array): { name: string; originalSize: number }[] {
  const parts: { name: string; originalSize: number }[] = []
  const note = ({ name, originalSize }: { name: string; originalSize: number }) => {
    parts.push({ name, originalSize })
    return false
  }
  try {
    unzipSync(bytes, { filter: note })
    return parts
  } catch {
    return []
  }
}

/** The contents of all elements with a name, in order; one scan of the text. */
function elementsOf(xml: string, name: string): string[] {
  const found: string[] = []
  let at = 0
  for (;;) {
    const start = openingOf(xml, name, at)
    if (start === -1) return found
    const head = xml.indexOf('>', start)
    if (head === -1) return found
    if (xml[head - 1] === '/') {
      found.push(xml.slice(start, head))
      at = head + 1
      continue
    }
    const end = xml.indexOf(`</${name}>`, head)
    if (end === -1) return found
    found.push(xml.slice(start, end))
    at = end + name.length + 3
  }
}

/** The place of the next element with exactly this name; -1 if there is none. */
function openingOf(xml: string, name: string, from: number): number {
  let at = xml.indexOf(`<${name}`, from)
  while (at !== -1) {
    const next = xml[at + name.length + 1]
    if (next === ' ' || next === '>' || next === '/') return at
    at = xml.indexOf(`<${name}`, at + 1)
  }
  return -1
}

function sharedStringsOf(bytes: Uint8Array | undefined): string[] {
  if (!bytes) return []
  return elementsOf(xmlOf(bytes), 'si').map(textOf)
}

/** The text of all `t` elements in an element, with tabs and line breaks as spaces. */
function textOf(xml: string): string {
  const texts = elementsOf(xml, 't').map((each) => each.slice(each.indexOf('>') + 1))
  return decoded(texts.join('')).replaceAll(/[\t\r\n]/g, ' ')
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  quot: '"',
}

const reference = /&(?:(amp|apos|gt|lt|quot)|#(\d{1,7})|#x([\dA-Fa-f]{1,6}));/g

function decoded(text: string): string {
  return text.replaceAll(reference, (_, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return entities[name] ?? ''
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code)
  })
}

/** The text of a file, without the prefix that some programs give its elements, as in `x:row`. */
function xmlOf(bytes: Uint8Array): string {
  return strFromU8(bytes).replaceAll(/<(\/?)[A-Za-z]\w{0,20}:(?=\w)/g, '<$1')
}

function cellsOf(
  row: string,
  { strings, unread }: { strings: readonly string[]; unread: Set<string> },
): string[] {
  const cells: string[] = []
  for (const cell of elementsOf(row, 'c')) {
    const [head = ''] = cell.split('>', 1)
    const column = columnOf(attributeOf(head, 'r')) ?? cells.length
    if (column >= maxColumns) {
      unread.add('Columns after the 40th were not read')
      continue
    }
    while (cells.length < column) cells.push('')
    cells[column] = valueOf(cell, attributeOf(head, 't'), strings)
  }
  return cells
}

function attributeOf(head: string, name: string): string {
  const start = head.indexOf(` ${name}="`)
  if (start === -1) return ''
  const from = start + name.length + 3
  return head.slice(from, head.indexOf('"', from))
}

/** The index of a column from the place of a cell: 0 for `A1`, 27 for `AB7`. */
function columnOf(place: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(place) ?? []
  if (!letters) return undefined
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function valueOf(cell: string, type: string, strings: readonly string[]): string {
  if (type === 'inlineStr') return textOf(cell)
  const [value = ''] = elementsOf(cell, 'v')
  const text = decoded(value.slice(value.indexOf('>') + 1))
  return type === 's' ? (strings[Number(text)] ?? '') : text
}
