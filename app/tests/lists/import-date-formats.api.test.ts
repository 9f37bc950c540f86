import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing.ts'

// All dates of a file have one order of day and month, determined from all of them.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  await prizm.builders.customer({ customerCode: 'C-1' })
  await prizm.builders.vendor({ vendorCode: 'V-1' })
  for (const sku of ['S-1', 'S-2']) await prizm.builders.sku({ sku })
})
afterEach(() => prizm.close())

async function importFile(path: string, text: string, query: Record<string, string> = {}) {
  const answer = await prizm.app.inject({
    method: 'POST',
    url: `/api/${path}/import`,
    query,
    headers: { cookie: as, 'content-type': 'text/csv' },
    payload: text,
  })
  return { status: answer.statusCode, ...answer.json() }
}

const contracts = (days: readonly [string, string]) =>
  `customerCode,sku,contractPrice,effectiveDate\nC-1,S-1,1.00,${days[0]}\nC-1,S-2,1.00,${days[1]}\n`
const contractDays = async () => {
  const text = `select effective_date::text as day from contract_pricing c
    join skus s on s.id = c.sku_id order by s.sku`
  return (await prizm.database.pool.query<{ day: string }>(text)).rows.map(({ day }) => day)
}

test.each([
  [['3/4/2027', '1/31/2027'], {}, ['2027-03-04', '2027-01-31']],
  [['3/4/2027', '31/1/2027'], {}, ['2027-04-03', '2027-01-31']],
  [['3.4.2027', '31.1.2027'], {}, ['2027-04-03', '2027-01-31']],
  [['3/4/2027', '5/6/2027'], {}, ['2027-03-04', '2027-05-06']],
  [['3/4/2027', '5/6/2027'], { days: 'day-first' }, ['2027-04-03', '2027-06-05']],
  [['2027-03-04', '5/6/2027'], { days: 'month-first' }, ['2027-03-04', '2027-05-06']],
] as const)(
  'contract prices of %j, with %j in the file, start on %j',
  async (days, query, read) => {
    const done = await importFile('contract-pricing', contracts(days), query)
    expect(done).toMatchObject({ status: 200, created: 2 })
    expect(await contractDays()).toEqual(read)
  },
)

const both = ['1/31/2027', '31/1/2027'] as const
test.each([
  ['contract-pricing', contracts(both)],
  [
    'purchase-orders',
    `orderNumber,vendorCode,sku,quantity,expectedDate
P-1,V-1,S-1,1,${both[0]}\nP-2,V-1,S-1,1,${both[1]}\n`,
  ],
  [
    'sales-orders/shipments',
    `orderNumber,sku,quantity,trackingNumber,shipDate
SO-1,S-1,1,T-1,${both[0]}\nSO-2,S-1,1,T-2,${both[1]}\n`,
  ],
])('%s: two date formats in one file are refused, with an example of each', async (path, file) => {
  expect(await importFile(path, file)).toMatchObject({
    status: 422,
    code: 'ambiguous-days',
    detail:
      'Row 2 has the day 1/31/2027 and row 3 31/1/2027, which use different formats. ' +
      'Choose whether the month or the day comes first',
    errors: [{ path: 'days', message: 'Choose month-first or day-first' }],
  })
})

test('a date that is invalid in the chosen order is an error of its cell', async () => {
  const checked = await importFile('contract-pricing', contracts(both), {
    days: 'day-first',
    dryRun: 'true',
  })
  expect(checked.errors).toEqual([
    { row: 2, field: 'effectiveDate', message: expect.stringMatching(/date|day/i) },
  ])
})
