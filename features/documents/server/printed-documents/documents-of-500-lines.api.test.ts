import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { InvoiceDetails } from '#features/receivables/contract.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { countOf, pagesIn } from '../testing.ts'
import { fetchPdf } from './testing.ts'

// The documents of an order with as many lines as an order may have, each with a word of 60
// characters in its description.

const count = 500
const word = 'Z'.repeat(60)
const skuOf = (place: number) => `SKU-${String(place).padStart(3, '0')}`
const places = Array.from({ length: count }, (_, index) => index + 1)

let prizm: TestApp
let as: string
let order: SalesOrderDetails
let invoice: InvoiceDetails
const papers = new Map<string, string[]>()

async function posted<A>(path: string, body: object = {}): Promise<A> {
  const answer = await prizm.call('POST', `/api/${path}`, { as, body })
  expect(answer.statusCode, answer.body.slice(0, 500)).toBeLessThan(300)
  return answer.json<A>()
}

async function print(name: string, path: string): Promise<void> {
  papers.set(name, await pagesIn(await fetchPdf({ prizm, as }, `/api/${path}/pdf`)))
}

beforeAll(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  const body = { companyName: 'Prizm Supplies Inc.', companyAddress: '1 Main Street' }
  await prizm.call('PUT', '/api/settings', { as, body })
  const customer = await prizm.builders.customer({ creditLimit: '9999999.00' })
  const items: { skuId: number; quantity: number }[] = []
  for (const place of places) {
    const name = `Part ${place} ${word} end<${place}>`
    const { id } = await prizm.builders.sku({ sku: skuOf(place), name, currentStock: 5 })
    items.push({ skuId: id, quantity: 2 })
  }
  const created = { customerId: customer.id, items, orderSource: 'phone' }
  order = (await posted<{ order: SalesOrderDetails }>('orders/create', created)).order
  const path = `sales-orders/${order.id}`
  await posted(`${path}/process`)
  await print('order confirmation', `${path}/confirmation`)
  await print('pick list', `${path}/pick-list`)
  await posted(`${path}/ship`, { carrier: 'UPS', trackingNumber: '1A999' })
  await print('packing slip', `${path}/packing-slip`)
  const found = await prizm.call('GET', `/api/invoices?salesOrderId=${order.id}`, { as })
  const [listed] = found.json<{ id: number }[]>()
  const read = await prizm.call('GET', `/api/invoices/${listed?.id}`, { as })
  invoice = read.json<InvoiceDetails>()
  await print('invoice', `invoices/${invoice.id}`)
})
afterAll(() => prizm.close())

const names = ['order confirmation', 'pick list', 'packing slip', 'invoice']

test.each(names)('the %s has each of 500 lines once, whole and in order', (name) => {
  const pages = papers.get(name) ?? []
  expect(pages.length).toBeGreaterThan(10)
  pages.forEach((page, index) => expect(page).toContain(`page ${index + 1} of ${pages.length}`))
  const text = pages.join('\n')
  expect(text.match(/SKU-\d{3}/g)).toEqual(places.map(skuOf))
  const broken = places.filter((place) => {
    const page = pages.find((each) => each.includes(skuOf(place))) ?? ''
    return page.indexOf(`end<${place}>`, page.indexOf(skuOf(place))) < 0
  })
  expect(broken).toEqual([])
  // No letter of a long word is lost where it breaks.
  expect(text.split('Z').length - 1).toBe(count * word.length)
})

test('the totals follow the last line, once', () => {
  const flat = (pages: readonly string[]) => pages.map((page) => page.replaceAll(/\s+/g, ' '))
  const confirmation = flat(papers.get('order confirmation') ?? [])
  expect(countOf(confirmation, `Total ${formatDecimal(order.totalAmount)}`)).toBe(1)
  const billed = flat(papers.get('invoice') ?? [])
  const total = `Total ${formatDecimal(invoice.total)}`
  expect(countOf(billed, total)).toBe(1)
  expect(billed.find((page) => page.includes(total))).toContain(skuOf(count))
})
