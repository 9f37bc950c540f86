import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { day } from '#platform/kernel/days.ts'
import { deleteOldDecisions } from './service.ts'
import { decisionFixture } from './testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let fixture: ReturnType<typeof decisionFixture>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
  fixture = decisionFixture(prizm, as)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

describe('the receipt of a validation', () => {
  test('has every price with its reason, and credit, stock, tax and settings', async () => {
    const customerId = await builders.buyer({ priceLevel: 'tier1', creditLimit: '1000.00' })
    const skuId = await builders.item({ tier1Price: '9.50', tier3Price: '8.00', currentStock: 4 })
    await builders.agree({ customerId, skuId, contractPrice: '7.00', minimumQuantity: 10 })
    await builders.agree({
      customerId,
      skuId,
      contractPrice: '6.00',
      effectiveDate: day('2025-12-01'),
      expirationDate: day('2025-12-31'),
    })
    const { decisionId } = await fixture.post('orders/validate', {
      customerId,
      items: [{ skuId, quantity: 6 }],
    })
    const decision = await fixture.read(decisionId)
    expect(decision).toMatchObject({
      id: decisionId,
      kind: 'validate',
      salesOrderId: null,
      orderNumber: null,
      keyName: null,
      hidden: [],
      form: 1,
    })
    expect(decision.facts).toEqual({
      customerId,
      date: '2026-03-02',
      priceLevel: 'tier1',
      mayBackorder: false,
      prices: [
        {
          skuId,
          sku: 'S-2',
          quantity: 6,
          candidates: [
            {
              source: 'contract',
              unitPrice: '7.00',
              verdict: 'below-minimum',
              contractId: expect.any(Number),
              minimumQuantity: 10,
              from: '2026-01-01',
            },
            {
              source: 'contract',
              unitPrice: '6.00',
              verdict: 'ended',
              contractId: expect.any(Number),
              minimumQuantity: 1,
              from: '2025-12-01',
              until: '2025-12-31',
            },
            { source: 'tier1', unitPrice: '9.50', verdict: 'applied' },
            { source: 'tier3', unitPrice: '8.00', verdict: 'other-level' },
            { source: 'standard', unitPrice: '10.00', verdict: 'after-level' },
          ],
        },
      ],
      stock: [{ skuId, sku: 'S-2', available: 4, requested: 6, shortfall: 2, source: 'ledger' }],
      tax: {
        rate: '0.0800',
        country: null,
        state: null,
        isExempt: false,
      },
      credit: {
        creditLimit: '1000.00',
        currentBalance: '0.00',
        openOrders: '0.00',
        available: '1000.00',
        amount: '76.56',
        status: 'normal',
        paymentTerms: expect.any(String),
        zeroMeans: 'none',
        overdueRule: { days: 60, percent: 10 },
      },
      settings: {
        shippingFlat: '15.00',
        shippingFreeFrom: '500.00',
        creditOver: 'refuse',
        countsOldBefore: expect.any(String),
        stockOldMeans: 'warn',
      },
    })
    expect(decision.outcome).toEqual({
      verdict: 'refused',
      holdReason: null,
      rules: [
        { rule: 'price', result: 'passed' },
        { rule: 'tax', result: 'passed' },
        { rule: 'credit', result: 'passed' },
        { rule: 'stock', result: 'failed' },
        { rule: 'hold', result: 'passed' },
      ],
      totals: { subtotal: '57.00', taxAmount: '4.56', shippingAmount: '15.00', total: '76.56' },
      lines: [
        {
          lineNo: 1,
          skuId,
          quantity: 6,
          unitPrice: '9.50',
          priceSource: 'tier1',
          totalPrice: '57.00',
          taxAmount: '4.56',
          reserved: 4,
          backordered: 2,
        },
      ],
    })
  })

  test('has the hash of its canonical text, and the same facts give the same hash', async () => {
    const customerId = await builders.buyer()
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 1 }] }
    const one = await fixture.post('orders/validate', body)
    const other = await fixture.post('orders/validate', body)
    const [first, second] = await fixture.receipts()
    const hash = createHash('sha256')
      .update(first?.canonical ?? '')
      .digest('hex')
    expect(first).toMatchObject({ id: one.decisionId, kind: 'validate', orderId: null })
    expect(first?.sha256).toBe(hash)
    expect(second).toMatchObject({ id: other.decisionId, sha256: hash })
    expect((await fixture.read(one.decisionId)).sha256).toBe(hash)
  })

  test('repeated under its key is the same receipt', async () => {
    const customerId = await builders.buyer()
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 1 }] }
    const headers = { 'idempotency-key': 'once' }
    const validate = () => prizm.call('POST', '/api/orders/validate', { as, body, headers })
    const [first, other] = await Promise.all([validate(), validate()])
    expect(first.statusCode, first.body).toBe(200)
    expect(other.body).toBe(first.body)
    expect((await validate()).body).toBe(first.body)
    expect((await fixture.receipts()).map(({ id }) => id)).toEqual([first.json().decisionId])
  })

  test('is not kept for a preview, nor for an order that cannot be decided', async () => {
    const customerId = await builders.buyer()
    const items = [{ skuId: await builders.item(), quantity: 1 }]
    const preview = await fixture.post('orders/preview', { customerId, items })
    expect(preview.decisionId).toBeUndefined()
    const unknown = { customerId, items: [{ skuId: 999_999, quantity: 1 }] }
    expect((await fixture.refused('orders/validate', unknown)).status).toBe(422)
    expect(await fixture.receipts()).toEqual([])
  })

  test('does not show the prices that were considered to a role without prices', async () => {
    const customerId = await builders.buyer()
    const skuId = await builders.item()
    await builders.agree({ customerId, skuId, contractPrice: '7.77', minimumQuantity: 10 })
    const permissions = ['salesOrders.read', 'orders.validate'] as const
    await prizm.builders.ownRole({ name: 'Desk', permissions })
    const admin = await prizm.signIn('admin')
    const account = { username: 'bea', email: 'bea@example.com', password: 'six green lanterns' }
    const bea = await fixture.post('users', { ...account, role: 'Desk' }, admin)
    const desk = await prizm.builders.session(bea)
    const body = { customerId, items: [{ skuId, quantity: 2 }] }
    const { decisionId } = await fixture.post('orders/validate', body, desk)
    const seen = await fixture.read(decisionId, desk)
    expect(seen).toMatchObject({ hidden: ['cost', 'credit', 'price'], sha256: null })
    expect(seen.facts.prices).toBeUndefined()
    expect(seen.outcome.lines).toMatchObject([{ unitPrice: '10.00', priceSource: 'standard' }])
    expect(JSON.stringify(seen)).not.toContain('"7.77"')
    expect((await fixture.read(decisionId)).facts.prices?.[0]?.candidates[0]).toMatchObject({
      source: 'contract',
      unitPrice: '7.77',
      verdict: 'below-minimum',
    })
  })

  test('is read by the user who asked, and by those who may read the history', async () => {
    const customerId = await builders.buyer()
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 1 }] }
    const sales = await prizm.signIn('sales')
    const { decisionId } = await fixture.post('orders/validate', body, sales)
    expect((await fixture.read(decisionId, sales)).actor).toMatch(/^sales/)
    expect((await fixture.read(decisionId)).id).toBe(decisionId)
    const viewer = await prizm.signIn('viewer')
    const refused = await prizm.call('GET', `/api/decisions/${decisionId}`, { as: viewer })
    expect(refused.statusCode).toBe(404)
  })

  test('is deleted after the days of the setting; those of orders stay', async () => {
    const customerId = await builders.buyer()
    const body = { customerId, items: [{ skuId: await builders.item(), quantity: 1 }] }
    await fixture.post('orders/validate', body)
    const { decisionId } = await fixture.post('orders/create', body)
    await prizm.rows(`alter table decision_receipts disable trigger decision_receipts_unchanged`)
    await prizm.rows(`update decision_receipts set decided_at = now() - interval '29 days'`)
    await deleteOldDecisions(fixture.context())
    expect(await fixture.receipts()).toHaveLength(2)
    await prizm.rows(`update decision_receipts set decided_at = now() - interval '31 days'`)
    await prizm.rows(`alter table decision_receipts enable trigger decision_receipts_unchanged`)
    await deleteOldDecisions(fixture.context())
    expect((await fixture.receipts()).map(({ id }) => id)).toEqual([decisionId])
  })
})
