import { inflateSync } from 'node:zlib'
import { BitArray, Code128Reader } from '@zxing/library'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import type { Company, Paper } from './paper.ts'
import { barsOf } from './barcode.ts'
import { runsOf } from './pdf-layout.ts'
import { pdfOf } from './pdf.ts'
import { fileNameOf } from './rules.ts'

const company: Company = {
  companyName: 'Prizm Supplies Inc.',
  companyAddress: '1 Main Street\nSpringfield, IL 62701',
  companyContact: 'ar@prizm.example',
  bankDetails: 'First Bank, account 12345',
  invoiceFooter: 'Thank you for your business.',
  paperSize: 'letter',
}

function paperOf(lines: number, more: Partial<Paper> = {}): Paper {
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

async function pagesOf(paper: Paper, by = company): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await pdfOf(paper, by)))
  return (await extractText(pdf, { mergePages: false })).text
}

const countOf = (texts: readonly string[], words: string) =>
  texts.join('\n').split(words).length - 1

describe.each([1, 30, 120])('a document of %i lines', (lines) => {
  test('has the heads of its columns and its page on every page, and its total once', async () => {
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

  test('has every row once, and whole on one page', async () => {
    const pages = await pagesOf(paperOf(lines))
    for (let row = 0; row < lines; row += 1) {
      const first = pages.findIndex((text) => text.includes(`SKU<${row}>`))
      const last = pages.findIndex((text) => text.includes(`end<${row}>`))
      expect([row, last]).toEqual([row, first])
      expect(countOf(pages, `SKU<${row}>`)).toBe(1)
    }
  })
})

test('names of all the world can be read in it', async () => {
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

test('a text is cut where another font must show it', () => {
  expect(runsOf('Co. 株式会社 서울')).toEqual([
    { text: 'Co. ', font: 'Latin' },
    { text: '株式会社', font: 'Han' },
    { text: ' ', font: 'Latin' },
    { text: '서울', font: 'Hangul' },
  ])
})

test('an empty document says so, and stands without a head of columns', async () => {
  const [text = ''] = await pagesOf(paperOf(0, { empty: 'This order has no lines.', sums: [] }))
  expect(text).toContain('This order has no lines.')
  expect(text).not.toContain('Description')
})

/** What a scanner reads from black bars, in the width of the narrowest. */
function scanned(bars: readonly { x: number; width: number }[], total: number): string {
  const row = new BitArray(total)
  for (const { x, width } of bars) row.setRange(x, x + width)
  return new Code128Reader().decodeRow(0, row).getText()
}

/** The black bars that stand in a PDF: the high thin boxes that its pages draw. */
function barsIn(pdf: Uint8Array): { x: number; width: number }[] {
  const whole = Buffer.from(pdf).toString('latin1')
  const streams = [...whole.matchAll(/FlateDecode\s*>>\s*stream\r?\n(.*?)\r?\nendstream/gs)]
  return streams.flatMap(([, packed = '']) => {
    const drawn = inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
    const boxes = [...drawn.matchAll(/([\d.-]+) [\d.-]+ ([\d.-]+) ([\d.-]+) re\b/g)]
    return boxes
      .map(([, x, width, height]) => ({ x: Number(x), width: Number(width), high: Number(height) }))
      .filter(({ width, high }) => high > 30 && width < 6)
  })
}

test.each(['INV-1768469400123', 'PO-7', 'RMA-000042', 'a/b c~1'])(
  'the bars of %s are read by a scanner, printed and in a PDF',
  async (number) => {
    const { bars, total } = barsOf(number)
    expect(scanned(bars, total)).toBe(number)
    const drawn = barsIn(await pdfOf(paperOf(1, { number }), company))
    const start = Math.min(...drawn.map(({ x }) => x)) - 10
    expect(drawn.length).toBe(bars.length)
    const moved = drawn.map(({ x, width }) => ({ x: Math.round(x - start), width }))
    expect(scanned(moved, total)).toBe(number)
  },
)

test('what no scanner knows is said as a question mark', () => {
  const { bars, total } = barsOf('SÜD-1')
  expect(scanned(bars, total)).toBe('S?D-1')
})

test('a file name has nothing that a header or a disk would not take', () => {
  expect(fileNameOf('Order A\r\nSet-Cookie: x')).toBe('Order A--Set-Cookie- x.pdf')
  expect(fileNameOf('Order ../../etc/passwd\u0000')).toBe('Order ..-..-etc-passwd-.pdf')
  expect(fileNameOf('Rechnung Müller 株式会社')).toBe('Rechnung Müller 株式会社.pdf')
})
