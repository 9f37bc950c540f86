import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ApMonth } from '#features/ap-reports/contract.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { ListSums } from '#platform/kernel/endpoint.ts'

// The sums under the lists of bills, vendor credits and vendor payments. Today is 2026-03-02.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>
let secondVendor: number

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
  secondVendor = (await prizm.builders.vendor({ vendorCode: 'V-2', name: 'Zenith' })).id
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const sums = async (path: string) =>
  (await prizm.call('GET', `/api/${path}`, { as: fixture.finance })).json<ListSums>()
const free = (unitPrice: string) => [
  { description: 'Freight', account: 'costOfGoods', quantity: 1, unitPrice },
]
const names = async () => {
  const found = await fixture.query('select vendor_code as code, name from vendors order by id')
  return found.map(({ code, name }) => `${code} · ${name}`)
}

test('bills are summed by what is open, by status, bill date and vendor', async () => {
  const bill = await fixture.posted(10)
  await fixture.posted(5, { docDate: '2026-02-20' })
  const other = await fixture.entered({ vendorId: secondVendor, lines: free('7.50') })
  const payment = await fixture.prepare({ bills: [{ billId: bill.id, amount: '15.00' }] })
  await fixture.release(payment.json().id)
  await fixture.billAct(other.id, 'release', fixture.colleague)
  const [firstName, secondName] = await names()

  expect(await sums('vendor-bills/sums')).toEqual({ count: 3, amount: '52.50', groups: [] })
  expect((await sums('vendor-bills/sums?by=standing')).groups).toEqual([
    { key: 'open', label: 'open', count: 2, amount: '27.50' },
    { key: 'part-paid', label: 'part-paid', count: 1, amount: '25.00' },
  ])
  expect((await sums('vendor-bills/sums?by=day')).groups).toEqual([
    { key: '2026-03-01', label: '2026-03-01', count: 2, amount: '32.50' },
    { key: '2026-02-20', label: '2026-02-20', count: 1, amount: '20.00' },
  ])
  expect((await sums('vendor-bills/sums?by=vendor')).groups).toEqual([
    { key: 'V-1', label: firstName, count: 2, amount: '45.00' },
    { key: 'V-2', label: secondName, count: 1, amount: '7.50' },
  ])
  expect(await sums('vendor-bills/sums?standing=part-paid&q=v-1')).toMatchObject({
    count: 1,
    amount: '25.00',
  })
})

test('sums of bills as of a past day have what was open on it', async () => {
  await fixture.posted(10)
  expect(await sums('vendor-bills/sums?asOf=2026-02-28&by=standing')).toEqual({
    count: 0,
    amount: '0.00',
    groups: [],
  })
})

test('vendor credits are summed by what is open, by vendor, and void ones are zero', async () => {
  const credit = async (vendorId: number, creditNumber: string, amount: string) => {
    const note = { vendorId, creditNumber, amount, account: 'priceVariance', reason: 'Late' }
    return (await fixture.post('/api/vendor-credits', fixture.finance, note)).json<{ id: number }>()
  }
  await credit(fixture.vendorId, 'CN-1', '12.50')
  await credit(secondVendor, 'CN-2', '30.00')
  const wrong = await credit(secondVendor, 'CN-3', '99.00')
  await fixture.post(`/api/vendor-credits/${wrong.id}/void`, fixture.finance, { reason: 'Twice' })
  const [firstName, secondName] = await names()

  expect(await sums('vendor-credits/sums')).toEqual({ count: 3, amount: '42.50', groups: [] })
  expect((await sums('vendor-credits/sums?by=vendor')).groups).toEqual([
    { key: 'V-2', label: secondName, count: 2, amount: '30.00' },
    { key: 'V-1', label: firstName, count: 1, amount: '12.50' },
  ])
  expect(await sums('vendor-credits/sums?vendorCode=v-1')).toMatchObject({ amount: '12.50' })
})

test('vendor payments are summed by status, method, pay date and vendor', async () => {
  const bill = await fixture.posted(10)
  const pay = async (amount: string, method: string) =>
    (await fixture.prepare({ bills: [{ billId: bill.id, amount }], method })).json<{ id: number }>()
  const posted = await pay('15.00', 'ach')
  await fixture.release(posted.id)
  await pay('4.00', 'check')
  const wrong = await pay('6.00', 'check')
  await fixture.post(`/api/vendor-payments/${wrong.id}/void`, fixture.finance, { reason: 'Twice' })
  const [firstName] = await names()

  expect(await sums('vendor-payments/sums')).toEqual({ count: 3, amount: '19.00', groups: [] })
  expect((await sums('vendor-payments/sums?by=status')).groups).toEqual([
    { key: 'posted', label: 'posted', count: 1, amount: '15.00' },
    { key: 'draft', label: 'draft', count: 1, amount: '4.00' },
    { key: 'void', label: 'void', count: 1, amount: '0.00' },
  ])
  expect((await sums('vendor-payments/sums?by=method')).groups).toEqual([
    { key: 'ach', label: 'ach', count: 1, amount: '15.00' },
    { key: 'check', label: 'check', count: 2, amount: '4.00' },
  ])
  expect((await sums('vendor-payments/sums?by=day')).groups).toEqual([
    { key: '2026-03-02', label: '2026-03-02', count: 3, amount: '19.00' },
  ])
  expect((await sums('vendor-payments/sums?by=vendor&status=draft')).groups).toEqual([
    { key: 'V-1', label: firstName, count: 1, amount: '4.00' },
  ])
})

test('vendor payments are filtered by the posting date, by which a month counts them', async () => {
  const bill = await fixture.posted(10, { docDate: '2026-02-20' })
  const bills = [{ billId: bill.id, amount: '15.00' }]
  const draft = (await fixture.prepare({ paidOn: '2026-02-27', bills })).json<{ id: number }>()
  const released = await fixture.release(draft.id)
  expect(released.json()).toMatchObject({ paidOn: '2026-02-27', postedOn: '2026-03-02' })
  const march = 'postedFrom=2026-03-01&postedTo=2026-03-31&status=posted'
  const found = { count: 1, amount: '15.00' }
  expect(await sums(`vendor-payments/sums?${march}`)).toMatchObject(found)
  expect(await sums('vendor-payments/sums?from=2026-03-01')).toMatchObject({ count: 0 })
  expect(await sums('vendor-payments/sums?postedTo=2026-03-01')).toMatchObject({ count: 0 })
  const path = '/api/reports/ap-months'
  const months = (await prizm.call('GET', path, { as: fixture.finance })).json<ApMonth[]>()
  expect(months[0]).toMatchObject({ id: 202_603, payments: 1, paid: '15.00' })
})

test('only those who read payables see these sums, by a grouping that exists', async () => {
  const as = await prizm.signIn('sales')
  for (const room of ['vendor-bills', 'vendor-credits', 'vendor-payments']) {
    const url = `/api/${room}/sums`
    // oxlint-disable-next-line no-await-in-loop
    expect((await prizm.call('GET', url, { as })).statusCode).toBe(403)
    // oxlint-disable-next-line no-await-in-loop
    const wrong = await prizm.call('GET', `${url}?by=notes`, { as: fixture.finance })
    expect(wrong.statusCode).toBe(422)
  }
})
