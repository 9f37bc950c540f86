import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { Pages } from './read-all-rows.ts'
import { type Column, textOf } from '../columns.ts'

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const office = 'http://schemas.openxmlformats.org'
const sheetSpace = `xmlns="${office}/spreadsheetml/2006/main"`
const relations = `${office}/officeDocument/2006/relationships`
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const mostRows = 1_048_575
const mostText = 32_767

// The indexes of the formats in `styles`.
const plain = 0
const bold = 1
const date = 2
const amount = 3

/**
 * Makes a workbook (ECMA-376) with one sheet: numbers as numbers, days as dates, everything else as
 * text, which no spreadsheet evaluates. The header row is bold and frozen. Each page is compressed
 * as it arrives, so that 100,000 rows are never in memory as one text. Throws above 1,048,575 rows.
 */
export async function buildXlsx<Row extends object>(
  columns: readonly Column<Row>[],
  pages: Pages<Row>,
): Promise<Blob> {
  const parts: BlobPart[] = []
  const archive = new Zip((error, data) => {
    if (error) throw error
    parts.push(data as Uint8Array<ArrayBuffer>)
  })
  for (const { path, text } of frame) fileIn(archive, path).push(strToU8(text), true)
  const sheet = fileIn(archive, 'xl/worksheets/sheet1.xml')
  sheet.push(strToU8(sheetStart(columns.map(({ header }) => header))))
  let count = 1
  for await (const rows of pages) {
    count += rows.length
    if (count > mostRows) throw new Error('A workbook has at most 1,048,575 rows')
    const lines = rows.map((row) => {
      const cells = columns.map((column) => cellOf(textOf(column, row), column.align === 'right'))
      return `<row>${cells.join('')}</row>`
    })
    sheet.push(strToU8(lines.join('')))
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true)
  archive.end()
  return new Blob(parts, { type: mediaType })
}

/**
 * Adds a file to an archive. The lowest level of compression makes it a fifteenth as large. The
 * date is fixed, so that the same rows make the same file.
 */
function fileIn(archive: Zip, path: string): ZipDeflate {
  const file = new ZipDeflate(path, { level: 1 })
  file.mtime = '1980-01-02'
  archive.add(file)
  return file
}

function sheetStart(headers: readonly string[]): string {
  const head = headers.map((header) => textCell(header, bold)).join('')
  const widths = headers.map((_, at) => `<col min="${at + 1}" max="${at + 1}" width="18"/>`)
  return (
    `${declaration}<worksheet ${sheetSpace}><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    `</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${head}</row>`
  )
}

function cellOf(text: string, isNumeric: boolean): string {
  if (text === '') return '<c/>'
  if (isNumeric && /^-?\d{1,15}$/.test(text)) return `<c><v>${text}</v></c>`
  if (isNumeric && /^-?\d{1,13}\.\d{1,4}$/.test(text)) return `<c s="${amount}"><v>${text}</v></c>`
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(day)) return textCell(text, plain)
  return `<c s="${date}"><v>${(day - Date.UTC(1899, 11, 30)) / 86_400_000}</v></c>`
}

function textCell(text: string, style: number): string {
  const escapedText = escaped(text.slice(0, mostText))
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapedText}</t></is></c>`
}

/** Escapes XML and removes control characters, most of which XML cannot represent. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const workbookType = `${mediaType}.main+xml`
const partTypes = mediaType.replace('.sheet', '')

/** The parts that are the same in every workbook. */
const frame = [
  {
    path: '[Content_Types].xml',
    text:
      `${declaration}<Types xmlns="${office}/package/2006/content-types">` +
      '<Default Extension="rels" ' +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${workbookType}"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${partTypes}.styles+xml"/>` +
      '<Override PartName="/xl/worksheets/sheet1.xml" ' +
      `ContentType="${partTypes}.worksheet+xml"/></Types>`,
  },
  { path: '_rels/.rels', text: relationsOf([['officeDocument', 'xl/workbook.xml']]) },
  {
    path: 'xl/workbook.xml',
    text:
      `${declaration}<workbook ${sheetSpace} xmlns:r="${relations}"><sheets>` +
      '<sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  },
  {
    path: 'xl/_rels/workbook.xml.rels',
    text: relationsOf([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
  },
  {
    path: 'xl/styles.xml',
    text:
      `${declaration}<styleSheet ${sheetSpace}>` +
      '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>' +
      '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
      '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
      '<fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
      '<cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/>' +
      '<xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/>' +
      '</cellXfs></styleSheet>',
  },
]

function relationsOf(targets: readonly (readonly [string, string])[]): string {
  const items = targets.map(
    ([kind, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${relations}/${kind}" Target="${target}"/>`,
  )
  const space = `xmlns="${office}/package/2006/relationships"`
  return `${declaration}<Relationships ${space}>${items.join('')}</Relationships>`
}
