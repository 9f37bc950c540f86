import { expect, test } from 'vitest'
import { backtestDraft, hasChange, typedDraft } from '../contract.ts'
import { type DraftValues, draftToWire, emptyDraft } from './draft-form.ts'

const typed = (changes: Partial<DraftValues>) => draftToWire({ ...emptyDraft, ...changes })

test('an empty form is a draft without a change', () => {
  expect(draftToWire(emptyDraft)).toEqual({})
  expect(hasChange(draftToWire(emptyDraft))).toBe(false)
})

test('only what was filled in is sent, with rates as fractions and counts as numbers', () => {
  const customerId = { id: 7, code: 'C-7', text: 'C-7 - Customer' }
  const draft = typed({
    creditRules: { ...emptyDraft.creditRules, creditOver: 'hold', creditOverdueDays: ' 45 ' },
    creditLimits: { percent: '', customers: [{ customerId, creditLimit: '250.00' }] },
    prices: { percent: '2.5', withTiers: false, plannedFor: '' },
    tax: { defaultRate: '7', rates: [{ country: 'US', state: 'FL', rate: '6.5' }] },
  })
  expect(draft).toEqual({
    creditRules: { creditOver: 'hold', creditOverdueDays: 45 },
    creditLimits: { customers: [{ customerId: 7, creditLimit: '250.00' }] },
    prices: { percent: '2.5', withTiers: false },
    tax: { defaultRate: '0.0700', rates: [{ country: 'US', state: 'FL', rate: '0.0650' }] },
  })
  expect(backtestDraft.safeParse(draft).success).toBe(true)
})

test.each([
  [{ tax: { ...emptyDraft.tax, defaultRate: 'seven' } }, 'tax.defaultRate'],
  [
    { creditLimits: { percent: '', customers: [{ customerId: undefined, creditLimit: '1' }] } },
    'creditLimits.customers.0.customerId',
  ],
  [
    { creditRules: { ...emptyDraft.creditRules, creditOverdueDays: 'x' } },
    'creditRules.creditOverdueDays',
  ],
  [{ prices: { ...emptyDraft.prices, percent: '5%' } }, 'prices.percent'],
])('a wrong value is refused at its field: %j', (changes, path) => {
  const [issue] = typedDraft.safeParse(typed(changes)).error?.issues ?? []
  expect(issue?.path.join('.')).toBe(path)
})
