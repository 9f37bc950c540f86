import { expect, test } from 'vitest'
import { backtestDraft } from './contract.ts'
import { forbiddenParts, hiddenFrom, mayTry, draftParts } from './rules.ts'

const partsOf = (role: string, grants: string[] = []) =>
  draftParts.filter((part) => mayTry({ role, grants }, part))

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
  expect(hiddenFrom({ role: 'purchasing' })).toEqual({ hidesCredit: true, hidesCost: false })
  expect(hiddenFrom({ role: 'admin' })).toEqual({ hidesCredit: false, hidesCost: false })
  expect(hiddenFrom({ role: 'Own', grants: [] })).toEqual({ hidesCredit: true, hidesCost: true })
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
