import { strFromU8, unzipSync } from 'fflate'

// The rows of the first sheet of an XLSX workbook, as text with tabs. It runs in the file thread,
// which has limits of time and memory; here only the unpacked size is limited.

const maxUnpackedBytes = 20 * 1024 * 1024
const maxRows = 5000
const maxColumns = 40

/** The first sheet of a workbook as lines with tabs; undefined if it is no workbook. */
export function readWorkbook(bytes: Uint8Array): string | undefined {
  const files = unpack(bytes)
  const sheet = files['xl/worksheets/sheet1.xml']
  if (!sheet) return undefined
  const strings = sharedStringsOf(files['xl/sharedStrings.xml'])
  const rows = elementsOf(strFromU8(sheet), 'row').slice(0, maxRows)
  return rows.map((row) => cellsOf(row, strings).join('\t')).join('\n')
}

function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let unpacked = 0
  const wanted = new Set(['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml'])
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!wanted.has(name)) return false
        unpacked += originalSize
        return unpacked <= maxUnpackedBytes
      },
    })
  } catch {
    return {}
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
  return elementsOf(strFromU8(bytes), 'si').map(textOf)
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

function decoded(text: string): string {
  return text.replaceAll(/&(amp|apos|gt|lt|quot);/g, (_, name: string) => entities[name] ?? '')
}

function cellsOf(row: string, strings: readonly string[]): string[] {
  const cells: string[] = []
  for (const cell of elementsOf(row, 'c')) {
    const [head = ''] = cell.split('>', 1)
    const column = columnOf(attributeOf(head, 'r')) ?? cells.length
    if (column >= maxColumns) continue
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
