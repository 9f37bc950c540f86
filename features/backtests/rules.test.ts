import { expect, test } from 'vitest'
import { backtestDraft } from './contract.ts'
import { draftParts, forbiddenParts, hiddenPartsOf, canTest, showsHidden } from './rules.ts'

const partsOf = (role: string, grants: string[] = []) =>
  draftParts.filter((part) => canTest({ role, grants }, part))

test('a role tries what it may change', () => {
  expect(partsOf('admin')).toEqual(['creditRules', 'creditLimits', 'prices', 'tax'])
  expect(partsOf('manager')).toEqual(['creditLimits', 'prices'])
  expect(partsOf('finance')).toEqual(['creditLimits'])
  expect(partsOf('purchasing')).toEqual(['prices'])
  expect(partsOf('sales')).toEqual([])
  expect(partsOf('viewer')).toEqual([])
  expect(forbiddenParts({ role: 'manager' }, { tax: {}, prices: {} })).toEqual(['tax'])
})

test('an own role needs to see orders, and the credit that a draft would tell', () => {
  expect(partsOf('Own', ['settings.manage'])).toEqual([])
  expect(partsOf('Own', ['settings.manage', 'salesOrders.read'])).toEqual(['tax'])
  expect(partsOf('Own', ['settings.manage', 'salesOrders.read', 'receivables.read'])).toEqual([
    'creditRules',
    'tax',
  ])
})

test('credit and margin stay as they were for roles that do not see credit and costs', () => {
  const purchasing = hiddenPartsOf({ role: 'purchasing' })
  expect(purchasing).toMatchObject({ hidesCredit: true, hidesCost: false })
  expect(hiddenPartsOf({ role: 'admin' })).toMatchObject({ hidesCredit: false, hidesCost: false })
  const own = hiddenPartsOf({ role: 'Own', grants: [] })
  expect(own).toEqual({ hidesCredit: true, hidesCost: true, hidesRefused: true })
})

test('refused orders are left out for roles that do not read the history', () => {
  const roles = ['admin', 'manager', 'finance', 'purchasing', 'user']
  const hidesRefused = roles.map((role) => hiddenPartsOf({ role }).hidesRefused)
  expect(hidesRefused).toEqual([false, false, false, true, true])
})

test('a result is shown until something in it is hidden from its user', () => {
  const all = { hidesCredit: false, hidesCost: false, hidesRefused: false }
  expect(showsHidden(all, { role: 'manager' })).toBe(false)
  expect(showsHidden(all, { role: 'purchasing' })).toBe(true)
  expect(showsHidden({ ...all, hidesCredit: true }, { role: 'purchasing' })).toBe(true)
  const less = { ...all, hidesCredit: true, hidesRefused: true }
  expect(showsHidden(less, { role: 'purchasing' })).toBe(false)
})

test.each([
  [{}],
  [{ prices: {} }],
  [{ prices: { withTiers: true } }],
  [{ tax: { rates: [] } }],
  [{ creditRules: {} }],
])('a draft without a change is refused: %j', (draft) => {
  const [issue] = backtestDraft.safeParse(draft).error?.issues ?? []
  expect(issue?.message).toBe('Enter at least one change')
})

test.each([
  [{ prices: { percent: '5' } }],
  [{ prices: { plannedFor: '2026-04-01' } }],
  [{ tax: { defaultRate: '0.0700' } }],
  [{ tax: { rates: [{ country: 'US', state: 'FL', rate: '0.07' }] } }],
  [{ creditLimits: { customers: [{ customerId: 1, creditLimit: '10.00' }] } }],
  [{ creditRules: { creditOverdueDays: 0 } }],
])('a draft with a change is accepted: %j', (draft) => {
  expect(backtestDraft.safeParse(draft).success).toBe(true)
})

const limit = { customerId: 1, creditLimit: '10.00' }
const prices = { price: '10.00', tier1Price: null, tier2Price: null, tier3Price: null }

test.each([
  [{ creditLimits: { customers: [limit, limit] } }, 'A customer is listed twice'],
  [
    {
      prices: {
        skus: [
          { skuId: 1, ...prices },
          { skuId: 1, ...prices },
        ],
      },
    },
    'A SKU is listed twice',
  ],
  [
    {
      tax: {
        rates: [
          { country: 'US', state: 'FL', rate: '0.07' },
          { country: 'United States', state: 'Florida', rate: '0.08' },
        ],
      },
    },
    'A location is listed twice',
  ],
  [{ creditLimits: { percent: '-100' } }, 'Must not reduce the limit to zero'],
  [{ prices: { percent: '-100' } }, 'Must not reduce the price to zero'],
])('a draft with two meanings, or a change to nothing, is refused: %j', (draft, message) => {
  const [issue] = backtestDraft.safeParse(draft).error?.issues ?? []
  expect(issue?.message).toBe(message)
})
