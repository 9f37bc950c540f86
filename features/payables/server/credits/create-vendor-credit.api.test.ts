import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesFixture } from '../testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const enter = (fields: object = {}, as = fixture.finance) => {
  const note = { creditNumber: 'CN-1', amount: '12.50', account: 'priceVariance' }
  const body = { vendorId: fixture.vendorId, ...note, reason: 'Price was too high', ...fields }
  return fixture.post('/api/vendor-credits', as, body)
}

test('a credit note is posted and settles bills', async () => {
  const bill = await fixture.posted()
  const made = (await enter()).json()
  expect(made).toMatchObject({ returnId: null, reason: 'Price was too high', openAmount: '12.50' })
  expect(await fixture.balances()).toMatchObject({ 2000: '-27.50', 5100: '-12.50' })
  const applied = await fixture.post(`/api/vendor-credits/${made.id}/apply`, fixture.finance, {})
  expect(applied.json()).toMatchObject({ appliedAmount: '12.50', openAmount: '0.00' })
  expect(await fixture.bill(bill.id)).toMatchObject({ openAmount: '27.50', standing: 'part-paid' })
  const unapplied = await fixture.post(`/api/vendor-credits/${made.id}/unapply`, fixture.finance)
  expect(unapplied.json()).toMatchObject({ openAmount: '12.50' })
  const url = `/api/journal?source=vendor_credit&sourceId=${made.id}&limit=9`
  const entry = await prizm.call('GET', url, { as: fixture.finance })
  expect(entry.json()).toHaveLength(2)
})

test('a number is accepted once, ignoring case', async () => {
  expect((await enter()).statusCode).toBe(201)
  const again = await enter({ creditNumber: 'cn-1' })
  expect([again.statusCode, again.json().code]).toEqual([409, 'duplicate-credit-number'])
  expect(await fixture.query('select id from vendor_credits')).toHaveLength(1)
})

test('a number that differs only in punctuation, spaces or zeros returns a warning', async () => {
  const first = (await enter({ creditNumber: 'CN-12' })).json()
  expect(first).not.toHaveProperty('warnings')
  const warnings = [`This may be credit CN-12 of this vendor (3/2/2026, $12.50)`]
  expect((await enter({ creditNumber: 'cn 012' })).json().warnings).toEqual(warnings)
  const similar = async (creditNumber: string) => {
    const query = new URLSearchParams({ vendorId: String(fixture.vendorId), creditNumber })
    const url = `/api/vendor-credits/similar?${query}`
    return (await prizm.call('GET', url, { as: fixture.finance })).json()
  }
  expect(await similar('CN12')).toEqual([
    ...warnings,
    `This may be credit cn 012 of this vendor (3/2/2026, $12.50)`,
  ])
  expect(await similar('CN-13')).toEqual([])
  await fixture.post(`/api/vendor-credits/${first.id}/void`, fixture.finance, { reason: 'Twice' })
  expect(await similar('CN12')).toHaveLength(1)
})

test('a zero amount, unknown vendor, missing reason or missing permission is refused', async () => {
  const messageOf = async (fields: object) => (await enter(fields)).json().errors[0].message
  expect(await messageOf({ amount: '0' })).toBe('Must be more than 0')
  expect(await messageOf({ vendorId: 99 })).toBe('This vendor does not exist')
  expect(await messageOf({ reason: '' })).toBe('Required')
  expect((await enter({}, fixture.buyer)).statusCode).toBe(403)
  expect(await fixture.query('select id from vendor_credits')).toEqual([])
})
