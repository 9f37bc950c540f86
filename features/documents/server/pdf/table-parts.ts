import type { Content, TableCell } from 'pdfmake/interfaces.d.ts'
import {
  type Company,
  type DocumentColumn,
  type DocumentTotal,
  type PrintedDocument,
  rowsWithTotals,
} from '../../printed-document.ts'
import { codeText, smallBars, smallBarsWidth } from './barcode-parts.ts'
import {
  bodySize,
  compactLayout,
  fitted,
  rightAligned,
  roughWidth,
  smallSize,
  textBlock,
  type TextStyle,
} from './text-parts.ts'

// The tables of a document: its lines with the totals, and smaller ones.

const thin = '#bbbbbb'

/** Rules below the headings and the rows; none around the last row, which holds other tables. */
function ruled(color: string, of: { hasHead: boolean; lastRow?: number }) {
  const isInner = (row: number) => row === of.lastRow
  const isHead = (row: number) => of.hasHead && row === 1
  const isEdge = (row: number) => row === 0 || (of.lastRow !== undefined && row > of.lastRow)
  return {
    hLineWidth: (row: number) => (isHead(row) ? 1.2 : isEdge(row) ? 0 : 0.4),
    vLineWidth: () => 0,
    hLineColor: (row: number) => (isHead(row) ? color : thin),
    paddingLeft: (column: number) => (column === 0 ? 0 : columnGap),
    paddingRight: () => 0,
    paddingTop: (row: number) => (isInner(row) ? 0 : 3),
    paddingBottom: (row: number) => (isInner(row) ? 0 : 2),
  }
}

const columnGap = 8
/** How much wider bold text is than plain text. */
const boldness = 1.1
const widestText = 112
const boxWidth = 14
const barcodeWidth = 132

/** The width of a code and its bars. */
function codeWidth(text: string): number {
  const textWidth = roughWidth(text, bodySize) * boldness
  return Math.max(smallBarsWidth(text, barcodeWidth), Math.min(textWidth, barcodeWidth))
}

/** A column as wide as its widest text, within limits; only a wide one takes what is left. */
function widthOf(column: DocumentColumn, texts: readonly string[]): number | '*' {
  if (column.isWide) return '*'
  if (column.look === 'check') return boxWidth
  if (column.look === 'barcode') return Math.ceil(Math.max(...texts.map(codeWidth)))
  const lines = texts.flatMap((text) => text.split('\n'))
  const head = roughWidth(column.head, bodySize) * boldness
  const weight = column.isStrong ? boldness : 1
  const needed = Math.max(head, ...lines.map((line) => roughWidth(line, bodySize) * weight))
  return Math.ceil(column.isRight ? needed : Math.min(needed, widestText))
}

const pageWidths = { letter: 612, a4: 595 } as const
/** The margins at the left and right of a page. */
export const side = 48

/** The width of each column in points; a wide one takes what the others leave. */
function widthsOf(
  { columns, rows }: Pick<PrintedDocument, 'columns' | 'rows'>,
  { paperSize }: Company,
): number[] {
  const texts = (index: number) => rows.map((row) => row[index] ?? '')
  const found = columns.map((column, index) => widthOf(column, texts(index)))
  const taken = found.map((width) => (width === '*' ? 0 : width)).reduce((sum, each) => sum + each)
  const gaps = columnGap * (columns.length - 1)
  const left = pageWidths[paperSize] - 2 * side - gaps - taken
  return found.map((width) => (width === '*' ? Math.max(left, narrowestText) : width))
}

const narrowestText = 80

const styleOf = (column: DocumentColumn | undefined): TextStyle => ({
  ...(column?.isRight && rightAligned),
  ...(column?.isStrong && { bold: true }),
})

function headings(columns: readonly DocumentColumn[], color: string): TableCell[] {
  return columns.map((column) => textBlock(column.head, { bold: true, color, ...styleOf(column) }))
}

type Sized = { columns: readonly DocumentColumn[]; widths: readonly number[] }

function bodyOf({ columns, widths }: Sized, rows: PrintedDocument['rows']): TableCell[][] {
  return rows.map((row) =>
    row.map((text, index) => cell(fitted(text, widths[index] ?? 0, bodySize), columns[index])),
  )
}

/**
 * The lines and the totals. Column headings repeat on every page, rows do not break across pages,
 * and the totals are in one row of the table with the last lines, so that they stay together.
 */
export function linesTable(document: PrintedDocument, company: Company): Content {
  const { accentColor } = company
  const { columns, rows, empty, sums } = document
  if (rows.length === 0) {
    const stack = [textBlock(empty ?? ''), ...(sums.length > 0 ? [totals(sums)] : [])]
    return { stack, margin: [0, 18, 0, 0] }
  }
  const widths = widthsOf(document, company)
  const sized = { columns, widths }
  const split = sums.length > 0 ? Math.max(0, rows.length - rowsWithTotals) : rows.length
  const body = [headings(columns, accentColor), ...bodyOf(sized, rows.slice(0, split))]
  if (sums.length > 0) {
    const lastLines = {
      table: { widths, body: bodyOf(sized, rows.slice(split)) },
      layout: ruled(accentColor, { hasHead: false }),
    }
    const last = { colSpan: columns.length, stack: [lastLines, totals(sums)] } as TableCell
    body.push([last, ...columns.slice(1).map(() => ({}) as TableCell)])
  }
  const lastRow = sums.length > 0 ? body.length - 1 : undefined
  return {
    margin: [0, 18, 0, 0],
    layout: ruled(accentColor, { hasHead: true, ...(lastRow !== undefined && { lastRow }) }),
    table: { headerRows: 1, keepWithHeaderRows: 1, dontBreakRows: true, widths, body },
    role: 'column-headings',
  } as Content
}

/** A small table with a title, unbroken. */
export function smallTable(
  { title, columns, rows }: { title: string } & Pick<PrintedDocument, 'columns' | 'rows'>,
  company: Company,
): Content {
  const { accentColor } = company
  const widths = widthsOf({ columns, rows }, company)
  return {
    unbreakable: true,
    margin: [0, 10, 0, 0],
    stack: [
      textBlock(title.toUpperCase(), { fontSize: 7, bold: true, color: accentColor, role: 'H2' }),
      {
        table: {
          widths,
          body: [headings(columns, '#000000'), ...bodyOf({ columns, widths }, rows)],
        },
        layout: ruled(thin, { hasHead: true }),
        fontSize: smallSize,
        role: 'column-headings',
      } as Content,
    ],
  }
}

function cell(text: string, column: DocumentColumn | undefined): TableCell {
  if (column?.look === 'check') return checkBox()
  if (column?.look === 'barcode') return smallBarcode(text.replaceAll('\u200B', ''))
  const style = styleOf(column)
  const [first = '', ...rest] = text.split('\n')
  if (rest.length === 0) return textBlock(first, style)
  return {
    stack: [textBlock(first, style), textBlock(rest.join('\n'), { ...style, fontSize: smallSize })],
  }
}

function checkBox(): TableCell {
  const box = { type: 'rect' as const, x: 0, y: 1, w: 10, h: 10, lineWidth: 0.8 }
  return { canvas: [box] }
}

const codeHeight = 16

/** The barcode of a code above its text; the text alone if the bars would be too thin to scan. */
function smallBarcode(text: string): TableCell {
  const bars = smallBars(text, { widest: barcodeWidth, height: codeHeight })
  return bars ? { stack: [bars, codeText(text)] } : codeText(text)
}

const totalSize = 11

/** The last total, such as the balance due, is larger, below a rule if others are above it. */
function totals(sums: readonly DocumentTotal[]): Content {
  const last = sums.length - 1
  const body = sums.map(({ name, amount, isStrong }, index) => {
    const style: TextStyle = {
      alignment: 'right',
      bold: isStrong === true,
      ...(index === last && { fontSize: totalSize }),
    }
    return [textBlock(name, style), textBlock(amount, style)]
  })
  const isRuled = (row: number) => row === last && last > 0
  const layout = {
    ...compactLayout,
    hLineWidth: (row: number) => (isRuled(row) ? 0.8 : 0),
    paddingTop: (row: number) => (isRuled(row) ? 3 : 0),
  }
  const table = { table: { widths: ['*', 90], body, dontBreakRows: true }, layout }
  return {
    margin: [0, 8, 0, 0],
    columns: [{ text: '', width: '*' }, { ...table, width: 290, role: 'row-headings' } as Content],
  }
}
