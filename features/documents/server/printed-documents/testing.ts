// One file: the records that every paper is printed from.
import { expect } from 'vitest'
import type { TestApp } from '#app/testing.ts'
import type { LetterDetails } from '#features/dunning/contract.ts'
import type { PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import type { InvoiceDetails, CreditMemoDetails } from '#features/receivables/contract.ts'
import { postInvoice } from '#features/receivables/server/invoices/post-invoice.ts'
import type { ReturnDetails } from '#features/returns/contract.ts'
import type { SalesOrderDetails, ShipmentOfOrder } from '#features/sales-orders/contract.ts'
import { addDays, day } from '#platform/kernel/days.ts'
import { cents, formatDecimal, zero } from '#platform/kernel/money.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { documentKinds, type DocumentName } from '../../contract.ts'

// Test helper: every kind of document on real records, through the API. Created in the same order
// on an empty database, the documents are the same in each run, with their numbers and dates.

type Goods = { id: number; sku: string; end: string; walk: number }

/** What a document says, for tests that read it. */
export type PaperSample = {
  /** The number that is also encoded in the barcode. */
  number: string | null
  /** The first and last text of each row, in row order. */
  rows: readonly (readonly [begin: string, end: string])[]
  /** Texts that appear exactly once, however many pages there are. */
  once: readonly string[]
}

/** A document of a record, as it was printed in the state that it is for. */
export type Paper = PaperSample & {
  name: DocumentName
  isOpenItems: boolean
  pdfs: readonly Uint8Array[]
}

/** Prints a document by the address of its PDF, in one look or several. */
export type Print = (url: string) => Promise<readonly Uint8Array[]>

/** The names of the parties. */
type PartyNames = { customer: string; vendor: string; account: string }
export const shortNames: PartyNames = {
  customer: 'Northwind',
  vendor: 'Acme',
  account: 'Southwind',
}

/** The addresses of the parties, with the person to whose attention documents go. */
const addresses = {
  customer: {
    contactName: 'Ann Lee',
    address: '2 Side Street',
    city: 'Dayton',
    state: 'OH',
    zipCode: '45402',
  },
  vendor: {
    contactName: 'Sam Gray',
    address: '500 Mill Road',
    city: 'Akron',
    state: 'OH',
    zipCode: '44308',
  },
  account: {
    contactName: 'Ed Cole',
    address: '77 Lake Street',
    city: 'Milwaukee',
    state: 'WI',
    zipCode: '53202',
  },
} as const

type Desk = { prizm: TestApp; as: string; print: Print }

/** The PDF at an address; the test fails if it cannot be made. */
export async function fetchPdf({ prizm, as }: Omit<Desk, 'print'>, url: string) {
  const answer = await prizm.call('GET', url, { as })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  return new Uint8Array(answer.rawPayload)
}

type Samples = { as: string; most: number; print?: Print }

/**
 * Creates the company and `most` SKUs as the administrator `as`; `papersOf` creates all documents
 * with some lines, and prints each at once, because later steps change what it says.
 */
export async function paperSamples(prizm: TestApp, { as, most, print }: Samples) {
  const body = {
    companyName: 'Prizm Supplies Inc.',
    companyAddress: '1 Main Street\nSpringfield, IL 62701',
    bankDetails: 'First Bank, account 12345',
    invoiceFooter: 'Thank you for your business.',
  }
  await prizm.call('PUT', '/api/settings', { as, body })
  const printOnce = async (url: string) => [await fetchPdf({ prizm, as }, url)]
  const desk = { prizm, as, print: print ?? printOnce }
  const goods: Goods[] = []
  for (let place = 0; place < most; place += 1) {
    // oxlint-disable-next-line no-await-in-loop
    goods.push(await createSku(desk, place, most))
  }
  const papersOf = async (lines: number, names = shortNames): Promise<Paper[]> => {
    const ordered = goods.slice(0, lines)
    const sold = await ofSalesOrder(desk, ordered, names)
    const bought = await ofPurchaseOrder(desk, ordered, names)
    return [...sold, bought, ...(await ofAccount(desk, ordered.length, names))]
  }
  return { papersOf }
}

const numbered = (place: number) => String(place + 1).padStart(3, '0')

/** Every third SKU has a name of several lines; the pick-list order differs from the line order. */
async function createSku({ prizm }: Desk, place: number, most: number): Promise<Goods> {
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

async function posted<A>(
  { prizm, as }: Desk,
  path: string,
  { body = {}, status = 201 }: { body?: object; status?: number } = {},
): Promise<A> {
  const answer = await prizm.call('POST', `/api/${path}`, { as, body })
  expect(answer.statusCode, answer.body).toBe(status)
  return answer.json<A>()
}

const read = async <A>({ prizm, as }: Desk, path: string) =>
  (await prizm.call('GET', `/api/${path}`, { as })).json<A>()

type Printed = { name: DocumentName; id: number; isOpenItems?: boolean }

async function printed(
  { print }: Desk,
  { name, id, isOpenItems = false }: Printed,
  sample: PaperSample,
): Promise<Paper> {
  const path = documentKinds[name].path.replace(':id', String(id))
  const pdfs = await print(`${path}/pdf${isOpenItems ? '?form=open' : ''}`)
  return { name, isOpenItems, pdfs, ...sample }
}

const rowsOf = (ordered: readonly Goods[]) => ordered.map(({ sku, end }) => [sku, end] as const)
const labeled = (name: string, amount: string) => `${name} ${formatDecimal(amount)}`
/** A number as the clock of the database would give it, but the same in each run. */
const fixedNumber = (prefix: string, id: number) => `${prefix}-${1_768_469_400_000 + id}`

/** The documents of an order that is confirmed, picked, packed, invoiced, credited and returned. */
async function ofSalesOrder(
  desk: Desk,
  ordered: readonly Goods[],
  names: PartyNames,
): Promise<Paper[]> {
  const fields = { name: names.customer, creditLimit: '9999999.00', ...addresses.customer }
  const customer = await desk.prizm.builders.customer(fields)
  const items = ordered.map(({ id: skuId }) => ({ skuId, quantity: 2 }))
  const body = { customerId: customer.id, customerPO: '4500118822', items, orderSource: 'phone' }
  const { order } = await posted<{ order: SalesOrderDetails }>(desk, 'orders/create', { body })
  const { id, totalAmount } = order
  const number = fixedNumber('SO', id)
  await desk.prizm.rows(
    `update sales_orders set order_number = '${number}' where id = ${id} returning id`,
  )
  const rows = rowsOf(ordered)
  const agreed = ['SOLD TO', '4500118822', 'Subtotal', labeled('Total', totalAmount)]
  const sample = { number, rows, once: agreed }
  const confirmation = await printed(desk, { name: 'order-confirmation', id }, sample)
  return [confirmation, ...(await ofShipping(desk, { id, number }, ordered))]
}

type OrderRef = { id: number; number: string }

async function ofShipping(
  desk: Desk,
  { id, number }: OrderRef,
  ordered: readonly Goods[],
): Promise<Paper[]> {
  const rows = rowsOf(ordered)
  await posted(desk, `sales-orders/${id}/process`, { status: 200 })
  const walked = rowsOf(ordered.toSorted((a, b) => a.walk - b.walk))
  const picked = ['SHIP TO', '4500118822', 'Picked by, date']
  const toPick = { number, rows: walked, once: picked }
  const pickList = await printed(desk, { name: 'pick-list', id }, toPick)
  const parcel = { carrier: 'UPS', trackingNumber: '1Z999' }
  await posted(desk, `sales-orders/${id}/ship`, { body: parcel, status: 200 })
  const packed = ['SHIP TO', '4500118822', 'UPS 1Z999', 'PARCELS', 'Packed by, date']
  const toPack = { number, rows, once: packed }
  const packingSlip = await printed(desk, { name: 'packing-slip', id }, toPack)
  const [shipment] = await read<[ShipmentOfOrder]>(desk, `shipments?salesOrderId=${id}`)
  const noted = ['SHIP TO', 'SOLD TO', '4500118822', '1Z999']
  const announced = { number: shipment.shipmentNumber, rows, once: noted }
  const notice = await printed(desk, { name: 'shipment-notice', id: shipment.id }, announced)
  return [pickList, packingSlip, notice, ...(await afterShipping(desk, id, rows))]
}

async function afterShipping(
  desk: Desk,
  orderId: number,
  rows: PaperSample['rows'],
): Promise<Paper[]> {
  const [found] = await read<[InvoiceDetails]>(desk, `invoices?salesOrderId=${orderId}`)
  const invoice = await read<InvoiceDetails>(desk, `invoices/${found.id}`)
  const items = invoice.lines.map((line) => ({ invoiceLineId: line.id, quantity: 1 }))
  const credit = { invoiceId: invoice.id, items, reason: 'Scratched' }
  const memo = await posted<CreditMemoDetails>(desk, 'credit-memos', { body: credit })
  const back = await ofReturn(desk, orderId)
  const { invoiceNumber: number, total } = invoice
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
  const sent = { number: back.number, rows, once: returned }
  const { creditMemoNumber } = memo
  const ofMemo = { number: creditMemoNumber, rows, once: credited }
  return [
    await printed(desk, { name: 'invoice', id: invoice.id }, { number, rows, once: charged }),
    await printed(desk, { name: 'credit-memo', id: memo.id }, ofMemo),
    await printed(desk, { name: 'return-form', id: back.id }, sent),
  ]
}

/** A return of one unit of each line, with a number and a day that do not come from a clock. */
async function ofReturn(desk: Desk, orderId: number) {
  const { items } = await read<SalesOrderDetails>(desk, `sales-orders/${orderId}`)
  const body = {
    type: 'rma',
    originalOrderId: orderId,
    reason: 'Too many',
    items: items.map((item) => ({ originalItemId: item.id, quantity: 1 })),
  }
  const { id, totalAmount } = await posted<ReturnDetails>(desk, 'returns', { body })
  const number = fixedNumber('RMA', id)
  await desk.prizm.rows(
    `update returns set return_number = '${number}', created_at = '2026-03-02T15:00:00Z'
     where id = ${id} returning id`,
  )
  return { id, totalAmount, number }
}

async function ofPurchaseOrder(
  desk: Desk,
  ordered: readonly Goods[],
  names: PartyNames,
): Promise<Paper> {
  const { prizm } = desk
  const fields = { name: names.vendor, paymentTerms: 'Net 60', ...addresses.vendor }
  const vendor = await prizm.builders.vendor(fields)
  const body = {
    orderNumber: `PO-${ordered.length}`,
    vendorId: vendor.id,
    expectedDate: '2026-03-20',
    items: ordered.map(({ id: skuId }) => ({ skuId, quantity: 3, unitPrice: '4.25' })),
  }
  const order = await posted<PurchaseOrderDetails>(desk, 'purchase-orders', { body })
  const { id, orderNumber: number, totalAmount } = order
  // As the vendor gets it; a draft is marked.
  await posted(desk, `purchase-orders/${id}/submit`, { status: 200 })
  await posted(desk, `purchase-orders/${id}/approve`, { status: 200 })
  const sum = labeled('Total', totalAmount ?? '')
  const once = ['DELIVER TO', 'Net 60', '3/20/2026', sum, 'Authorized signature']
  return printed(desk, { name: 'purchase-order', id }, { number, rows: rowsOf(ordered), once })
}

/** The documents of a customer with the given number of overdue invoices. */
async function ofAccount(desk: Desk, lines: number, names: PartyNames): Promise<Paper[]> {
  const { prizm } = desk
  const { id } = await prizm.builders.customer({
    name: names.account,
    creditLimit: '9999999.00',
    ...addresses.account,
  })
  const charged = await createInvoices(prizm, id, lines)
  const rows = charged.map(({ invoiceNumber, total }) => [invoiceNumber, total] as const)
  const letters = [{ customerId: id, invoiceIds: charged.map((invoice) => invoice.id) }]
  const [letter] = await posted<[LetterDetails]>(desk, 'dunning/letters', { body: { letters } })
  const ends = ['First Bank', 'Thank you', 'REMIT TO', 'Amount enclosed']
  const account = { number: null, rows, once: [...ends, 'CUSTOMER', 'AGING'] }
  const once = [...ends, 'Our records show', 'OVERDUE']
  const reminder = { number: letter.letterNumber, rows, once }
  return [
    await printed(desk, { name: 'statement', id }, account),
    await printed(desk, { name: 'statement', id, isOpenItems: true }, account),
    await printed(desk, { name: 'dunning-letter', id: letter.id }, reminder),
  ]
}

/** Creates invoices with distinct amounts, as shipments would. */
export function createInvoices({ database, clock }: TestApp, customerId: number, count: number) {
  const contextFields = { user: undefined, requestId: 'test', channel: 'test' } as const
  const program: Context = { db: database.db, now: clock.now, ...contextFields }
  return inTransaction(program, async (inner) => {
    const found = []
    for (let place = 0; place < count; place += 1) {
      const total = `${2001 + place}.07`
      const docDate = addDays(day('2026-01-05'), Math.floor(place / 10))
      const of = { customerId, salesOrderId: null, shipmentId: null, docDate, lines: [] }
      const amounts = { goods: cents(total), tax: zero, freight: zero }
      // oxlint-disable-next-line no-await-in-loop
      const invoice = await postInvoice(inner, { ...of, ...amounts })
      found.push({ ...invoice, total: formatDecimal(total) })
    }
    return found
  })
}
