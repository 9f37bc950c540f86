import { describe, expect, test } from 'vitest'
import { amount } from '#platform/kernel/money.ts'
import {
  approvalTokenOf,
  type ApprovedContent,
  type ApprovedOrder,
  approvedOrder,
  differencesOf,
  parseApprovalToken,
  replacingContent,
  requestTextOf,
  shownBy,
} from './approval.ts'

const shown: ApprovedOrder = approvedOrder.parse({
  items: [
    {
      unitPrice: '10.00',
      priceSource: 'standard',
      totalPrice: '60.00',
      taxAmount: '4.80',
      qtyReserved: 6,
      qtyBackordered: 0,
    },
  ],
  subtotal: '60.00',
  taxAmount: '4.80',
  shippingAmount: '15.00',
  total: '79.80',
  holdReason: null,
  credit: null,
  stock: null,
})

describe('the differences of an order', () => {
  test('are none if nothing changed', () => {
    expect(differencesOf(shown, structuredClone(shown))).toEqual([])
  })

  test('name each field, what was shown and what is', () => {
    const [item] = shown.items
    const now = {
      ...shown,
      items: [{ ...item, priceSource: 'contract', qtyReserved: 4, qtyBackordered: 2 }],
      holdReason: 'margin',
    } as ApprovedOrder
    expect(differencesOf(shown, now)).toEqual([
      { path: 'items.0.priceSource', shown: 'standard', now: 'contract' },
      { path: 'items.0.qtyReserved', shown: '6', now: '4' },
      { path: 'items.0.qtyBackordered', shown: '0', now: '2' },
      { path: 'holdReason', shown: null, now: 'margin' },
    ])
  })
})

describe('the token of an approval', () => {
  const uuid = '6f1d8c52-0b7e-4a39-9c14-2f5f0a9b3d10'
  const charges = { taxRate: '0.08', shippingFlat: 1500, shippingFreeFrom: 50_000 }
  const contentAt = (total: string): ApprovedContent => {
    return { form: 1, order: { ...shown, total: amount(total) }, charges }
  }
  const first = contentAt('79.80')

  test('has the number of refusals, if there were any', () => {
    expect([approvalTokenOf(uuid), approvalTokenOf(uuid, 2)]).toEqual([uuid, `${uuid}.2`])
    expect(parseApprovalToken(uuid)).toEqual({ uuid, refusals: 0 })
    expect(parseApprovalToken(`${uuid.toUpperCase()}.2`)).toEqual({ uuid, refusals: 2 })
  })

  test('changes with a refusal, but not if the same refusal is repeated', () => {
    const refused = { refusals: 0, order: first.order }
    const once = replacingContent(contentAt('96.00'), { earlier: first, refused })
    expect(once).toMatchObject({ refusals: 1, before: refused, order: { total: '96.00' } })
    expect(replacingContent(contentAt('96.00'), { earlier: once, refused }).refusals).toBe(1)
    expect(replacingContent(contentAt('97.00'), { earlier: once, refused }).refusals).toBe(2)
  })

  test('names what it showed', () => {
    const refused = { refusals: 0, order: first.order }
    const once = replacingContent(contentAt('96.00'), { earlier: first, refused })
    expect(shownBy(once, 0)).toEqual(refused)
    expect(shownBy(once, 1)?.order.total).toBe('96.00')
    expect(shownBy(once, 2)).toBeUndefined()
    const validated = replacingContent(contentAt('97.00'), { earlier: once })
    expect([validated.refusals, shownBy(validated, 0)]).toEqual([1, undefined])
  })
})

describe('the text of a request', () => {
  const request = { customerId: 1, items: [{ skuId: 2, quantity: 3 }] }
  const text = requestTextOf(request, '1 Main Street')

  test.each([
    ['the own address of the customer', { shippingAddress: '1 Main  Street' }],
    ['no manual price', { items: [{ skuId: 2, quantity: 3, manualPrice: null }] }],
    ['no backorder', { backorder: false }],
    ['no shipping method', { shippingMethod: null }],
  ])('is the same with %s', (_what, fields) => {
    expect(requestTextOf({ ...request, ...fields }, '1 Main Street')).toBe(text)
  })

  test.each([
    ['another customer', { customerId: 9 }],
    ['another quantity', { items: [{ skuId: 2, quantity: 4 }] }],
    ['a manual price', { items: [{ skuId: 2, quantity: 3, manualPrice: '9' }] }],
    ['another address', { shippingAddress: '2 Main Street' }],
    ['a backorder', { backorder: true }],
    ['pickup', { shippingMethod: 'pickup' }],
  ])('differs with %s', (_what, fields) => {
    expect(requestTextOf({ ...request, ...fields }, '1 Main Street')).not.toBe(text)
  })
})
