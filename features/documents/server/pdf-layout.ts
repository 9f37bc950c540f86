import type { Column, Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.d.ts'
import { barsOf } from '../barcode.ts'
import type { FontName } from './fonts.ts'
import {
  type Company,
  paymentFooter,
  companyHeader,
  withCompanyName,
  type PrintedDocument,
  type DocumentLabel,
  runningHeader,
} from '../printed-document.ts'

// Page layout of a document, as a definition for the PDF library.

type Run = { text: string; font: FontName }
type TextStyle = {
  bold?: boolean
  fontSize?: number
  alignment?: 'right' | 'left' | 'center'
  noWrap?: boolean
}

const smallSize = 8
/** Figures and their headings never wrap. */
const rightAligned: TextStyle = { alignment: 'right', noWrap: true }
const hangul = /[\u1100-\u11FF\u3130-\u318F\uA960-\uA97F\uAC00-\uD7FF]/u
const han =
  /[\u2E80-\u312F\u3190-\u9FFF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u

const zeroWidthSpace = '\u200B'
const longWord = /[^\s\u200B]{40}(?=[^\s\u200B])/g

/**
 * Splits a text into runs of one font each. Allows breaks within words of more than 40 characters:
 * to break a long word, the library otherwise tries each of its lengths again and again.
 */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const character of text.normalize('NFC').replaceAll(longWord, breakable)) {
    const font = fontOf(character)
    const last = runs.at(-1)
    if (last && last.font === font) last.text += character
    else runs.push({ text: character, font })
  }
  return runs
}

/**
 * Adds a zero-width space for Latin only: the other fonts break between any two characters anyway.
 */
function breakable(part: string): string {
  return fontOf(part.slice(-1)) === 'Latin' ? `${part}${zeroWidthSpace}` : part
}

function fontOf(character: string): FontName {
  if (hangul.test(character)) return 'Hangul'
  return han.test(character) ? 'Han' : 'Latin'
}

const textBlock = (text: string, style: TextStyle = {}) => ({ text: runsOf(text), ...style })

/** The whole document: header once, column headings on every page, totals once. */
export function layoutOf(document: PrintedDocument, company: Company): TDocumentDefinitions {
  const { companyName, paperSize } = company
  return {
    pageSize: paperSize === 'a4' ? 'A4' : 'LETTER',
    pageMargins: [36, 44, 36, 48],
    info: { title: runningHeader(document), ...(companyName && { author: companyName }) },
    language: 'en-US',
    defaultStyle: { font: 'Latin', fontSize: 9.5, lineHeight: 1.15 },
    header: (page) =>
      page === 1 ? null : runningLine(textBlock(runningHeader(document)), textBlock(companyName)),
    footer: (page, pages) => runningLine(textBlock(''), textBlock(`page ${page} of ${pages}`)),
    content: [
      header(document, company),
      {
        columns: [parties(document, company), facts(document)],
        columnGap: 24,
        margin: [0, 18, 0, 0],
      },
      ...(document.words
        ? [{ ...textBlock(document.words), margin: [0, 24, 0, 0] } as Content]
        : []),
      lines(document),
      ...(document.sums.length > 0 ? [sums(document)] : []),
      ...(document.notes
        ? [{ ...textBlock(document.notes), margin: [0, 18, 0, 0] } as Content]
        : []),
      ...paymentFooter(document, company).map(({ title, text }) => closingText(title, text)),
      ...(document.signature ? [signature(document.signature)] : []),
      ...(document.label ? [label(document.label, company)] : []),
    ],
  }
}

function runningLine(left: Content, right: Content): Content {
  const columns = [left, { stack: [right], alignment: 'right' as const }]
  return { columns, fontSize: smallSize, margin: [36, 20, 36, 0] }
}

function header(document: PrintedDocument, company: Company): Content {
  const sender = [
    textBlock(company.companyName, { bold: true, fontSize: 11 }),
    textBlock(companyHeader(company)),
  ]
  const title = textBlock(document.title, { bold: true, fontSize: 18, alignment: 'right' })
  const subtitle = document.subtitle ? [textBlock(document.subtitle, { alignment: 'right' })] : []
  return {
    columns: [
      { stack: sender, width: '*' },
      {
        stack: [title, ...subtitle, ...(document.number ? barcode(document.number) : [])],
        width: 'auto',
      },
    ],
    columnGap: 24,
  }
}

const narrowestBar = 1
const barHeight = 34

/** The barcode of a number at a size that hand scanners read, with the number below. */
function barcode(number: string): Content[] {
  const { bars, total } = barsOf(number)
  const canvas = bars.map(({ x, width }) => ({
    type: 'rect' as const,
    x: x * narrowestBar,
    y: 0,
    w: width * narrowestBar,
    h: barHeight,
    color: '#000000',
  }))
  // A white background as wide as the bars and quiet zones sets the size of the drawing.
  const background = { ...canvas[0], x: 0, w: total * narrowestBar, color: '#ffffff' }
  const drawing = { canvas: [background, ...canvas] as never, margin: [0, 4, 0, 1] as never }
  const numberText = { ...textBlock(number, { fontSize: smallSize, alignment: 'center' }) }
  return [{ table: { body: [[drawing], [numberText]] }, layout: 'noBorders' }]
}

function parties(document: PrintedDocument, company: Company): Column {
  const all = document.parties.map((party) => withCompanyName(party, company))
  const stacks = all.map(({ title, name, address }) => ({
    stack: [
      textBlock(title.toUpperCase(), { fontSize: 7 }),
      textBlock(name, { bold: true }),
      ...(address ? [textBlock(address)] : []),
    ],
  }))
  return { columns: stacks, columnGap: 16, width: all.length > 1 ? '65%' : '50%' }
}

function facts(document: PrintedDocument): Column {
  const body = document.facts.map(([name, value]) => [
    textBlock(name),
    textBlock(value, { bold: true }),
  ])
  if (body.length === 0) return { text: '' }
  return { table: { widths: ['auto', '*'], body }, layout: compactLayout, width: '*' }
}

const compactLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: (column: number) => (column === 0 ? 0 : 10),
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 1,
}

const ruledLayout = {
  hLineWidth: (row: number) => (row === 1 ? 1.2 : row === 0 ? 0 : 0.4),
  vLineWidth: () => 0,
  hLineColor: (row: number) => (row === 1 ? '#000000' : '#999999'),
  paddingLeft: (column: number) => (column === 0 ? 0 : 8),
  paddingRight: () => 0,
  paddingTop: () => 4,
  paddingBottom: () => 3,
}

/** The table of lines. Column headings repeat on every page, and rows do not break across pages. */
function lines(document: PrintedDocument): Content {
  const { columns, rows, empty } = document
  if (rows.length === 0) return { ...textBlock(empty ?? ''), margin: [0, 24, 0, 0] }
  const styleOf = (column: number): TextStyle => (columns[column]?.isRight ? rightAligned : {})
  const headings = columns.map(({ head }, column) =>
    textBlock(head, { bold: true, ...styleOf(column) }),
  )
  return {
    margin: [0, 24, 0, 0],
    layout: ruledLayout,
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ isWide }) => (isWide ? '*' : 'auto')),
      body: [
        headings,
        ...rows.map((row) => row.map((text, column) => cell(text, styleOf(column)))),
      ],
    },
  }
}

function cell(text: string, style: TextStyle): TableCell {
  const [first = '', ...rest] = text.split('\n')
  if (rest.length === 0) return textBlock(first, style)
  return {
    stack: [textBlock(first, style), textBlock(rest.join('\n'), { ...style, fontSize: smallSize })],
  }
}

function sums(paper: PrintedDocument): Content {
  const body = paper.sums.map(({ name, amount, isStrong }) => {
    const style: TextStyle = { alignment: 'right', bold: isStrong === true }
    return [textBlock(name, style), textBlock(amount, style)]
  })
  const table = { table: { widths: ['*', 80], body, dontBreakRows: true }, layout: compactLayout }
  return {
    unbreakable: true,
    margin: [0, 8, 0, 0],
    stack: [
      {
        columns: [
          { text: '', width: '*' },
          { ...table, width: 240 },
        ],
      },
    ],
  }
}

function closingText(title: string | undefined, text: string): Content {
  const head = title ? [textBlock(title.toUpperCase(), { fontSize: 7 })] : []
  return { stack: [...head, textBlock(text)], unbreakable: true, margin: [0, 16, 0, 0] }
}

function signature(text: string): Content {
  const line = { type: 'line' as const, x1: 0, y1: 0, x2: 200, y2: 0, lineWidth: 0.8 }
  return {
    stack: [
      { canvas: [line] },
      { ...textBlock(text, { fontSize: smallSize }), margin: [0, 3, 0, 0] },
    ],
    unbreakable: true,
    margin: [0, 56, 0, 0],
  }
}

const cutLine = {
  hLineWidth: () => 0.8,
  vLineWidth: () => 0.8,
  hLineStyle: () => ({ dash: { length: 4 } }),
  vLineStyle: () => ({ dash: { length: 4 } }),
  paddingLeft: () => 14,
  paddingRight: () => 14,
  paddingTop: () => 12,
  paddingBottom: () => 12,
}

/** The address label, unbroken, with a cutting line. */
function label({ from, to, number }: DocumentLabel, company: Company): Content {
  const [sender, receiver] = [withCompanyName(from, company), withCompanyName(to, company)]
  const stack = [
    textBlock(sender.title.toUpperCase(), { fontSize: 7 }),
    textBlock(sender.name, { fontSize: smallSize }),
    ...(sender.address ? [textBlock(sender.address, { fontSize: smallSize })] : []),
    { ...textBlock(receiver.title.toUpperCase(), { fontSize: 7 }), margin: [0, 10, 0, 0] as never },
    textBlock(receiver.name, { bold: true, fontSize: 14 }),
    ...(receiver.address ? [textBlock(receiver.address, { fontSize: 12 })] : []),
    { ...textBlock(number, { bold: true, fontSize: 12 }), margin: [0, 10, 0, 0] as never },
  ]
  return {
    unbreakable: true,
    margin: [0, 28, 0, 0],
    stack: [{ table: { widths: [260], body: [[{ stack }]] }, layout: cutLine }],
  }
}
