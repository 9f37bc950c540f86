import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { columns as customerColumns } from '#features/customers/ui/CustomersTable.tsx'
import { contractPriceColumns } from '#features/pricing/ui/contract-price-columns.tsx'
import { columnsFor as skuColumns } from '#features/skus/ui/sku-columns.tsx'
import {
  customerColumns as customerOrderColumns,
  skuColumns as skuOrderColumns,
} from '#features/sales-orders/ui/SalesOrdersTab.tsx'
import { columns as salesColumns } from '#features/sales-orders/ui/sales-order-columns.tsx'
import { columns as moveColumns } from '#features/skus/ui/stock/stock-movement-columns.tsx'
import { columns as certificateColumns } from '#features/sourcing/ui/certificate-columns.tsx'
import { skuVendorColumns, vendorSkuColumns } from '#features/sourcing/ui/offer-columns.tsx'
import { columns as vendorColumns } from '#features/vendors/ui/VendorsTable.tsx'
import { day } from '#platform/kernel/days.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { startTestApp, type TestApp } from '../../testing.ts'
import { csvOf } from '#platform/ui/table/export/build-file.ts'

// The columns of the master data lists against the API's fields.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})
afterEach(() => prizm.close())

type AnyColumn = Pick<Column<never>, 'id' | 'sortable'>

const today = day('2026-03-02')
const skuList = skuColumns({ search: {} } as Parameters<typeof skuColumns>[0], true)

describe.each<[string, string, readonly AnyColumn[]]>([
  ['customers', '/api/customers', customerColumns],
  ['vendors', '/api/vendors', vendorColumns],
  ['SKUs', '/api/skus', skuList],
  ['sales orders', '/api/sales-orders', salesColumns],
  ['sales orders of a customer', '/api/sales-orders', customerOrderColumns],
  ['sales orders with a SKU', '/api/sales-orders', skuOrderColumns],
  ['movements', '/api/skus/1/moves', moveColumns],
  ['contract prices of a customer', '/api/contract-pricing', contractPriceColumns('sku', today)],
  ['contract prices of a SKU', '/api/contract-pricing', contractPriceColumns('customer', today)],
  ['SKUs of a vendor', '/api/vendor-skus', vendorSkuColumns],
  ['vendors of a SKU', '/api/vendor-skus', skuVendorColumns],
  ['certificates', '/api/vendor-certificates', certificateColumns],
])('%s', (_, path, columns) => {
  test('every sortable column sorts, and every sort field has a sortable column', async () => {
    await prizm.builders.sku()
    const sorted = (sort: string) => prizm.call('GET', `${path}?limit=1&sort=${sort}`, { as })
    const refusal = (await sorted('nothing')).json<{ errors: { message: string }[] }>()
    const acceptedSorts =
      refusal.errors[0]?.message.replace('Sort by one of ', '').split(', ') ?? []
    const offered = columns.filter(({ sortable }) => sortable !== false).map(({ id }) => id)
    expect(offered).toEqual(columns.map(({ id }) => id).filter((id) => acceptedSorts.includes(id)))
    const answers = await Promise.all(offered.flatMap((id) => [sorted(id), sorted(`-${id}`)]))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  })
})

const importInto = (room: string, file: string) =>
  prizm.app.inject({
    method: 'POST',
    url: `/api/${room}/import?existing=update`,
    headers: { cookie: as, 'content-type': 'text/csv' },
    payload: file,
  })
const unchanged = { rows: 2, created: 0, updated: 0, skipped: 0, unchanged: 2, errors: [] }

const risky = { name: "=cmd|' /C calc'!A0", city: '@x', phone: "'+1", notes: '-1, "two"\nlines' }
const texts = { address: '1 Main St\nSuite 2', state: 'NV', zipCode: '00501', country: 'US' }

/** Two records of each feature: one with every field, one with the required fields only. */
const recordBuilders: Record<string, () => Promise<unknown>> = {
  customers: async () => {
    const exempt = { taxExempt: true, taxExemptNumber: '000123', isActive: false }
    const terms = { creditLimit: '1234.50', paymentTerms: 'Net 60', priceLevel: 'tier2' }
    await prizm.builders.customer({ ...risky, ...texts, ...exempt, ...terms, allowBackorder: true })
    await prizm.builders.customer({ customerCode: '0042', billingAddress: 'P.O. Box 7' })
  },
  vendors: async () => {
    const counts = { leadTimeDays: 0, minimumOrderQuantity: 12, preferredRank: 1 }
    await prizm.builders.vendor({ ...risky, ...texts, ...counts, paymentTerms: '2/10 net 30' })
    await prizm.builders.vendor({ vendorCode: '0042', isActive: false })
  },
  skus: async () => {
    const tiers = { tier1Price: '9.50', tier2Price: '0.00', tier3Price: null }
    const more = { description: '3" pipe, "black"', category: '-x', barcode: '0012345678905' }
    await prizm.builders.sku({ sku: 'A-1', name: '+1', ...tiers, ...more, currentStock: 7 })
    await prizm.builders.sku({ sku: '0042', unitOfMeasure: 'GAL', wmsLocation: 'A-01-02' })
  },
}

test.each(Object.keys(recordBuilders))(
  '%s are exported and imported again without a change',
  async (room) => {
    await recordBuilders[room]?.()
    const before = (await prizm.call('GET', `/api/${room}`, { as })).json()
    const exported = await prizm.call('GET', `/api/${room}/export.csv`, { as })
    expect((await importInto(room, exported.body)).json()).toMatchObject(unchanged)
    expect((await prizm.call('GET', `/api/${room}`, { as })).json()).toEqual(before)
  },
)

test.each<[string, readonly Column<never>[]]>([
  ['customers', customerColumns],
  ['vendors', vendorColumns],
  ['skus', skuList],
])('the exported list of %s is imported without a change', async (room, columns) => {
  await recordBuilders[room]?.()
  const before = (await prizm.call('GET', `/api/${room}`, { as })).json<never[]>()
  const file = await (await csvOf(columns, [before])).text()
  expect((await importInto(room, file)).json()).toMatchObject(unchanged)
  expect((await prizm.call('GET', `/api/${room}`, { as })).json()).toEqual(before)
})

test('exported lists have ISO dates under the column headings of the list', async () => {
  const customer = await prizm.builders.customer({
    customerCode: 'C-1',
    lastOrderOn: day('2026-02-27'),
  })
  const { id: skuId } = await prizm.builders.sku({ sku: 'A-1' })
  const days = { effectiveDate: '2026-04-01', expirationDate: '2026-12-31' }
  await prizm.builders.contractPrice({ customerId: customer.id, skuId, ...days })
  const fileOf = async (path: string, columns: readonly Column<never>[], ids: string[]) => {
    const found = (await prizm.call('GET', path, { as })).json<never[]>()
    const chosen = ids.map((id) => columns.find((column) => column.id === id) as Column<never>)
    return (await csvOf(chosen, [found])).text()
  }
  expect(await fileOf('/api/customers', customerColumns, ['customerCode', 'lastOrderDate'])).toBe(
    'Customer Code,Last Order\r\nC-1,2026-02-27\r\n',
  )
  const columns = ['sku', 'contractPrice', 'effectiveDate', 'expirationDate', 'isActive']
  expect(await fileOf('/api/contract-pricing', contractPriceColumns('sku', today), columns)).toBe(
    'SKU,Contract price,From,To,Status\r\nA-1,9.00,2026-04-01,2026-12-31,Scheduled\r\n',
  )
})
