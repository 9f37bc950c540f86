// One file: documents are drawn in many ways, and read back with the same helpers.
import { Worker } from 'node:worker_threads'
import { constants, inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { emptyCompany } from '#features/settings/rules.ts'
import type { Company, PrintedDocument } from '../../printed-document.ts'
import { barsOf } from '../../barcode.ts'
import { runsOf } from './text-parts.ts'
import { createPdfMaker, openPdfFile, pdfOf } from './pdf-queue.ts'
import { documentFileName, fileNameOf } from '../../rules.ts'
import {
  accessibilityOf,
  barsIn,
  boxOf,
  countOf,
  pagesIn,
  decodeBars,
  decodeBarcode,
} from '../testing.ts'

const company: Company = {
  ...emptyCompany,
  companyLogo: '',
  companyName: 'Prizm Supplies Inc.',
  companyAddress: '1 Main Street\nSpringfield, IL 62701',
  companyContact: 'ar@prizm.example',
  bankDetails: 'First Bank, account 12345',
  invoiceFooter: 'Thank you for your business.',
  paperSize: 'letter',
}

function paperOf(lines: number, more: Partial<PrintedDocument> = {}): PrintedDocument {
  const long = 'a name so long that it needs a second line in its column, and then a bit more of it'
  return {
    title: 'Invoice',
    number: 'INV-1768469400123',
    parties: [{ title: 'Bill to', name: 'Northwind (C-1)', address: '2 Side Street' }],
    facts: [['Date', '3/2/2026']],
    columns: [{ head: 'SKU' }, { head: 'Description', isWide: true }, { head: 'Amount' }],
    rows: Array.from({ length: lines }, (_, index) => {
      return [`SKU<${index}>`, `${index % 3 === 0 ? long : 'Hex bolt'}\nend<${index}>`, '$1.00']
    }),
    sums: [{ name: 'Sum of all', amount: '$9,876.54', isStrong: true }],
    notes: null,
    asksForMoney: true,
    ...more,
  }
}

const pagesOf = async (paper: PrintedDocument) => pagesIn(await pdfOf({ content: paper, company }))

describe.each([1, 30, 120])('a document with %i lines', (lines) => {
  test('repeats headings and page number on every page, and has its total once', async () => {
    const pages = await pagesOf(paperOf(lines))
    expect(pages.length).toBe(lines === 1 ? 1 : pages.length)
    if (lines > 1) expect(pages.length).toBeGreaterThan(1)
    pages.forEach((text, place) => {
      const hasRows = text.includes('SKU<')
      expect(text).toContain('INV-1768469400123')
      expect(text).toContain(`page ${place + 1} of ${pages.length}`)
      if (hasRows) expect(text).toContain('Description')
    })
    for (const once of ['Sum of all', '$9,876.54', 'First Bank', 'Thank you', 'Northwind']) {
      expect(countOf(pages, once)).toBe(1)
    }
  })

  test('contains every row once and unbroken', async () => {
    const pages = await pagesOf(paperOf(lines))
    for (let row = 0; row < lines; row += 1) {
      const first = pages.findIndex((text) => text.includes(`SKU<${row}>`))
      const last = pages.findIndex((text) => text.includes(`end<${row}>`))
      expect([row, last]).toEqual([row, first])
      expect(countOf(pages, `SKU<${row}>`)).toBe(1)
    }
  })
})

test('a document drawn again has the same bytes', async () => {
  const content = paperOf(30, {
    tables: [{ title: 'Tax', columns: [{ head: 'Rate' }], rows: [['8%']] }],
  })
  const [first, second] = [await pdfOf({ content, company }), await pdfOf({ content, company })]
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true)
  const other = await pdfOf({ content: { ...content, mark: 'PAID' }, company })
  expect(Buffer.from(first).equals(Buffer.from(other))).toBe(false)
})

test('a PDF has the same bytes, whatever was drawn before it', async () => {
  const content = paperOf(3, { notes: 'Office\u00A0affairs 株式会社 주식회사' })
  const first = await pdfOf({ content, company })
  await pdfOf({ content: paperOf(40, { notes: 'Office affairs\u00A0株式会社 株式会社' }), company })
  const again = await pdfOf({ content, company })
  expect(Buffer.from(first).equals(Buffer.from(again))).toBe(true)
  const text = (await pagesIn(again)).join('')
  for (const words of ['affairs', '株式会社', '주식회사']) expect(text).toContain(words)
})

describe('a screen reader gets', () => {
  const content = paperOf(60, {
    tables: [{ title: 'Tax', columns: [{ head: 'Rate' }], rows: [['8%']] }],
  })

  test('the title, the language and the parts in reading order', async () => {
    const { info, lang, tags } = await accessibilityOf(await pdfOf({ content, company }))
    expect([info['Title'], info['Author'], lang]).toEqual([
      'Invoice INV-1768469400123',
      'Prizm Supplies Inc.',
      'en-US',
    ])
    const order = ['H1', 'Table', 'TR', 'TH', 'TD', 'H2']
    expect(order.filter((tag) => !tags.includes(tag))).toEqual([])
    expect(tags.indexOf('H1')).toBeLessThan(tags.indexOf('Table'))
  })

  test('column headings once, and nothing outside of tags and artifacts', async () => {
    const pdf = await pdfOf({ content, company })
    const { tags, unmarked, pages } = await accessibilityOf(pdf)
    expect(pages).toBeGreaterThan(1)
    expect(unmarked).toEqual([])
    // The columns of the lines and of the tax, the fact, and the total.
    expect(tags.filter((tag) => tag === 'TH')).toHaveLength(3 + 1 + 1 + 1)
    expect(tags.filter((tag) => tag === 'TR')).toHaveLength(1 + 60 + 2 + 1 + 1)
  })

  test.each([
    ['pdf', '<pdfuaid:part>1</pdfuaid:part>'],
    ['pdf-a-3', '<pdfaid:part>3</pdfaid:part>'],
  ] as const)(
    'a file of the format %s says so, with well-formed metadata',
    async (format, part) => {
      const named = { ...company, companyName: 'Smith & Sons <Ltd>', pdfFormat: format }
      const text = Buffer.from(await pdfOf({ content, company: named })).toString('latin1')
      expect(text).toContain(part)
      expect(text).toContain('Smith &amp; Sons &lt;Ltd&gt;')
      expect(text.includes('/GTS_PDFA1')).toBe(format === 'pdf-a-3')
      // All fonts are embedded as subsets: their names begin with six letters and a plus sign.
      const names = [...text.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name)
      expect(names.length).toBeGreaterThan(0)
      expect(names.filter((name) => !/^[A-Z]{6}\+/.test(name ?? ''))).toEqual([])
      expect(text.split('/FontFile2').length - 1).toBe(new Set(names).size)
    },
  )
})

test('the totals stay on the page of the last lines, under the column headings', async () => {
  // One of these lengths ends just above the bottom of a page.
  for (const lines of [22, 24, 26, 28, 30]) {
    const last = (await pagesOf(paperOf(lines))).findLast((text) => text.includes('Sum of all'))
    expect([lines, last?.includes(`SKU<${lines - 1}>`)]).toEqual([lines, true])
    expect([lines, last?.includes('Description')]).toEqual([lines, true])
  }
})

test('words of sixty characters and codes of fifty stay within their columns', async () => {
  const rows = [['X'.repeat(50), 'w'.repeat(60), '$9,999,999.99']]
  const [text = ''] = await pagesOf(paperOf(0, { rows, sums: [] }))
  const count = (letter: string) => text.split(letter).length - 1
  expect([count('X'), text.includes('$9,999,999.99')]).toEqual([50, true])
})

test('renders names in many scripts', async () => {
  const names = [
    'Müller & Söhne',
    'Łódź Ørsted Ťažké',
    '株式会社',
    '東京都',
    '주식회사',
    'Ελλάδα',
    'Київ',
  ]
  const notes = names.join(' | ')
  const [text = ''] = await pagesOf(paperOf(1, { notes }))
  for (const name of names) expect(text.replaceAll(/\s+(?=[\p{Script=Han}])/gu, '')).toContain(name)
})

test('splits a text at font changes', () => {
  expect(runsOf('Co. 株式会社 서울')).toEqual([
    { text: 'Co. ', font: 'Latin' },
    { text: '株式会社', font: 'Han' },
    { text: ' ', font: 'Latin' },
    { text: '서울', font: 'Hangul' },
  ])
})

test('an empty document shows a notice without column headings', async () => {
  const [text = ''] = await pagesOf(paperOf(0, { empty: 'This order has no lines.', sums: [] }))
  expect(text).toContain('This order has no lines.')
  expect(text).not.toContain('Description')
})

test.each(['INV-1768469400123', 'PO-7', 'RMA-000042', 'a/b c~1'])(
  'a scanner reads the barcode of %s, on screen and in a PDF',
  async (number) => {
    const { bars, total } = barsOf(number)
    expect(decodeBars(bars, total)).toBe(number)
    const pdf = await pdfOf({ content: paperOf(1, { number }), company })
    expect(barsIn(pdf).length).toBe(bars.length)
    expect(decodeBarcode(pdf)).toBe(number)
  },
)

test('encodes unsupported characters as a question mark', () => {
  const { bars, total } = barsOf('SÜD-1')
  expect(decodeBars(bars, total)).toBe('S?D-1')
})

/** All that the pages draw, as text of the PDF language. */
function drawnIn(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString('latin1')
  const streams = [...text.matchAll(/FlateDecode\s*>>\s*stream\r?\n(.*?)\r?\nendstream/gs)]
  const options = { finishFlush: constants.Z_SYNC_FLUSH }
  return streams
    .map(([, packed = '']) =>
      inflateSync(Buffer.from(packed, 'latin1'), options).toString('latin1'),
    )
    .join('\n')
}

test('the title and the rule below the headings have the accent color of the company', async () => {
  const content = paperOf(1)
  const green = await pdfOf({ content, company: { ...company, accentColor: '#006633' } })
  // 0x66 of 255 is 0.4, 0x33 is 0.2: fills and strokes in the color space of the page.
  expect(drawnIn(green)).toMatch(/\b0 0\.4 0\.2 scn?\b/)
  expect(drawnIn(green)).toMatch(/\b0 0\.4 0\.2 SCN?\b/)
  expect(drawnIn(await pdfOf({ content, company }))).not.toMatch(/\b0 0\.4 0\.2 scn?\b/i)
})

test.each([
  ['letter', 792],
  ['a4', 841.89],
] as const)(
  'on %s a footer of two lines ends a quarter inch above the edge',
  async (size, height) => {
    const name = 'Prizm Supplies, Fasteners and Tools for Industry, Trade, Crafts and Repair'
    const companyName = `${name}, Incorporated in Ohio`
    const named = { ...company, companyName, paperSize: size }
    const pdf = await pdfOf({ content: paperOf(1), company: named })
    const box = await boxOf(pdf, `${companyName}Invoice INV-1768469400123, page 1 of 1`)
    // More than one line of 8 points.
    expect(box.bottom - box.top).toBeGreaterThan(16)
    expect(box.bottom).toBeLessThanOrEqual(height - 18)
  },
)

/** Decodes the bars of this height, which are narrower than those of the document's number. */
function decodeSmallBars(pdf: Uint8Array, height: number): string {
  const boxes = [...drawnIn(pdf).matchAll(/([\d.-]+) [\d.-]+ ([\d.-]+) ([\d.-]+) re\b/g)]
  const bars = boxes
    .map(([, x, width, high]) => ({ x: Number(x), width: Number(width), high: Number(high) }))
    .filter(({ high }) => high === height)
  // The narrowest bar of Code 128 is one module.
  const module = Math.min(...bars.map(({ width }) => width))
  const start = Math.min(...bars.map(({ x }) => x))
  const moved = bars.map(({ x, width }) => ({
    x: 10 + Math.round((x - start) / module),
    width: Math.round(width / module),
  }))
  return decodeBars(moved, 10 + Math.max(...moved.map(({ x, width }) => x + width)))
}

test('a scanner reads the SKU on a pick list, and the number on a label', async () => {
  const sku = 'HX-1207-BLK'
  const toPick = paperOf(0, {
    columns: [
      { head: 'SKU', look: 'barcode' },
      { head: 'Description', isWide: true },
    ],
    rows: [[sku, 'Hex bolt']],
    sums: [],
  })
  expect(decodeSmallBars(await pdfOf({ content: toPick, company }), 16)).toBe(sku)

  const party = { title: 'To', name: 'Prizm', address: '1 Main Street\nColumbus, OH 43215' }
  const number = 'RMA-1768469400123'
  const label = { from: { ...party, title: 'Sender' }, to: party, number }
  const toReturn = await pdfOf({ content: paperOf(1, { number: null, label }), company })
  expect(decodeSmallBars(toReturn, 28)).toBe(number)
  expect((await pagesIn(toReturn)).join()).toContain('Cut out and attach to the parcel')
  // It is not taken for the barcode of the document, which this one does not have.
  expect(barsIn(toReturn)).toEqual([])
})

test('a pick list has a short head, so that more lines are on its first page', async () => {
  const content = paperOf(1)
  const whole = await boxOf(await pdfOf({ content, company }), 'SKU Description Amount')
  const internal: PrintedDocument = { ...content, isInternal: true }
  const pdf = await pdfOf({ content: internal, company })
  const short = await boxOf(pdf, 'SKU Description Amount')
  expect(whole.top - short.top).toBeGreaterThan(70)
  expect((await pagesIn(pdf)).join()).not.toContain('1 Main Street\nSpringfield')
  expect(decodeBarcode(pdf)).toBe('INV-1768469400123')
})

test('a file name contains no characters invalid in headers or file systems', () => {
  expect(fileNameOf('Order A\r\nSet-Cookie: x')).toBe('Order A--Set-Cookie- x.pdf')
  expect(fileNameOf('Order ../../etc/passwd\u0000')).toBe('Order ..-..-etc-passwd-.pdf')
  expect(fileNameOf('Rechnung Müller 株式会社')).toBe('Rechnung Müller 株式会社.pdf')
})

test('files sort by kind, number and day, however long a number is', () => {
  const on = day('2026-03-02')
  const filing = { name: 'Invoice INV-1000001', party: 'C-1042', on }
  expect(documentFileName(filing)).toBe('Invoice INV-1000001 C-1042 2026-03-02.pdf')
  const long = documentFileName({ name: `Order ${'X'.repeat(200)}`, party: 'Y'.repeat(200), on })
  expect(long).toMatch(/^Order X+ Y+ 2026-03-02\.pdf$/)
  expect(long.length).toBeLessThanOrEqual(120)
  expect(documentFileName({ name: 'Statement', party: 'A/R: 1', on })).toBe(
    'Statement A-R- 1 2026-03-02.pdf',
  )
})

/** A worker that returns the document's title, or never returns. */
const threadOf = (answers: boolean) => () =>
  new Worker(
    `const { parentPort } = require('node:worker_threads')
     parentPort.on('message', ({ content: { title } }) => {
       if (${answers} && title !== 'endless') parentPort.postMessage({ value: title })
     })
     parentPort.postMessage('up')`,
    { eval: true },
  )
const titled = (title: string) => paperOf(0, { title })

test("one user's many documents do not delay other users, and the queue is limited", async () => {
  const make = createPdfMaker({ waiting: 3, limitMs: 60_000, open: threadOf(true) })
  const made: string[] = []
  const ask = (title: string, owner: number) =>
    make({ content: titled(title), company }, owner).then((bytes) => made.push(String(bytes)))
  const first = [1, 2, 3, 4].map((each) => ask(`many ${each}`, 7))
  await expect(ask('many 5', 7)).rejects.toThrow('3 of your documents are already being created')
  await Promise.all([...first, ask('clerk', 8)])
  expect(made).toEqual(['many 1', 'many 2', 'clerk', 'many 3', 'many 4'])
})

test('a document that takes too long is refused, and the next one is built', async () => {
  const make = createPdfMaker({ waiting: 3, limitMs: 2000, open: threadOf(true) })
  const endless = make({ content: titled('endless'), company }, 7)
  const next = make({ content: titled('next'), company }, 7)
  await expect(endless).rejects.toThrow('takes too long to create')
  expect(String(await next)).toBe('next')
})

test('a word of five thousand characters breaks without loss', async () => {
  const notes = 'x'.repeat(5000)
  const runs = runsOf(notes)
  expect(runs).toHaveLength(1)
  expect(runs[0]?.text.split('\u200B').every((part) => part.length <= 40)).toBe(true)
  expect(runs[0]?.text.replaceAll('\u200B', '')).toBe(notes)
  const pages = await pagesOf(paperOf(1, { notes }))
  expect(pages.join('').replaceAll(/[^x]/g, '').length).toBeGreaterThanOrEqual(5000)
  expect(runsOf('A name of usual words, e.g. INV-1768469400123')).toHaveLength(1)
  expect(runsOf('A name of usual words')[0]?.text).toBe('A name of usual words')
})

test('files of several documents are drawn in turn with others, and do not mix', async () => {
  const numbered = (number: string) => ({ content: paperOf(2, { number }), company })
  const [one, other] = [openPdfFile('Invoices', 1), openPdfFile('Orders', 2)]
  const single = pdfOf(numbered('INV-9'))
  await Promise.all([one.add(numbered('INV-1')), other.add(numbered('SO-1'))])
  await Promise.all([one.add(numbered('INV-2')), other.add(numbered('SO-2'))])
  const [first, second] = await Promise.all([one.end(), other.end()])
  const numbersIn = (pages: string[]) => pages.map((page) => /(INV|SO)-\d/.exec(page)?.[0])
  expect(numbersIn(await pagesIn(first))).toEqual(['INV-1', 'INV-2'])
  expect(numbersIn(await pagesIn(second))).toEqual(['SO-1', 'SO-2'])
  expect(numbersIn(await pagesIn(await single))).toEqual(['INV-9'])
})

test('a file that lost its documents, as with a new thread, is refused', async () => {
  const file = openPdfFile('Invoices', 1)
  const request = { content: paperOf(1), company }
  await file.add(request)
  await file.drop()
  const refusal = { code: 'overloaded', message: 'The file was interrupted. Create it again' }
  await expect(file.add(request)).rejects.toMatchObject(refusal)
  await file.drop()
  await expect(file.end()).rejects.toMatchObject(refusal)
})
