// One file: all documents are drawn once and tested together.
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '#app/testing.ts'
import { type DocumentName, documentNames } from '../contract.ts'
import { type Paper, paperSamples } from './printed-documents/testing.ts'
import { countOf, pagesIn, decodeBarcode } from './testing.ts'

// Tests every document kind on real records of 1, 30 and 120 lines, through the API.

const most = 120

type PaperContent = { title: string; heads: string }
type RenderedPaper = Paper & PaperContent & { pdf: Uint8Array; pages: string[] }

const priced = '# SKU Description Quantity Unit price Amount'
const statement = 'Statement of Account'
const openItems = { title: statement, heads: 'Item Date Due Days late Amount Open' }
const looks: Record<DocumentName, PaperContent> = {
  'order-confirmation': { title: 'Order Confirmation', heads: priced },
  'packing-slip': {
    title: 'Packing Slip',
    heads: '# SKU Description Ordered Shipped Back ordered',
  },
  'shipment-notice': {
    title: 'Shipment Notice',
    heads: '# SKU Description Shipped Still to come',
  },
  'pick-list': { title: 'Pick List', heads: 'Location # SKU Description Pick Picked' },
  'purchase-order': { title: 'Purchase Order', heads: priced },
  'return-form': {
    title: 'Return Authorization',
    heads: '# SKU Description Quantity Received Condition Disposition',
  },
  invoice: { title: 'Invoice', heads: priced },
  'credit-memo': { title: 'Credit Memo', heads: priced },
  statement: { title: statement, heads: 'Date Description Amount Balance' },
  'dunning-letter': { title: 'First Reminder', heads: 'Invoice Date Due Days late Open' },
}

let samples: Awaited<ReturnType<typeof paperSamples>>

beforeAll(async () => {
  const prizm = await startTestApp()
  samples = await paperSamples(prizm, { as: await prizm.signIn('admin'), most })
})

const cache = new Map<number, Promise<RenderedPaper[]>>()

/** All documents with the given number of lines; built once and cached. */
function papersOf(lines: number): Promise<RenderedPaper[]> {
  const papers = cache.get(lines) ?? renderAll(lines)
  cache.set(lines, papers)
  return papers
}

async function renderAll(lines: number): Promise<RenderedPaper[]> {
  const papers = await samples.papersOf(lines)
  return Promise.all(
    papers.map(async (paper) => {
      const look = paper.isOpenItems ? openItems : looks[paper.name]
      const [pdf = new Uint8Array()] = paper.pdfs
      return { ...paper, ...look, pdf, pages: await pagesIn(pdf) }
    }),
  )
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

describe.each([1, 30, most])('every document with %i lines', (lines) => {
  test('exists', async () => {
    expect(new Set((await papersOf(lines)).map(({ name }) => name))).toEqual(new Set(documentNames))
  })

  test('states its title, number, page and page count on each page', async () => {
    for (const { title, number, pages } of await papersOf(lines)) {
      if (lines === 1) expect([title, pages.length]).toEqual([title, 1])
      if (lines === most) expect(pages.length, title).toBeGreaterThan(2)
      pages.forEach((text, place) => {
        expect(text).toContain(title)
        expect(text).toContain(number ?? title)
        expect(text).toContain(`page ${place + 1} of ${pages.length}`)
      })
    }
  })

  test('repeats the column headings above the rows of each page', async () => {
    for (const { title, heads, rows, pages } of await papersOf(lines)) {
      pages.forEach((text, place) => {
        const first = rows.map(([begin]) => text.indexOf(begin)).filter((at) => at >= 0)
        const above = flat(text.slice(0, Math.min(...first)))
        const times = above.split(heads).length - 1
        expect([title, place, times]).toEqual([title, place, first.length > 0 ? 1 : 0])
      })
    }
  })

  test('contains each line once, unbroken and in order', async () => {
    for (const { title, rows, pages } of await papersOf(lines)) {
      const begins = pages.join('\n').match(/SKU-\d{3}|INV-\d+/g)
      const own = new Set(rows.map(([begin]) => begin))
      expect([title, begins?.filter((each) => own.has(each))]).toEqual([title, [...own]])
      for (const [begin, end] of rows) {
        const page = pages.find((text) => text.includes(begin)) ?? ''
        expect(page.indexOf(end, page.indexOf(begin)), `${title}: ${end}`).toBeGreaterThan(-1)
      }
    }
  })

  test('states its parties and totals once', async () => {
    for (const { title, once, pages } of await papersOf(lines)) {
      const texts = pages.map(flat)
      for (const words of once)
        expect([title, words, countOf(texts, words)]).toEqual([title, words, 1])
    }
  })

  test('has a barcode that scans as its number', async () => {
    for (const { pdf, number, title } of await papersOf(lines)) {
      expect([title, decodeBarcode(pdf)]).toEqual([title, number])
    }
  })

  test('has no prices if it accompanies the goods', async () => {
    const priceless = (await papersOf(lines)).filter(({ pages }) => countOf(pages, '$') === 0)
    expect(priceless.map(({ name }) => name)).toEqual([
      'pick-list',
      'packing-slip',
      'shipment-notice',
    ])
  })
})

test('documents of one line match printed-documents.expected.txt', async () => {
  const texts = (await papersOf(1)).flatMap(({ pages }) => pages)
  const one = texts.join(`\n\n${'-'.repeat(60)}\n\n`)
  // Masks the numbers and the date that come from the database clock and differ in each run.
  const same = one
    .replaceAll(/\b(SO|RMA)-\d+/g, '$1-#')
    .replace(/Date .*\nPlease send by .*\n/, 'Date #\nPlease send by #\n')
  await expect(`${same}\n`).toMatchFileSnapshot('printed-documents.expected.txt')
})
