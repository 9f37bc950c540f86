import type { Content } from 'pdfmake/interfaces.d.ts'
import {
  type Company,
  type DocumentSlip,
  paymentFooter,
  type PrintedDocument,
  remitTo,
  slipInstruction,
} from '../../printed-document.ts'
import { smallTable } from './table-parts.ts'
import { compactLayout, smallSize, textBlock } from './text-parts.ts'

/**
 * The sections below the lines and totals: small tables, notes, ways to pay, and what to return.
 */
export function closingParts(document: PrintedDocument, company: Company): Content[] {
  const { notes, signature, reply, slip } = document
  const payment = paymentFooter(document, company)
  const ways = payment.filter(({ title }) => title !== undefined)
  return [
    ...(document.tables ?? []).map((table) => smallTable(table, company)),
    ...(notes ? [closingText(notes)] : []),
    ...(ways.length > 0 ? [sideBySide(ways, company)] : []),
    ...payment.filter(({ title }) => !title).map(({ text }) => closingText(text)),
    ...(signature ? [signatureLine(signature)] : []),
    ...(reply ? [replyLines(reply, company)] : []),
    ...(slip ? [paymentSlip(slip, company)] : []),
  ]
}

/** May break across pages: the library drops an unbreakable block taller than a page. */
function closingText(text: string): Content {
  return { ...textBlock(text), margin: [0, 10, 0, 0] } as Content
}

function sideBySide(texts: readonly { title?: string; text: string }[], company: Company): Content {
  const columns = texts.map(({ title = '', text }) => ({
    stack: [
      textBlock(title.toUpperCase(), {
        fontSize: 7,
        bold: true,
        color: company.accentColor,
        role: 'H2',
      }),
      textBlock(text, { fontSize: 9 }),
    ],
  }))
  return { unbreakable: true, margin: [0, 10, 0, 0], stack: [{ columns, columnGap: 20 }] }
}

const line = (width: number) => ({
  canvas: [{ type: 'line' as const, x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.8 }],
})

function signatureLine(text: string): Content {
  return {
    stack: [line(200), { ...textBlock(text, { fontSize: smallSize }), margin: [0, 3, 0, 0] }],
    unbreakable: true,
    margin: [0, 36, 0, 0],
  }
}

/** Lines that the recipient fills in and sends back. */
function replyLines({ title, fields }: NonNullable<PrintedDocument['reply']>, company: Company) {
  const columns = fields.map((field) => ({
    stack: [line(150), { ...textBlock(field, { fontSize: smallSize }), margin: [0, 3, 0, 0] }],
  }))
  const head = textBlock(title, {
    fontSize: smallSize,
    bold: true,
    color: company.accentColor,
    role: 'H2',
  })
  const stack = [head, { columns, columnGap: 20, margin: [0, 28, 0, 0] }]
  return { unbreakable: true, margin: [0, 20, 0, 0], stack } as Content
}

const scissors = {
  hLineWidth: (row: number) => (row === 0 ? 0.8 : 0),
  vLineWidth: () => 0,
  hLineStyle: () => ({ dash: { length: 4 } }),
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 6,
  paddingBottom: () => 0,
}

/** The part that customers cut off and return with a check. */
function paymentSlip({ customer, facts }: DocumentSlip, company: Company): Content {
  const { name, address } = remitTo(company)
  const head = textBlock(slipInstruction(company), {
    fontSize: smallSize,
    bold: true,
    color: company.accentColor,
    role: 'H2',
  })
  const rows = [...facts, ['Amount enclosed', '$ ____________________'] as const]
  const amounts = rows.map(([fact, value]) => [
    textBlock(fact),
    textBlock(value, { bold: true, alignment: 'right' }),
  ])
  const columns = [
    {
      stack: [
        textBlock('REMIT TO', { fontSize: 7, color: '#555555' }),
        textBlock(name, { bold: true }),
        textBlock(address),
      ],
      width: '*',
    },
    {
      stack: [
        textBlock('FROM', { fontSize: 7, color: '#555555' }),
        textBlock(customer, { bold: true }),
      ],
      width: '*',
    },
    {
      table: { widths: ['auto', '*'], body: amounts },
      layout: compactLayout,
      width: 210,
      role: 'row-headings',
    },
  ]
  const stack = [head, { columns, columnGap: 16, margin: [0, 6, 0, 0] }]
  return {
    unbreakable: true,
    margin: [0, 10, 0, 0],
    stack: [{ table: { widths: ['*'], body: [[{ stack }]] }, layout: scissors }],
  } as Content
}
