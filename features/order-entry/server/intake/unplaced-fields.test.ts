import { expect, test } from 'vitest'
import { type ApiOrder, unplacedFields, unplacedSentence } from './unplaced-fields.ts'

const order: ApiOrder = { customerId: 1, items: [{ skuId: 2, quantity: 3 }] }

test('fields that the form has, and values that ask for nothing, are not mentioned', () => {
  const placed = { customerPO: 'P-1', shippingAddress: '1 Quay', notes: 'Call', shipDate: null }
  const empty = { shippingMethod: null, billingAddress: null, backorder: false } as const
  const usual = { orderSource: 'api', status: 'pending' } as const
  expect(unplacedFields({ ...order, ...placed, ...empty, ...usual })).toEqual([])
})

test.each<[Partial<ApiOrder>, string]>([
  [{ shippingMethod: 'pickup' }, 'Shipping method: Customer pickup'],
  [{ billingAddress: '500 Dock Rd\nReno' }, 'Billing address: 500 Dock Rd, Reno'],
  [{ backorder: true }, 'Backorder: yes'],
  [{ orderSource: 'phone' }, 'Source: Phone'],
  [{ expectedTotal: '1200.00' }, 'Expected total: $1,200.00'],
  [{ orderNumber: 'X-1' }, 'Order number: X-1'],
  [{ status: 'shipped' }, 'Status: shipped'],
  [{ totalAmount: '5.00' }, 'Total: $5.00'],
])('%j is a sentence', (fields, text) => {
  expect(unplacedFields({ ...order, ...fields })).toEqual([
    `It also says “${text}”, which this form has no place for. Check it and save`,
  ])
})

test('the token of an approval is not repeated', () => {
  const approvalToken = '0b0e7f2c-1111-4222-8333-444455556666.1'
  expect(unplacedFields({ ...order, approvalToken })).toEqual([
    unplacedSentence('Approval: exactly as it was shown'),
  ])
})
