import { expect, test } from 'vitest'
import { groupByVendor, amountToPay } from './rules.ts'

const bill = (id: number, vendorId: number, fields: object = {}) => ({
  id,
  vendorId,
  standing: 'open',
  openAmount: '40.00',
  plannedAmount: '0.00',
  ...fields,
})

test('amounts in prepared payments are not paid again', () => {
  expect(amountToPay(bill(1, 1, { plannedAmount: '15.00' }))).toBe(2500)
  expect(amountToPay(bill(1, 1, { plannedAmount: '40.00' }))).toBe(0)
})

test('the selected bills are grouped by vendor, in list order', () => {
  const bills = [bill(1, 7), bill(2, 3), bill(3, 7, { standing: 'part-paid' })]
  const paid = groupByVendor(bills).map((of) => of.map(({ id }) => id))
  expect(paid).toEqual([[1, 3], [2]])
})

test('drafts, blocked, paid and prepared bills are skipped', () => {
  const bills = [
    bill(1, 1, { standing: 'draft' }),
    bill(2, 1, { standing: 'blocked' }),
    bill(3, 1, { standing: 'paid', openAmount: '0.00' }),
    bill(4, 1, { plannedAmount: '40.00' }),
  ]
  expect(groupByVendor(bills)).toEqual([])
})
