import { expect, test } from 'vitest'
import { samePoQuery } from './same-po-query.ts'

test.each([
  ['PO 4711', { customerPOKey: 'po4711' }],
  ['00 47', { customerPOKey: '47' }],
  ['000', { customerPO: '000' }],
  ['0 0', { customerPO: '0 0' }],
])('orders with the customer PO %j are listed by %j', (customerPO, query) => {
  expect(samePoQuery(customerPO)).toEqual(query)
})
