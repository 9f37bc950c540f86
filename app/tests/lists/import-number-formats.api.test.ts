import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  await prizm.builders.customer({ customerCode: 'C-1', creditLimit: '100000.00' })
  await prizm.builders.vendor({ vendorCode: 'V-1' })
  await prizm.builders.sku({ sku: 'S-1', cost: '1.00', price: '2.00', currentStock: 9000 })
})
afterEach(() => prizm.close())

async function importFile(path: string, text: string, query: Record<string, string>) {
  const answer = await prizm.app.inject({
    method: 'POST',
    url: `/api/${path}/import`,
    query,
    headers: { cookie: as, 'content-type': 'text/csv' },
    payload: text,
  })
  return { status: answer.statusCode, ...answer.json() }
}

const count = async (table: string) =>
  (await prizm.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number

/** A file for each kind of import with one ambiguous number, `%`, and its table. */
const kinds = [
  ['customers', 'customerCode,name,email,creditLimit\nN-1,New,n@example.com,"%"\n', 'customers'],
  ['skus', 'sku,name,cost,price\nN-1,Bolt,"%",1\n', 'skus'],
  ['skus/counts', 'sku,counted\nS-1,"%"\n', 'stock_moves'],
  ['contract-pricing', 'customerCode,sku,contractPrice\nC-1,S-1,"%"\n', 'contract_pricing'],
  [
    'purchase-orders',
    'orderNumber,vendorCode,sku,quantity,unitPrice\nP-1,V-1,S-1,2,"%"\n',
    'purchase_orders',
  ],
  ['orders', 'customerCode,customerPO,sku,quantity\nC-1,P-1,S-1,"%"\n', 'sales_orders'],
  [
    'sales-orders/shipments',
    'orderNumber,sku,quantity,trackingNumber\nSO-1,S-1,"%",T-1\n',
    'shipments',
  ],
] as const

test.each(kinds)(
  '%s: an ambiguous number is refused, and nothing is written',
  async (path, file, table) => {
    const before = await count(table)
    for (const dryRun of ['true', 'false']) {
      const refused = await importFile(path, file.replace('%', '12,500'), { dryRun })
      expect(refused).toMatchObject({
        status: 422,
        code: 'ambiguous-numbers',
        detail:
          'Row 2 has the number 12,500, which can be read in two ways. ' +
          'Choose whether a point or a comma comes before the decimals',
        errors: [{ path: 'decimal', message: 'Choose point or comma' }],
      })
    }
    expect(await count(table)).toBe(before)
    const withPoint = await importFile(path, file.replace('%', '12,500'), {
      dryRun: 'true',
      decimal: 'point',
    })
    expect([withPoint.status, withPoint.code]).toEqual([200, undefined])
  },
)

const skuFile = (...lines: string[]) => ['sku;name;cost;price', ...lines, ''].join('\n')
const costOf = async (sku: string) => {
  const text = 'select cost::text, price::text from skus where sku = $1'
  return (await prizm.database.pool.query(text, [sku])).rows[0]
}

test('0,125 is rejected for more than two decimals, never read as 125.00', async () => {
  const refused = await importFile('skus', 'sku,name,cost,price\nN-1,Bolt,"0,125",1\n', {})
  expect(refused).toMatchObject({
    status: 422,
    errors: [{ path: '2.cost', message: 'Must be an amount with at most two decimals' }],
  })
  expect(await costOf('N-1')).toBeUndefined()
})

test('12,500 in a semicolon file is 12.50 if another value proves a decimal comma', async () => {
  await importFile('skus', skuFile('N-1;Bolt;12,500;19,99', 'N-2;Nut;1.234,5;2.000'), {})
  expect(await costOf('N-1')).toEqual({ cost: '12.50', price: '19.99' })
  expect(await costOf('N-2')).toEqual({ cost: '1234.50', price: '2000.00' })
})

test('12,500 is read with the given decimal sign, and other formats are errors', async () => {
  const file = skuFile('N-1;Bolt;12,500;3')
  await importFile('skus', file, { decimal: 'comma' })
  expect(await costOf('N-1')).toEqual({ cost: '12.50', price: '3.00' })
  await importFile('skus', file, { decimal: 'point', existing: 'update' })
  expect(await costOf('N-1')).toEqual({ cost: '12500.00', price: '3.00' })
  const mixed = skuFile('N-3;Bolt;12,50;3', 'N-4;Nut;12.50;3')
  expect(await importFile('skus', mixed, {})).toMatchObject({ code: 'ambiguous-numbers' })
  const checked = await importFile('skus', mixed, { decimal: 'comma', dryRun: 'true' })
  expect(checked.errors).toEqual([
    { row: 3, field: 'cost', message: 'Must be an amount with at most two decimals' },
  ])
})

test('a count may have thousands separators and zero decimals, but no fraction', async () => {
  const counted = async (text: string, decimal: string) => {
    const file = `sku,counted\nS-1,"${text}"\n`
    return importFile('skus/counts', file, { decimal, dryRun: 'true' })
  }
  expect(await counted('9,000', 'point')).toMatchObject({ unchanged: 1, errors: [] })
  expect(await counted('9.000', 'comma')).toMatchObject({ unchanged: 1, errors: [] })
  expect(await counted('9000.00', 'point')).toMatchObject({ unchanged: 1, errors: [] })
  expect((await counted('9,5', 'comma')).errors).toEqual([
    { row: 2, field: 'counted', message: 'Must be a whole number' },
  ])
})
