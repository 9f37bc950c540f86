import type { Column, Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.d.ts'
import { barsOf } from '../barcode.ts'
import type { FontName } from './fonts.ts'
import {
  type Company,
  endOf,
  headOf,
  withCompanyName,
  type Paper,
  type PaperLabel,
  runningHead,
} from '../paper.ts'

// Page layout of a document, as a definition for the PDF library.

type Run = { text: string; font: FontName }
type TextStyle = {
  bold?: boolean
  fontSize?: number
  alignment?: 'right' | 'left' | 'center'
  noWrap?: boolean
}

const small = 8
/** Figures and their headings never wrap. */
const figures: TextStyle = { alignment: 'right', noWrap: true }
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

const words = (text: string, look: TextStyle = {}) => ({ text: runsOf(text), ...look })

/** The whole document: header once, column headings on every page, totals once. */
export function layoutOf(paper: Paper, company: Company): TDocumentDefinitions {
  const { companyName, paperSize } = company
  return {
    pageSize: paperSize === 'a4' ? 'A4' : 'LETTER',
    pageMargins: [36, 44, 36, 48],
    info: { title: runningHead(paper), ...(companyName && { author: companyName }) },
    language: 'en-US',
    defaultStyle: { font: 'Latin', fontSize: 9.5, lineHeight: 1.15 },
    header: (page) => (page === 1 ? null : runner(words(runningHead(paper)), words(companyName))),
    footer: (page, pages) => runner(words(''), words(`page ${page} of ${pages}`)),
    content: [
      top(paper, company),
      { columns: [parties(paper, company), facts(paper)], columnGap: 24, margin: [0, 18, 0, 0] },
      ...(paper.words ? [{ ...words(paper.words), margin: [0, 24, 0, 0] } as Content] : []),
      lines(paper),
      ...(paper.sums.length > 0 ? [sums(paper)] : []),
      ...(paper.notes ? [{ ...words(paper.notes), margin: [0, 18, 0, 0] } as Content] : []),
      ...endOf(paper, company).map(({ title, text }) => end(title, text)),
      ...(paper.signature ? [signature(paper.signature)] : []),
      ...(paper.label ? [label(paper.label, company)] : []),
    ],
  }
}

function runner(left: Content, right: Content): Content {
  const columns = [left, { stack: [right], alignment: 'right' as const }]
  return { columns, fontSize: small, margin: [36, 20, 36, 0] }
}

function top(paper: Paper, company: Company): Content {
  const sender = [words(company.companyName, { bold: true, fontSize: 11 }), words(headOf(company))]
  const title = words(paper.title, { bold: true, fontSize: 18, alignment: 'right' })
  const subtitle = paper.subtitle ? [words(paper.subtitle, { alignment: 'right' })] : []
  return {
    columns: [
      { stack: sender, width: '*' },
      {
        stack: [title, ...subtitle, ...(paper.number ? barcode(paper.number) : [])],
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
  const ground = { ...canvas[0], x: 0, w: total * narrowestBar, color: '#ffffff' }
  const drawing = { canvas: [ground, ...canvas] as never, margin: [0, 4, 0, 1] as never }
  const below = { ...words(number, { fontSize: small, alignment: 'center' }) }
  return [{ table: { body: [[drawing], [below]] }, layout: 'noBorders' }]
}

function parties(paper: Paper, company: Company): Column {
  const all = paper.parties.map((party) => withCompanyName(party, company))
  const stacks = all.map(({ title, name, address }) => ({
    stack: [
      words(title.toUpperCase(), { fontSize: 7 }),
      words(name, { bold: true }),
      ...(address ? [words(address)] : []),
    ],
  }))
  return { columns: stacks, columnGap: 16, width: all.length > 1 ? '65%' : '50%' }
}

function facts(paper: Paper): Column {
  const body = paper.facts.map(([name, value]) => [words(name), words(value, { bold: true })])
  if (body.length === 0) return { text: '' }
  return { table: { widths: ['auto', '*'], body }, layout: tight, width: '*' }
}

const tight = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: (column: number) => (column === 0 ? 0 : 10),
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 1,
}

const ruled = {
  hLineWidth: (row: number) => (row === 1 ? 1.2 : row === 0 ? 0 : 0.4),
  vLineWidth: () => 0,
  hLineColor: (row: number) => (row === 1 ? '#000000' : '#999999'),
  paddingLeft: (column: number) => (column === 0 ? 0 : 8),
  paddingRight: () => 0,
  paddingTop: () => 4,
  paddingBottom: () => 3,
}

/** The table of lines. Column headings repeat on every page, and rows do not break across pages. */
function lines(paper: Paper): Content {
  const { columns, rows, empty } = paper
  if (rows.length === 0) return { ...words(empty ?? ''), margin: [0, 24, 0, 0] }
  const look = (place: number): TextStyle => (columns[place]?.isRight ? figures : {})
  const heads = columns.map(({ head }, place) => words(head, { bold: true, ...look(place) }))
  return {
    margin: [0, 24, 0, 0],
    layout: ruled,
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ isWide }) => (isWide ? '*' : 'auto')),
      body: [heads, ...rows.map((row) => row.map((text, place) => cell(text, look(place))))],
    },
  }
}

function cell(text: string, look: TextStyle): TableCell {
  const [first = '', ...more] = text.split('\n')
  if (more.length === 0) return words(first, look)
  return { stack: [words(first, look), words(more.join('\n'), { ...look, fontSize: small })] }
}

function sums(paper: Paper): Content {
  const body = paper.sums.map(({ name, amount, isStrong }) => {
    const look: TextStyle = { alignment: 'right', bold: isStrong === true }
    return [words(name, look), words(amount, look)]
  })
  const table = { table: { widths: ['*', 80], body, dontBreakRows: true }, layout: tight }
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

function end(title: string | undefined, text: string): Content {
  const head = title ? [words(title.toUpperCase(), { fontSize: 7 })] : []
  return { stack: [...head, words(text)], unbreakable: true, margin: [0, 16, 0, 0] }
}

function signature(text: string): Content {
  const line = { type: 'line' as const, x1: 0, y1: 0, x2: 200, y2: 0, lineWidth: 0.8 }
  return {
    stack: [{ canvas: [line] }, { ...words(text, { fontSize: small }), margin: [0, 3, 0, 0] }],
    unbreakable: true,
    margin: [0, 56, 0, 0],
  }
}

const cut = {
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
function label({ from, to, number }: PaperLabel, company: Company): Content {
  const [sender, receiver] = [withCompanyName(from, company), withCompanyName(to, company)]
  const stack = [
    words(sender.title.toUpperCase(), { fontSize: 7 }),
    words(sender.name, { fontSize: small }),
    ...(sender.address ? [words(sender.address, { fontSize: small })] : []),
    { ...words(receiver.title.toUpperCase(), { fontSize: 7 }), margin: [0, 10, 0, 0] as never },
    words(receiver.name, { bold: true, fontSize: 14 }),
    ...(receiver.address ? [words(receiver.address, { fontSize: 12 })] : []),
    { ...words(number, { bold: true, fontSize: 12 }), margin: [0, 10, 0, 0] as never },
  ]
  return {
    unbreakable: true,
    margin: [0, 28, 0, 0],
    stack: [{ table: { widths: [260], body: [[{ stack }]] }, layout: cut }],
  }
}
