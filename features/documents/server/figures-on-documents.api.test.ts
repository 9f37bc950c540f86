import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { LetterDetails } from '#features/dunning/contract.ts'
import type { PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import type {
  CreditMemoDetails,
  InvoiceDetails,
  OpenItems,
  Statement,
} from '#features/receivables/contract.ts'
import type { ReturnDetails } from '#features/returns/contract.ts'
import { conditionNames, dispositionNames } from '#features/returns/labels.ts'
import type { SalesOrderDetails, ShipmentOfOrder } from '#features/sales-orders/contract.ts'
import { cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import { printedDay, toFillIn } from '../printed-document.ts'
import { countOf, textIn } from './testing.ts'

// Compares every figure of a document with its record: none is missing, none is there besides.

let prizm: TestApp
let as: string
let customerId: number
let order: SalesOrderDetails
let invoice: InvoiceDetails

const read = async <A>(path: string) => (await prizm.call('GET', `/api/${path}`, { as })).json<A>()
const posted = async <A>(path: string, body: object = {}): Promise<A> => {
  const answer = await prizm.call('POST', `/api/${path}`, { as, body })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json<A>()
}

/** Seven lines with odd prices; the last one ships in part. */
beforeAll(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  const body = { companyName: 'Prizm Supplies Inc.', companyAddress: '1 Main Street' }
  await prizm.call('PUT', '/api/settings', { as, body })
  const fields = { name: 'Northwind', creditLimit: '9999999.00' }
  customerId = (await prizm.builders.customer(fields)).id
  const items: { skuId: number; quantity: number }[] = []
  for (let place = 1; place <= 7; place += 1) {
    const numbered = {
      sku: `SKU-${place}`,
      name: `Part ${place}`,
      price: `${place * 13}.${place}7`,
    }
    // oxlint-disable-next-line no-await-in-loop
    const { id } = await prizm.builders.sku({ ...numbered, currentStock: 50 })
    items.push({ skuId: id, quantity: place + 2 })
  }
  const created = await posted<{ order: SalesOrderDetails }>('orders/create', {
    customerId,
    customerPO: '4711',
    items,
    orderSource: 'phone',
  })
  const { id } = created.order
  await posted(`sales-orders/${id}/process`)
  const shipped = created.order.items.map((item) => ({
    itemId: item.id,
    quantity: item.lineNo === 7 ? 3 : item.quantity,
  }))
  const parcel = { carrier: 'UPS', trackingNumber: '1Z999' }
  await posted(`sales-orders/${id}/ship`, { ...parcel, items: shipped })
  order = await read(`sales-orders/${id}`)
  const [found] = await read<{ id: number }[]>(`invoices?salesOrderId=${id}`)
  invoice = await read(`invoices/${found?.id}`)
})
afterAll(() => prizm.close())

async function textOf(path: string): Promise<string> {
  const answer = await prizm.call('GET', `/api/${path}`, { as })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  return (await textIn(answer.rawPayload)).replaceAll(/\s+/g, ' ')
}

/** The amounts in a text, in any order: the extracted order follows the layout. */
const amountsIn = (text: string) => (text.match(/-?\$[\d,]+\.\d\d/g) ?? []).toSorted()
const printed = (amounts: readonly (string | null)[]) =>
  amounts.flatMap((amount) => (amount === null ? [] : [formatDecimal(amount)])).toSorted()
/** Amounts that are printed only if they are not zero. */
const notZero = (amounts: readonly string[]) => amounts.filter((amount) => cents(amount) !== 0)

type PricedLine = {
  lineNo: number
  sku: string
  name: string
  quantity: number
  unitOfMeasure: string
  unitPrice: string | null
  totalPrice: string | null
}

/** A line as it is printed. */
const lineOf = ({ lineNo, sku, name, quantity, unitOfMeasure, ...line }: PricedLine) => {
  const prices = [line.unitPrice, line.totalPrice].map((amount) => formatDecimal(amount ?? ''))
  return [lineNo, sku, name, quantity, unitOfMeasure, ...prices].join(' ')
}
const pricesOf = (lines: readonly PricedLine[]) =>
  lines.flatMap(({ unitPrice, totalPrice }) => [unitPrice, totalPrice])

function expectLines(text: string, lines: readonly PricedLine[]): void {
  expect(lines.filter((line) => !text.includes(lineOf(line))).map(lineOf)).toEqual([])
}

test('an order confirmation has the figures of its order', async () => {
  const text = await textOf(`sales-orders/${order.id}/confirmation/pdf`)
  const { items, subtotal, taxAmount, shippingAmount, totalAmount } = order
  const sums = [subtotal, taxAmount, shippingAmount, totalAmount]
  expect(amountsIn(text)).toEqual(printed([...pricesOf(items), ...sums]))
  for (const { lineNo, sku, name } of items) expect(text).toContain(`${lineNo} ${sku} ${name}`)
})

test('a packing slip has the units ordered, shipped and back ordered', async () => {
  const text = await textOf(`sales-orders/${order.id}/packing-slip/pdf`)
  const rows = order.items.map(({ lineNo, sku, name, quantity, unitOfMeasure, ...units }) => {
    const follows = quantity - units.qtyShipped
    const ordered = `${quantity} ${unitOfMeasure}`
    return [lineNo, sku, name, ordered, units.qtyShipped, follows].join(' ')
  })
  expect(rows.filter((row) => !text.includes(row))).toEqual([])
  expect(order.items.some(({ quantity, qtyShipped }) => qtyShipped < quantity)).toBe(true)
  expect(amountsIn(text)).toEqual([])
})

test('an invoice has the figures of its record', async () => {
  const text = await textOf(`invoices/${invoice.id}/pdf`)
  const { lines, goods, tax, freight, total, openAmount } = invoice
  expectLines(text, lines)
  // The taxed goods are also in the line of the tax, the balance on the slip.
  const twice = invoice.taxRate === null || cents(tax) === 0 ? [] : [goods]
  const sums = [...notZero([goods, tax, freight]), total, openAmount, openAmount, ...twice]
  expect(amountsIn(text)).toEqual(printed([...pricesOf(lines), ...sums]))
})

test('a credit memo has the figures of its record', async () => {
  const items = invoice.lines.slice(1, 4).map((line) => ({ invoiceLineId: line.id, quantity: 2 }))
  const memo = await posted<CreditMemoDetails>('credit-memos', {
    invoiceId: invoice.id,
    items,
    reason: 'Scratched',
  })
  const text = await textOf(`credit-memos/${memo.id}/pdf`)
  expectLines(text, memo.lines)
  const own = notZero([memo.goods, memo.tax, memo.restockingFee])
  const sums = [...own, memo.total, memo.openAmount]
  expect(amountsIn(text)).toEqual(printed([...pricesOf(memo.lines), ...sums]))
})

test('a purchase order has the figures of its record', async () => {
  const vendor = await prizm.builders.vendor({ name: 'Acme' })
  const items = order.items.map(({ skuId }, place) => ({
    skuId,
    quantity: 3 + place,
    unitPrice: `4.${place}5`,
  }))
  const body = { orderNumber: 'PO-1', vendorId: vendor.id, items }
  const bought = await posted<PurchaseOrderDetails>('purchase-orders', body)
  const text = await textOf(`purchase-orders/${bought.id}/pdf`)
  expectLines(text, bought.items)
  expect(amountsIn(text)).toEqual(printed([...pricesOf(bought.items), bought.totalAmount]))
})

test('a statement and its open items have the figures of the account', async () => {
  const path = `customers/${customerId}/statement/pdf`
  const account = await read<Statement>(`receivables/statement?customerId=${customerId}`)
  const open = await read<OpenItems>(`receivables/open-items?customerId=${customerId}`)
  const { notDue, days0to30, days31to60, days61to90, over90, unapplied } = open
  // The five buckets are printed even if they are zero.
  const buckets = [notDue, days0to30, days31to60, days61to90, over90]
  expect(notZero(buckets).length).toBeLessThan(buckets.length)
  const late = open.items.filter(({ daysLate }) => daysLate !== null && daysLate > 0)
  const pastDue = decimal(sum(late.map((item) => cents(item.open))))
  const aging = [...buckets, ...notZero([unapplied, pastDue])]
  const entries = account.entries.flatMap(({ amount, balance }) => [amount, balance])
  const balances = [account.opening, account.closing, account.closing]
  // The customer finds the invoice by the number of their order.
  const { invoiceNumber } = invoice
  const billed = account.entries.find(({ memo }) => memo.includes(invoiceNumber))
  const unpaid = open.items.find(({ number }) => number === invoiceNumber)
  expect([billed?.customerPO, unpaid?.customerPO]).toEqual(['4711', '4711'])
  for (const form of [path, `${path}?form=open`]) {
    expect(await textOf(form)).toContain(`Invoice ${invoiceNumber}`)
    expect(countOf([await textOf(form)], 'Your PO 4711')).toBe(1)
  }
  expect(amountsIn(await textOf(path))).toEqual(printed([...entries, ...balances, ...aging]))
  const items = open.items.flatMap((item) => [item.amount, item.open])
  const balance = [open.balance, open.balance]
  expect(amountsIn(await textOf(`${path}?form=open`))).toEqual(
    printed([...items, ...balance, ...aging]),
  )
})

test('a reminder has the figures of its invoices', async () => {
  const dated = { orderNumber: 'SO-OLD', customerId, status: 'delivered', totalAmount: '245.07' }
  await posted('sales-orders', { ...dated, orderDate: '2026-01-02', shipDate: '2026-01-03' })
  await prizm.rows(
    `update sales_orders set customer_po = '4712' where order_number = 'SO-OLD' returning id`,
  )
  const found = await read<{ id: number; salesOrderId: number; dueDate: string }[]>(
    `invoices?customerId=${customerId}`,
  )
  const invoiceIds = found.filter(({ dueDate }) => dueDate < '2026-03-01').map(({ id }) => id)
  const letters = [{ customerId, invoiceIds }]
  const [letter] = await posted<[LetterDetails]>('dunning/letters', { letters })
  const text = await textOf(`dunning/letters/${letter.id}/pdf`)
  const { lines, total, fee } = letter
  expect(lines.map(({ customerPO }) => customerPO)).toEqual(['4712'])
  expect(text).toContain('Your PO 4712')
  const due = decimal(sum([cents(total), cents(fee)]))
  const open = lines.map(({ openAmount }) => openAmount)
  // The four ages of the table add up to what is overdue.
  const ages = ['0.00', total, '0.00', '0.00']
  expect(amountsIn(text)).toEqual(printed([...open, due, due, ...ages]))
  for (const line of lines) {
    expect(text).toContain(`${line.daysLate} ${formatDecimal(line.openAmount)}`)
  }
})

test('a shipment notice has the units that left and those still to come', async () => {
  const [shipment] = await read<[ShipmentOfOrder]>(`shipments?salesOrderId=${order.id}`)
  const text = await textOf(`shipments/${shipment.id}/notice/pdf`)
  const { shipDate, carrier, trackingNumber, items } = shipment
  expect(items.map(({ quantity }) => quantity)).toEqual([3, 4, 5, 6, 7, 8, 3])
  const open = new Map(order.items.map((item) => [item.id, item.quantity - item.qtyShipped]))
  expect([...open.values()]).toEqual([0, 0, 0, 0, 0, 0, 6])
  const rows = items.map(({ itemId, lineNo, sku, name, quantity, unitOfMeasure }) =>
    [lineNo, sku, name, quantity, unitOfMeasure, open.get(itemId)].join(' '),
  )
  const facts = [
    `Shipped ${printedDay(shipDate, { dateStyle: 'us' })}`,
    `Carrier ${carrier}`,
    `Tracking number ${trackingNumber}`,
    `Our order ${order.orderNumber}`,
  ]
  expect([...rows, ...facts].filter((words) => !text.includes(words))).toEqual([])
  expect(amountsIn(text)).toEqual([])
})

test('a return form has the lines and the total of its return', async () => {
  const items = order.items.slice(0, 4).map(({ id }, index) => ({
    originalItemId: id,
    quantity: index + 1,
    condition: index === 0 ? 'damaged' : 'opened',
  }))
  const body = { type: 'rma', originalOrderId: order.id, reason: 'Too many', items }
  const goods = await posted<ReturnDetails>('returns', body)
  expect(goods.items.map(({ quantity }) => quantity)).toEqual([1, 2, 3, 4])
  const text = await textOf(`returns/${goods.id}/pdf`)
  const rows = goods.items.map(({ lineNo, sku, name, quantity, unitOfMeasure, ...verdict }) => {
    const condition = verdict.condition ? conditionNames[verdict.condition] : toFillIn
    const disposition = verdict.disposition ? dispositionNames[verdict.disposition] : toFillIn
    const verdictTexts = [toFillIn, condition, disposition]
    return [lineNo, sku, name, quantity, unitOfMeasure, ...verdictTexts].join(' ')
  })
  expect(rows.filter((row) => !text.includes(row))).toEqual([])
  expect(amountsIn(text)).toEqual(printed([goods.totalAmount]))
  const lines = goods.items.map(({ totalPrice }) => cents(totalPrice ?? ''))
  expect(decimal(sum(lines))).toBe(goods.totalAmount)
})

test('a pick list has the reserved units of each line, in walking order', async () => {
  const fields = { name: 'Westwind', creditLimit: '9999999.00', allowBackorder: true }
  const buyer = await prizm.builders.customer(fields)
  const items: { skuId: number; quantity: number }[] = []
  for (const [index, wmsLocation] of ['B-2-1', 'A-10-1', 'A-9-1'].entries()) {
    const numbered = { sku: `BIN-${index + 1}`, name: `Bin ${index + 1}`, wmsLocation }
    const { id } = await prizm.builders.sku({ ...numbered, currentStock: 4 + index })
    items.push({ skuId: id, quantity: 5 })
  }
  const created = { customerId: buyer.id, items, orderSource: 'phone' }
  const { order: placed } = await posted<{ order: SalesOrderDetails }>('orders/create', created)
  const { items: toPick } = await read<SalesOrderDetails>(`sales-orders/${placed.id}`)
  const units = toPick.map(({ qtyReserved, qtyBackordered }) => [qtyReserved, qtyBackordered])
  // The first line has four of five units.
  expect(units).toEqual([
    [4, 1],
    [5, 0],
    [5, 0],
  ])
  const text = await textOf(`sales-orders/${placed.id}/pick-list/pdf`)
  const rows = toPick.toReversed().map((item) => {
    const { wmsLocation, lineNo, sku, name, qtyReserved, unitOfMeasure } = item
    return [wmsLocation, lineNo, sku, name, qtyReserved, unitOfMeasure, '______'].join(' ')
  })
  expect(rows.filter((row) => !text.includes(row))).toEqual([])
  const places = rows.map((row) => text.indexOf(row))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(amountsIn(text)).toEqual([])
})
