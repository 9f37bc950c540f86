// One file: all documents are drawn once and tested together.
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { LetterDetails } from '#features/dunning/contract.ts'
import type { PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import type { InvoiceDetails, CreditMemoDetails } from '#features/receivables/contract.ts'
import { postInvoice } from '#features/receivables/server/invoices/post-invoice.ts'
import type { ReturnDetails } from '#features/returns/contract.ts'
import type { SalesOrderDetails, ShipmentOfOrder } from '#features/sales-orders/contract.ts'
import { addDays, day } from '#platform/kernel/days.ts'
import { cents, formatDecimal, zero } from '#platform/kernel/money.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { documentKinds, type DocumentName, documentNames } from '../contract.ts'
import { countOf, pagesIn, decodeBarcode } from './testing.ts'

// Tests every document kind on real records of 1, 30 and 120 lines, through the API.

const most = 120

type Goods = { id: number; sku: string; end: string; walk: number }
type PaperSample = {
  /** The number that is also encoded in the barcode. */
  number: string | null
  /** The first and last text of each row, in row order. */
  rows: readonly (readonly [begin: string, end: string])[]
  /** Texts that appear exactly once, however many pages there are. */
  once: readonly string[]
}
type PaperContent = { title: string; heads: string }
type RenderedPaper = PaperSample &
  PaperContent & { name: DocumentName; pdf: Uint8Array; pages: string[] }

const priced = '# SKU Description Quantity Unit price Amount'
const statement = 'Statement of Account'
const openItems = { title: statement, heads: 'Item Date Due Days late Amount Open' }
const looks: Record<DocumentName, PaperContent> = {
  'order-confirmation': { title: 'Order Confirmation', heads: priced },
  'packing-slip': {
    title: 'Packing Slip',
    heads: '# SKU Description Location Ordered Shipped Back ordered',
  },
  'shipment-notice': {
    title: 'Shipment Notice',
    heads: '# SKU Description Shipped Still to come',
  },
  'pick-list': { title: 'Pick List', heads: 'Location # SKU Description Pick Picked' },
  'purchase-order': { title: 'Purchase Order', heads: priced },
  'return-form': {
    title: 'Return Authorization',
    heads: '# SKU Description Quantity Condition Disposition',
  },
  invoice: { title: 'Invoice', heads: priced },
  'credit-memo': { title: 'Credit Memo', heads: priced },
  statement: { title: statement, heads: 'Date Description Amount Balance' },
  'dunning-letter': { title: 'First reminder', heads: 'Invoice Date Due Days late Open' },
}

const goods: Goods[] = []
let prizm: TestApp
let as: string

beforeAll(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  const body = {
    companyName: 'Prizm Supplies Inc.',
    companyAddress: '1 Main Street\nSpringfield, IL 62701',
    bankDetails: 'First Bank, account 12345',
    invoiceFooter: 'Thank you for your business.',
  }
  await prizm.call('PUT', '/api/settings', { as, body })
  for (let place = 0; place < most; place += 1) goods.push(await createSku(place))
})

const numbered = (place: number) => String(place + 1).padStart(3, '0')

/** Every third SKU has a name of several lines; the pick-list order differs from the line order. */
async function createSku(place: number): Promise<Goods> {
  const long = ' with a name so long that it needs a second line in its column, and a third one'
  const end = `end<${numbered(place)}>`
  const aisle = (place * 7) % 12
  const { id, sku } = await prizm.builders.sku({
    sku: `SKU-${numbered(place)}`,
    name: `Hex bolt${place % 3 === 0 ? long : ''} ${end}`,
    wmsLocation: `A-${aisle}-${most - place}`,
    price: `${place + 10}.00`,
    currentStock: 1000,
  })
  return { id, sku, end, walk: aisle * 1000 + most - place }
}

async function posted<A>(path: string, body: object = {}, status = 201): Promise<A> {
  const answer = await prizm.call('POST', `/api/${path}`, { as, body })
  expect(answer.statusCode, answer.body).toBe(status)
  return answer.json<A>()
}
const read = async <A>(path: string) => (await prizm.call('GET', `/api/${path}`, { as })).json<A>()

async function made(
  name: DocumentName,
  id: number,
  sample: PaperSample,
  query = '',
): Promise<RenderedPaper> {
  const path = documentKinds[name].path.replace(':id', String(id))
  const answer = await prizm.call('GET', `${path}/pdf${query}`, { as })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  const pdf = new Uint8Array(answer.rawPayload)
  const look = query ? openItems : looks[name]
  return { name, ...look, ...sample, pdf, pages: await pagesIn(pdf) }
}

const rowsOf = (ordered: readonly Goods[]) => ordered.map(({ sku, end }) => [sku, end] as const)
const labeled = (name: string, amount: string) => `${name} ${formatDecimal(amount)}`

/** The documents of an order that is confirmed, picked, packed, invoiced, credited and returned. */
async function ofSalesOrder(ordered: readonly Goods[]): Promise<RenderedPaper[]> {
  const fields = { name: 'Northwind', creditLimit: '9999999.00', address: '2 Side Street' }
  const customer = await prizm.builders.customer(fields)
  const items = ordered.map(({ id: skuId }) => ({ skuId, quantity: 2 }))
  const body = { customerId: customer.id, customerPO: '4500118822', items, orderSource: 'phone' }
  const { order } = await posted<{ order: SalesOrderDetails }>('orders/create', body)
  const { id, orderNumber: number, totalAmount } = order
  const rows = rowsOf(ordered)
  const agreed = ['SOLD TO', '4500118822', 'Subtotal', labeled('Total', totalAmount)]
  const confirmation = await made('order-confirmation', id, { number, rows, once: agreed })
  await posted(`sales-orders/${id}/process`, {}, 200)
  const walked = rowsOf(ordered.toSorted((a, b) => a.walk - b.walk))
  const picked = ['SHIP TO', '4500118822', 'Picked by, date']
  const pickList = await made('pick-list', id, { number, rows: walked, once: picked })
  await posted(`sales-orders/${id}/ship`, { carrier: 'UPS', trackingNumber: '1Z999' }, 200)
  const packed = ['SHIP TO', '4500118822', 'UPS 1Z999', 'PARCELS', 'Packed by, date']
  const packingSlip = await made('packing-slip', id, { number, rows, once: packed })
  const [shipment] = await read<[ShipmentOfOrder]>(`shipments?salesOrderId=${id}`)
  const noted = ['SHIP TO', 'SOLD TO', '4500118822', '1Z999']
  const notice = await made('shipment-notice', shipment.id, {
    number: shipment.shipmentNumber,
    rows,
    once: noted,
  })
  return [confirmation, pickList, packingSlip, notice, ...(await afterShipping(id, rows))]
}

async function afterShipping(orderId: number, rows: PaperSample['rows']): Promise<RenderedPaper[]> {
  const [found] = await read<[InvoiceDetails]>(`invoices?salesOrderId=${orderId}`)
  const invoice = await read<InvoiceDetails>(`invoices/${found.id}`)
  const memo = await posted<CreditMemoDetails>('credit-memos', {
    invoiceId: invoice.id,
    items: invoice.lines.map((line) => ({ invoiceLineId: line.id, quantity: 1 })),
    reason: 'Scratched',
  })
  const { items } = await read<SalesOrderDetails>(`sales-orders/${orderId}`)
  const back = await posted<ReturnDetails>('returns', {
    type: 'rma',
    originalOrderId: orderId,
    reason: 'Too many',
    items: items.map((item) => ({ originalItemId: item.id, quantity: 1 })),
  })
  const { invoiceNumber, total } = invoice
  const charged = [
    'BILL TO',
    labeled('Total', total),
    'PAY BY BANK TRANSFER',
    'First Bank',
    'Thank you',
  ]
  const credited = ['BILL TO', 'Scratched', labeled('Credited', memo.total)]
  const returnTotal = labeled('Total', back.totalAmount ?? '')
  const returned = ['FROM', 'Too many', returnTotal, 'Counted by, date']
  return [
    await made('invoice', invoice.id, { number: invoiceNumber, rows, once: charged }),
    await made('credit-memo', memo.id, { number: memo.creditMemoNumber, rows, once: credited }),
    await made('return-form', back.id, { number: back.returnNumber, rows, once: returned }),
  ]
}

async function ofPurchaseOrder(ordered: readonly Goods[]): Promise<RenderedPaper> {
  const vendor = await prizm.builders.vendor({ name: 'Acme', paymentTerms: 'Net 60' })
  const order = await posted<PurchaseOrderDetails>('purchase-orders', {
    orderNumber: `PO-${ordered.length}`,
    vendorId: vendor.id,
    expectedDate: '2026-03-20',
    items: ordered.map(({ id: skuId }) => ({ skuId, quantity: 3, unitPrice: '4.25' })),
  })
  const { id, orderNumber: number, totalAmount } = order
  const sum = labeled('Total', totalAmount ?? '')
  const once = ['DELIVER TO', 'Net 60', '3/20/2026', sum, 'Authorized signature']
  return made('purchase-order', id, { number, rows: rowsOf(ordered), once })
}

/** The documents of a customer with the given number of overdue invoices. */
async function ofAccount(lines: number): Promise<RenderedPaper[]> {
  const { id } = await prizm.builders.customer({ name: 'Southwind', creditLimit: '9999999.00' })
  const charged = await createInvoices(id, lines)
  const rows = charged.map(({ invoiceNumber, total }) => [invoiceNumber, total] as const)
  const letters = [{ customerId: id, invoiceIds: charged.map((invoice) => invoice.id) }]
  const [letter] = await posted<[LetterDetails]>('dunning/letters', { letters })
  const { letterNumber } = letter
  const ends = ['First Bank', 'Thank you', 'REMIT TO', 'Amount enclosed']
  const account = { number: null, rows, once: [...ends, 'CUSTOMER', 'AGING'] }
  const reminded = [...ends, 'Our records show', 'OVERDUE']
  return [
    await made('statement', id, account),
    await made('statement', id, account, '?form=open'),
    await made('dunning-letter', letter.id, { number: letterNumber, rows, once: reminded }),
  ]
}

/** Creates invoices with distinct amounts, as shipments would. */
function createInvoices(customerId: number, count: number) {
  const { database, clock } = prizm
  const contextFields = { user: undefined, requestId: 'test', channel: 'test' } as const
  const program: Context = { db: database.db, now: clock.now, ...contextFields }
  return inTransaction(program, async (inner) => {
    const found = []
    for (let place = 0; place < count; place += 1) {
      const total = `${2001 + place}.07`
      const docDate = addDays(day('2026-01-05'), Math.floor(place / 10))
      const of = { customerId, salesOrderId: null, shipmentId: null, docDate, lines: [] }
      const amounts = { goods: cents(total), tax: zero, freight: zero }
      const invoice = await postInvoice(inner, { ...of, ...amounts })
      found.push({ ...invoice, total: formatDecimal(total) })
    }
    return found
  })
}

const cache = new Map<number, Promise<RenderedPaper[]>>()

/** All documents with the given number of lines; built once and cached. */
function papersOf(lines: number): Promise<RenderedPaper[]> {
  const papers = cache.get(lines) ?? makeAll(goods.slice(0, lines))
  cache.set(lines, papers)
  return papers
}

async function makeAll(ordered: readonly Goods[]): Promise<RenderedPaper[]> {
  const sold = await ofSalesOrder(ordered)
  return [...sold, await ofPurchaseOrder(ordered), ...(await ofAccount(ordered.length))]
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
