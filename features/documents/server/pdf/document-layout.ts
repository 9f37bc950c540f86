import type { Column, Content, DynamicContent } from 'pdfmake/interfaces.d.ts'
import {
  type Company,
  type DocumentLabel,
  labelCaption,
  letterhead,
  type PrintedDocument,
  printedParty,
  runningHeader,
} from '../../printed-document.ts'
import { numberBarcode, smallBars } from './barcode-parts.ts'
import { closingParts } from './parts-below-lines.ts'
import { linesTable, side } from './table-parts.ts'
import { bodySize, compactLayout, fitted, smallSize, textBlock } from './text-parts.ts'

// Page layout of a document, as a definition for the PDF library.

/** The margin at the top of a page. */
const top = 36
/**
 * Where the first address begins. Folded in three, and resting on the lower edge of a #10 envelope,
 * Letter paper shows 2.04 to 3.17 inches from its top in the window: six lines at this line height,
 * with the name and the attention. On A4 the address field of DIN 5008, form B, reaches from 45 to
 * 90 mm, which a DIN long envelope shows.
 */
const addressTop = 150
/** What follows below the first address begins below the window. */
const addressHeights = { letter: 88, a4: 105 } as const
const addressLineHeight = 0.85
/** The window begins 7/8 inch from the left edge; the address is printed a little inside it. */
const addressIndent = 22
/** The window of a DIN long envelope ends 110 mm from the left edge. */
const addressWidth = 240

const sizes = {
  letter: { width: 612, height: 792, orientation: 'portrait' },
  a4: { width: 595.28, height: 841.89, orientation: 'portrait' },
} as const

/** A document, laid out for the PDF library. */
export type DocumentLayout = {
  title: string
  pageSize: (typeof sizes)[keyof typeof sizes]
  margins: { left: number; top: number; right: number; bottom: number }
  defaultStyle: object
  header: DynamicContent
  footer: DynamicContent
  content: Content[]
}

/** The whole document: header once, column headings on every page, totals once. */
export function layoutOf(
  document: PrintedDocument,
  company: Company,
  hasLogo: boolean,
): DocumentLayout {
  const { companyName, paperSize } = company
  const title = runningHeader(document)
  return {
    title,
    pageSize: sizes[paperSize],
    margins: { left: side, top: top + 12, right: side, bottom: 48 },
    defaultStyle: { font: 'Latin', fontSize: bodySize, lineHeight: 1.15 },
    header: (page) =>
      page === 1 ? null : runningLine(headerTop, [textBlock(title, { bold: true })]),
    footer: (page, pages) => {
      const pageText = textBlock(`${title}, page ${page} of ${pages}`)
      return runningLine(footerTop, [textBlock(companyName), pageText])
    },
    content: [
      header(document, company, hasLogo),
      addressesAndFacts(document, company),
      ...(document.words
        ? [{ ...textBlock(document.words), margin: [0, 18, 0, 0] } as Content]
        : []),
      linesTable(document, company),
      ...closingParts(document, company),
      ...(document.label ? [label(document.label, company)] : []),
    ],
  }
}

const headerTop = 20
/** Where the footer begins: two lines of a long name end where printers still print. */
const footerTop = 6

type TextPart = ReturnType<typeof textBlock>
type RunningTexts = readonly [left: TextPart, right?: TextPart]

function runningLine(marginTop: number, [left, right]: RunningTexts): Content {
  const columns = [
    { ...left, width: '*' } as Column,
    ...(right ? [{ ...right, width: 'auto' } as Column] : []),
  ]
  return { columns, columnGap: 16, fontSize: smallSize, margin: [side, marginTop, side, 0] }
}

/**
 * The letterhead and the title, as high as the address needs to reach the window. The barcode is
 * not here: with a mark and a second line of the title it would push the address out of the window.
 */
function header(document: PrintedDocument, company: Company, hasLogo: boolean): Content {
  const { accentColor } = company
  const title = textBlock(document.title, { bold: true, fontSize: 18, alignment: 'right' })
  const right: Content[] = [
    { ...title, color: accentColor, role: 'H1', lineHeight: 1 } as Content,
    ...(document.mark ? [mark(document.mark, accentColor)] : []),
    ...(document.subtitle ? [textBlock(document.subtitle, { alignment: 'right' })] : []),
  ]
  const isInternal = document.isInternal === true
  const sender = isInternal ? shortSender(company, hasLogo) : fullSender(company, hasLogo)
  return {
    table: {
      // Fixed: a long title must not break the lines of the sender.
      widths: [senderWidth, '*'],
      heights: [isInternal ? 'auto' : addressTop - top - 12],
      body: [[{ stack: sender }, { stack: right }]],
    },
    layout: compactLayout,
    margin: [0, 0, 0, isInternal ? 12 : 0],
  }
}

/** The company on a document that stays in the warehouse. */
function shortSender(company: Company, hasLogo: boolean): Content[] {
  return [
    ...(hasLogo ? [logo(company, 24)] : []),
    textBlock(company.companyName, { bold: true, fontSize: 9 }),
  ]
}

/** The letterhead: logo, name, address, and how to reach the company. */
function fullSender(company: Company, hasLogo: boolean): Content[] {
  const { accentColor } = company
  const name = textBlock(company.companyName, { bold: true, fontSize: hasLogo ? 9 : 15 })
  const { address, contact } = letterhead(company)
  const details = (lines: string[]) => {
    return { ...textBlock(lines.join('\n'), { fontSize: smallSize }), lineHeight: 1 }
  }
  return [
    ...(hasLogo ? [logo(company, 40)] : []),
    { ...name, color: hasLogo ? '#000000' : accentColor },
    {
      columns: [
        { ...details(address), width: 'auto' },
        { ...details(contact), width: 'auto' },
      ],
      columnGap: 18,
    } as Content,
  ]
}

/** The width of the letterhead; the title has the rest. */
const senderWidth = 280

function logo({ companyName }: Company, height: number): Content {
  const alt = `${companyName} logo`
  return { image: 'logo', fit: [190, height], margin: [0, 0, 0, 5], alt } as Content
}

/** A word in a frame, such as PAID. */
function mark(text: string, color: string): Content {
  const cell = textBlock(text, { bold: true, fontSize: 12, alignment: 'center' })
  const frame = { hLineWidth: () => 1.5, vLineWidth: () => 1.5 }
  const colors = { hLineColor: () => color, vLineColor: () => color }
  return {
    columns: [
      { text: '', width: '*' },
      {
        table: { body: [[{ ...cell, color }]] },
        layout: { ...frame, ...colors, paddingLeft: () => 8, paddingRight: () => 8 },
        width: 'auto',
      },
    ],
    margin: [0, 2, 0, 2],
  }
}

/** The width of the addresses, and the gap between them and the facts. */
const addressColumn = 270
const addressGap = 24

/** The addresses, and beside them the barcode and the facts. */
function addressesAndFacts(document: PrintedDocument, company: Company): Content {
  const factsColumn = sizes[company.paperSize].width - 2 * side - addressColumn - addressGap
  const beside = [
    ...(document.number ? [numberBarcode(document.number, factsColumn)] : []),
    ...facts(document),
  ]
  return {
    columns: [
      { stack: addresses(document, company), width: addressColumn } as Column,
      { stack: beside, width: '*' } as Column,
    ],
    columnGap: addressGap,
  }
}

/** The first address in the window of an envelope, others below it. */
function addresses({ parties, isInternal }: PrintedDocument, company: Company): Content[] {
  const blocks = parties.map((party) => partyBlock(party, company))
  const [first, ...others] = blocks
  if (isInternal) return [sideBySide(blocks)]
  const window = {
    table: {
      widths: [addressWidth],
      heights: [addressHeights[company.paperSize]],
      body: [[first ?? { text: '' }]],
    },
    layout: compactLayout,
    margin: [addressIndent, 0, 0, 0],
    lineHeight: addressLineHeight,
  } as Content
  return [window, ...(others.length > 0 ? [sideBySide(others)] : [])]
}

const sideBySide = (blocks: Content[]): Content => ({
  columns: blocks,
  columnGap: 16,
  lineHeight: addressLineHeight,
})

function partyBlock(party: PrintedDocument['parties'][number], company: Company): Content {
  const { title, name, address } = printedParty(party, company)
  return {
    stack: [
      textBlock(title.toUpperCase(), { fontSize: 7, color: '#555555' }),
      textBlock(name, { bold: true }),
      ...(address ? [textBlock(address)] : []),
    ],
  }
}

/** The narrowest that the value of a fact gets. */
const factWidth = 110

function facts(document: PrintedDocument): Content[] {
  const body = document.facts.map(([name, value]) => [
    textBlock(name, { color: '#555555', noWrap: true }),
    textBlock(fitted(value, factWidth, bodySize), { bold: true }),
  ])
  if (body.length === 0) return []
  const table = { widths: ['auto', '*'], body }
  return [{ table, layout: compactLayout, role: 'row-headings' } as Content]
}

const cutLine = {
  hLineWidth: () => 0.8,
  vLineWidth: () => 0.8,
  hLineStyle: () => ({ dash: { length: 4 } }),
  vLineStyle: () => ({ dash: { length: 4 } }),
  paddingLeft: () => 14,
  paddingRight: () => 14,
  paddingTop: () => 10,
  paddingBottom: () => 10,
}

/** The width of an address label, and the height of its bars. */
const labelWidth = 260
const labelBarHeight = 28

/** The address label, unbroken, with a cutting line and the barcode that the dock scans. */
function label({ from, to, number }: DocumentLabel, company: Company): Content {
  const [sender, receiver] = [printedParty(from, company), printedParty(to, company)]
  const bars = smallBars(number, { widest: labelWidth, height: labelBarHeight })
  const below = [0, 10, 0, 0] as never
  const stack: Content[] = [
    textBlock(sender.title.toUpperCase(), { fontSize: 7 }),
    textBlock(sender.name, { fontSize: smallSize }),
    ...(sender.address ? [textBlock(sender.address, { fontSize: smallSize })] : []),
    { ...textBlock(receiver.title.toUpperCase(), { fontSize: 7 }), margin: below },
    textBlock(receiver.name, { bold: true, fontSize: 14 }),
    ...(receiver.address ? [textBlock(receiver.address, { fontSize: 12 })] : []),
    ...(bars ? [{ stack: [bars], margin: below } as Content] : []),
    { ...textBlock(number, { bold: true, fontSize: 12 }), margin: [0, bars ? 2 : 10, 0, 0] },
  ]
  return {
    unbreakable: true,
    margin: [0, 20, 0, 0],
    stack: [
      { ...textBlock(labelCaption, { fontSize: smallSize }), margin: [0, 0, 0, 4] },
      { table: { widths: [labelWidth], body: [[{ stack }]] }, layout: cutLine },
    ],
  }
}
