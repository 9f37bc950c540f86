import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { payablesDesk } from '../testing.ts'

let prizm: TestApp
let desk: Awaited<ReturnType<typeof payablesDesk>>

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await payablesDesk(prizm)
})
afterEach(async () => {
  expect(await desk.broken()).toEqual([])
  await prizm.close()
})

const enter = (fields: object = {}, as = desk.finance) => {
  const note = { creditNumber: 'CN-1', amount: '12.50', account: 'priceVariance' }
  const body = { vendorId: desk.vendorId, ...note, reason: 'Price was too high', ...fields }
  return desk.post('/api/vendor-credits', as, body)
}

test('a credit note is posted and settles bills', async () => {
  const bill = await desk.posted()
  const made = (await enter()).json()
  expect(made).toMatchObject({ returnId: null, reason: 'Price was too high', openAmount: '12.50' })
  expect(await desk.balances()).toMatchObject({ 2000: '-27.50', 5100: '-12.50' })
  const applied = await desk.post(`/api/vendor-credits/${made.id}/apply`, desk.finance, {})
  expect(applied.json()).toMatchObject({ appliedAmount: '12.50', openAmount: '0.00' })
  expect(await desk.bill(bill.id)).toMatchObject({ openAmount: '27.50', standing: 'part-paid' })
  const taken = await desk.post(`/api/vendor-credits/${made.id}/unapply`, desk.finance)
  expect(taken.json()).toMatchObject({ openAmount: '12.50' })
  const url = `/api/journal?source=vendor_credit&sourceId=${made.id}&limit=9`
  const entry = await prizm.call('GET', url, { as: desk.finance })
  expect(entry.json()).toHaveLength(2)
})

test('a number is accepted once, ignoring case', async () => {
  expect((await enter()).statusCode).toBe(201)
  const again = await enter({ creditNumber: 'cn-1' })
  expect([again.statusCode, again.json().code]).toEqual([409, 'duplicate-credit-number'])
  expect(await desk.query('select id from vendor_credits')).toHaveLength(1)
})

test('a number that differs only in punctuation, spaces or zeros returns a warning', async () => {
  const first = (await enter({ creditNumber: 'CN-12' })).json()
  expect(first).not.toHaveProperty('warnings')
  const warnings = [`This may be credit CN-12 of this vendor (3/2/2026, $12.50)`]
  expect((await enter({ creditNumber: 'cn 012' })).json().warnings).toEqual(warnings)
  const similar = async (creditNumber: string) => {
    const query = new URLSearchParams({ vendorId: String(desk.vendorId), creditNumber })
    const url = `/api/vendor-credits/similar?${query}`
    return (await prizm.call('GET', url, { as: desk.finance })).json()
  }
  expect(await similar('CN12')).toEqual([
    ...warnings,
    `This may be credit cn 012 of this vendor (3/2/2026, $12.50)`,
  ])
  expect(await similar('CN-13')).toEqual([])
  await desk.post(`/api/vendor-credits/${first.id}/void`, desk.finance, { reason: 'Twice' })
  expect(await similar('CN12')).toHaveLength(1)
})

test('a zero amount, unknown vendor, missing reason or missing permission is refused', async () => {
  const messageOf = async (fields: object) => (await enter(fields)).json().errors[0].message
  expect(await messageOf({ amount: '0' })).toBe('Must be more than 0')
  expect(await messageOf({ vendorId: 99 })).toBe('This vendor does not exist')
  expect(await messageOf({ reason: '' })).toBe('Required')
  expect((await enter({}, desk.buyer)).statusCode).toBe(403)
  expect(await desk.query('select id from vendor_credits')).toEqual([])
})
