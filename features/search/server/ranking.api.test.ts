import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('user')
})
afterEach(() => prizm.close())

async function codes(q: string, more = ''): Promise<string[]> {
  const answer = await prizm.call('GET', `/api/search?q=${encodeURIComponent(q)}${more}`, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ code: string }[]>().map(({ code }) => code)
}

const places = Array.from({ length: 12 }, (_, place) => place + 10)

/** Orders of one customer, oldest first. */
async function orders(numbers: readonly string[], customerPOs: readonly string[] = []) {
  await prizm.builders.customer({ customerCode: 'ONE', name: 'Somebody' })
  await prizm.database.pool.query(
    `insert into sales_orders (order_number, customer_id, order_date, header_only, customer_po,
                               created_by)
     select t.number, (select min(id) from customers), '2026-03-02', true, t.po,
            (select min(id) from users)
     from unnest($1::text[], $2::text[]) with ordinality as t (number, po, at) order by at`,
    [numbers, customerPOs],
  )
}

test('an exact customer code ranks above twelve that contain it', async () => {
  await prizm.builders.customer({ customerCode: '77' })
  for (const place of places) await prizm.builders.customer({ customerCode: `C-77${place}` })
  for (const place of places) await prizm.builders.customer({ name: `No 77 of ${place}` })
  expect((await codes('77', '&limit=1'))[0]).toBe('77')
})

test('an exact vendor code ranks above twelve that start with it', async () => {
  await prizm.builders.vendor({ vendorCode: 'V-7', isActive: false })
  for (const place of places) await prizm.builders.vendor({ vendorCode: `V-7${place}` })
  expect((await codes('v-7'))[0]).toBe('V-7')
})

test('an exact SKU or barcode ranks above twelve names that contain it', async () => {
  await prizm.builders.sku({ sku: 'A-1', barcode: '4012' })
  await prizm.builders.sku({ sku: '5012' })
  for (const place of places) {
    await prizm.builders.sku({ sku: `N-${place}`, name: `For 4012 and 5012` })
  }
  expect((await codes('4012'))[0]).toBe('A-1')
  expect((await codes('5012'))[0]).toBe('5012')
})

test('an exact order number ranks above twelve newer partial matches', async () => {
  const ending = places.map((place) => `SO-${place}1042`)
  const begun = places.map((place) => `SO-1042${place}`)
  await orders(['SO-1042', ...ending, ...begun])
  for (const q of ['SO-1042', 'so 1042', '1042']) expect((await codes(q))[0]).toBe('SO-1042')
})

test('an exact customer PO ranks above twelve newer ones that start with it', async () => {
  const numbers = ['SO-1', ...places.map((place) => `SO-2${place}`)]
  await orders(numbers, ['4500-1', ...places.map((place) => `4500-1${place}`)])
  const found = await codes('45001')
  expect(found[0]).toBe('SO-1')
  expect(found[1]).toBe('SO-221')
})

test('sorts exact code, then code prefix, then words, then the rest', async () => {
  await prizm.builders.customer({ customerCode: 'R', name: 'Rest', email: 'x@obolt.example' })
  await prizm.builders.customer({ customerCode: 'W', name: 'Of Bolt' })
  await prizm.builders.customer({ customerCode: 'BOLT-2', name: 'Begins' })
  await prizm.builders.customer({ customerCode: 'BOLT', name: 'Exact' })
  expect(await codes('bolt')).toEqual(['BOLT', 'BOLT-2', 'W', 'R'])
})

test('sorts active before inactive, newest first', async () => {
  await prizm.builders.customer({ customerCode: 'N-1', name: 'North' })
  await prizm.builders.customer({ customerCode: 'N-2', name: 'North' })
  await prizm.builders.customer({ customerCode: 'N-3', name: 'North', isActive: false })
  expect(await codes('north')).toEqual(['N-2', 'N-1', 'N-3'])
})

test('with over a thousand matches, exact, prefix and word matches come first', async () => {
  await prizm.builders.customer({ customerCode: 'BULK', name: 'Exact' })
  await prizm.builders.customer({ customerCode: 'BULK-1', name: 'Begins' })
  await prizm.builders.customer({ customerCode: 'W', name: 'Of bulk' })
  await prizm.database.pool.query(
    `insert into customers (customer_code, name, email)
     select 'C-' || n, 'Somebody', 'x' || n || '@unbulk.example' from generate_series(1, 1200) n`,
  )
  expect((await codes('bulk')).slice(0, 5)).toEqual(['BULK', 'BULK-1', 'W', 'C-1200', 'C-1199'])
})

test('a misspelled word finds customers, vendors and SKUs after all other hits', async () => {
  await prizm.builders.customer({ customerCode: 'C-1', name: 'Northwind Supplies' })
  await prizm.builders.vendor({ vendorCode: 'V-1', name: 'Northwend Metals' })
  await prizm.builders.sku({ sku: 'S-1', name: 'Northwind lamp' })
  for (const q of ['nrothwind', 'nortwind', 'norrthwind', 'northwimd']) {
    expect(await codes(q)).toContain('C-1')
    expect(await codes(q)).toContain('S-1')
  }
  expect(await codes('northwind')).toEqual(['C-1', 'S-1', 'V-1'])
  expect(await codes('northwend suplies')).toEqual(['C-1'])
  expect(await codes('suplies c-1 of')).toEqual([])
  expect(await codes('suplies c-1')).toEqual(['C-1'])
  expect(await codes('nothing')).toEqual([])
})

test('does not treat codes, short words and exact matches as misspelled', async () => {
  await prizm.builders.sku({ sku: 'BOLT', name: 'Exact' })
  await prizm.builders.sku({ sku: 'S-1', name: 'Bold 4012' })
  await prizm.builders.sku({ sku: 'S-2', name: 'Nut' })
  expect(await codes('bolt')).toEqual(['BOLT'])
  expect(await codes('4013')).toEqual([])
  expect(await codes('nit')).toEqual([])
})

test('finds an order by the digits of its customer PO, in search and in the list', async () => {
  await orders(['SO-1', 'SO-2', 'SO-3'], ['PO-11328', 'po 99', 'X-11328'])
  expect(await codes('11328')).toEqual(['SO-1'])
  const listed = await prizm.call('GET', '/api/sales-orders?q=11328', { as })
  expect(listed.json<{ orderNumber: string }[]>().map(({ orderNumber }) => orderNumber)).toEqual([
    'SO-1',
  ])
})
