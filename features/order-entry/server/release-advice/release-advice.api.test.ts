import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import type { ReleaseAdvice, SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { OrderValidation } from '../../contract.ts'
import { differentReplays } from '../testing.ts'

// Credit limit 600.00, an open invoice of 300.00, and an order of 447.00: it is 147.00 too much.

let prizm: TestApp
let money: Awaited<ReturnType<typeof receivablesFixture>>
let customerId: number
let skuIds: number[]
let invoiceNumber: string

beforeEach(async () => {
  prizm = await startTestApp()
  money = await receivablesFixture(prizm)
  await money.set({ creditOver: 'hold' })
  customerId = await money.customer({ creditLimit: '600.00', paymentTerms: 'Net 30' })
  const invoice = await money.charged(customerId, { total: '300.00', docDate: '2026-02-20' })
  invoiceNumber = (await money.invoice(invoice)).invoiceNumber
  const [dear, cheap] = [
    await prizm.builders.sku({ price: '100.00', currentStock: 50 }),
    await prizm.builders.sku({ price: '50.00', currentStock: 50 }),
  ]
  skuIds = [dear.id, cheap.id]
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const items = () => [
  { skuId: skuIds[0], quantity: 3 },
  { skuId: skuIds[1], quantity: 2 },
]
const orderRequest = () => ({ customerId, items: items() })
const as = (role: string) => money.people[role] ?? ''
const validate = async (by = as('sales')): Promise<OrderValidation> => {
  const body = orderRequest()
  const answer = await prizm.call('POST', '/api/orders/validate', { as: by, body })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const create = async (): Promise<SalesOrderDetails> => {
  const answer = await money.post('orders/create', orderRequest(), 'sales')
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().order
}
const read = async (id: number, by = as('finance')): Promise<SalesOrderDetails> => {
  const answer = await prizm.call('GET', `/api/sales-orders/${id}`, { as: by })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const advice = async (id: number, by?: string): Promise<ReleaseAdvice> =>
  (await read(id, by)).releaseAdvice as ReleaseAdvice
const step = (id: number, verb: string, body: object = {}, by = 'finance') =>
  money.post(`sales-orders/${id}/${verb}`, body, by)
const released = async (id: number) => (await step(id, 'release')).json().holdReason

describe('an order on credit hold', () => {
  test('says what releases it, the smallest amount first', async () => {
    const { id } = await create()
    expect(await advice(id)).toEqual({
      hold: 'credit',
      sentence:
        `Pay $147.00 of ${invoiceNumber}, or raise the limit by $147.00, or reduce line 1 to 1 ` +
        'unit, or remove line 1, or ask admin, manager or finance to approve it above the ' +
        'credit limit. Credit is checked again at release.',
      remedies: [
        {
          sentence: `Pay $147.00 of ${invoiceNumber}`,
          amount: '147.00',
          steps: [{ act: 'pay', amount: '147.00', documents: [invoiceNumber] }],
        },
        {
          sentence: 'Raise the limit by $147.00',
          amount: '147.00',
          steps: [{ act: 'raise-limit', amount: '147.00' }],
        },
        {
          sentence: 'Reduce line 1 to 1 unit',
          amount: '216.00',
          steps: [{ act: 'reduce-line', lines: [{ lineNo: 1, quantity: 1 }] }],
        },
        {
          sentence: 'Remove line 1',
          amount: '324.00',
          steps: [{ act: 'remove-lines', lines: [{ lineNo: 1 }] }],
        },
        {
          sentence: 'Ask admin, manager or finance to approve it above the credit limit',
          amount: null,
          steps: [{ act: 'override-credit', roles: ['admin', 'manager', 'finance'] }],
        },
      ],
      next: null,
    })
  })

  test('is released by the payment, and not by a cent less', async () => {
    const { id } = await create()
    await money.paid(customerId, '146.99')
    expect((await step(id, 'release')).json().code).toBe('credit-limit-exceeded')
    expect((await advice(id)).remedies[0]?.amount).toBe('0.01')
    await money.paid(customerId, '0.01')
    expect(await released(id)).toBeNull()
    expect((await read(id)).releaseAdvice).toBeUndefined()
  })

  test('is released by the higher limit', async () => {
    const { id } = await create()
    await prizm.rows(`update customers set credit_limit = 747.00 where id = ${customerId}`)
    expect(await released(id)).toBeNull()
  })

  test.each([
    ['fewer units', 1, '231.00'],
    ['no line 1', 0, '123.00'],
  ])('is released with %s', async (_, quantity, total) => {
    const { id } = await create()
    const [first, second] = items()
    const reduced = quantity > 0 ? [{ ...first, quantity }] : []
    const change = { as: as('sales'), body: { items: [...reduced, second] } }
    const answer = await prizm.call('PUT', `/api/sales-orders/${id}`, change)
    expect(answer.json(), answer.body).toMatchObject({ totalAmount: total, holdReason: 'credit' })
    expect(await released(id)).toBeNull()
  })

  test('shows no figures to roles that do not see credit', async () => {
    const { id } = await create()
    const seen = await advice(id, await prizm.signIn('warehouse'))
    expect(seen.sentence).toBe(
      'Ask admin, manager or finance to approve it above the credit limit.',
    )
    expect(JSON.stringify(seen)).not.toMatch(/147|INV-/)
  })

  test('of a customer on credit hold is cleared first', async () => {
    const { id } = await create()
    await prizm.rows(`update customers set credit_status = 'blocked' where id = ${customerId}`)
    expect((await advice(id)).sentence).toMatch(
      /^Clear the credit hold of the customer and pay \$147\.00 of INV-\d+, or clear the credit /,
    )
  })

  test('recorded by its total can cost what is available', async () => {
    const body = { orderNumber: 'SO-9', customerId, totalAmount: '447.00', status: 'pending' }
    const { id } = (await money.post('sales-orders', body, 'sales')).json()
    expect((await advice(id)).remedies.map(({ sentence }) => sentence)).toEqual([
      `Pay $147.00 of ${invoiceNumber}`,
      'Raise the limit by $147.00',
      'Lower the total to $300.00',
      'Ask admin, manager or finance to approve it above the credit limit',
    ])
  })
})

describe('a validation', () => {
  test('has the same advice, without an override if the order would be refused', async () => {
    const text =
      `Pay $147.00 of ${invoiceNumber}, or raise the limit by $147.00, or reduce line 1 to 1 ` +
      'unit, or remove line 1'
    const override = 'or ask admin, manager or finance to approve it above the credit limit.'
    expect(await validate()).toMatchObject({
      releaseAdvice: [{ hold: 'credit', sentence: `${text}, ${override}`, next: null }],
    })
    await money.set({ creditOver: 'refuse' })
    const [only] = (await validate()).releaseAdvice ?? []
    expect(only?.sentence).toBe(`${text}.`)
  })

  test('has none if nothing stops the order', async () => {
    await prizm.rows(`update customers set credit_limit = 747.00 where id = ${customerId}`)
    expect(await validate()).not.toHaveProperty('releaseAdvice')
    const answer = await prizm.call('POST', '/api/orders/preview', {
      as: as('sales'),
      body: orderRequest(),
    })
    expect(answer.json()).not.toHaveProperty('releaseAdvice')
  })
})

describe('a customer who pays in advance', () => {
  beforeEach(async () => {
    customerId = await money.customer({ creditLimit: '0.00', paymentTerms: 'Prepaid' })
  })
  const waived = 'or ask admin, manager or finance to release it unpaid.'

  test('is advised before and after the order is created', async () => {
    const [before] = (await validate()).releaseAdvice ?? []
    expect(before).toMatchObject({
      hold: 'payment',
      sentence: `Pay $447.00 in advance, ${waived}`,
    })
    const { id } = await create()
    expect((await advice(id)).sentence).toBe(
      `Pay $447.00 in advance, ${waived} It is released automatically when paid.`,
    )
    await money.paid(customerId, '400.00')
    expect(await read(id)).toMatchObject({
      unpaidAmount: '47.00',
      releaseAdvice: { remedies: [{ amount: '47.00' }, { amount: null }] },
    })
  })

  test('has no figures of the balance for roles that do not see it', async () => {
    const { id } = await create()
    await money.charged(customerId, { total: '10.00', docDate: '2026-02-20' })
    const seen = await read(id, await prizm.signIn('warehouse'))
    expect(seen).not.toHaveProperty('unpaidAmount')
    expect(seen.releaseAdvice?.sentence).toBe('Ask admin, manager or finance to release it unpaid.')
  })

  test('needs nothing while the money covers the order beside the other orders', async () => {
    await money.paid(customerId, '447.00')
    expect(await validate()).not.toHaveProperty('releaseAdvice')
    expect(await create()).toMatchObject({ holdReason: null })
    expect((await validate()).releaseAdvice).toMatchObject([
      { hold: 'payment', sentence: `Pay $447.00 in advance, ${waived}` },
    ])
  })

  test('pays what is owed and older orders first', async () => {
    const [first, second] = [await create(), await create()]
    await money.charged(customerId, { total: '10.00', docDate: '2026-02-20' })
    expect(await read(first.id)).toMatchObject({
      unpaidAmount: '457.00',
      releaseAdvice: {
        remedies: [
          {
            sentence: 'Pay $457.00 in advance (includes what is owed and what other orders use)',
          },
          { steps: [{ act: 'release' }] },
        ],
      },
    })
    const [paid] = (await advice(second.id)).remedies
    expect(paid).toMatchObject({
      amount: '904.00',
      steps: [{ act: 'pay', amount: '904.00', documents: [first.orderNumber] }],
    })
  })
})

test('other holds say who releases them, when they end, and what follows', async () => {
  customerId = await money.customer({ creditLimit: '0.00', paymentTerms: 'Prepaid' })
  const { id } = await create()
  await step(id, 'hold', { reason: 'address', until: '2026-03-09' }, 'sales')
  expect(await advice(id)).toMatchObject({
    hold: 'address',
    sentence:
      'Wait until 3/9/2026, when the hold ends, or ask admin, manager or finance to ' +
      'release it. Then it is on hold for payment.',
    next: 'payment',
  })
})
