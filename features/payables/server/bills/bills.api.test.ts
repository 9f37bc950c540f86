import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { countsOf } from '#features/auth/server/testing.ts'
import { vendorBillFlow } from '../../rules.ts'
import { payablesFixture } from '../testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof payablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await payablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

describe('a bill', () => {
  test('that matches its order and receipt is posted', async () => {
    const bill = await fixture.posted(10, { taxAmount: '3.20' })
    expect(bill).toMatchObject({
      status: 'posted',
      standing: 'open',
      dueDate: '2026-03-31',
      totalAmount: '43.20',
      openAmount: '43.20',
      findings: [],
    })
    // Moves the goods from "received, not billed" to the vendor; sales tax is expensed as cost.
    expect(await fixture.balances()).toEqual({ '1200': '40.00', '2000': '-43.20', '5000': '3.20' })
    const steps = await fixture.query(
      `select action from audit_log where entity = 'vendor_bill' order by id`,
    )
    expect(steps.map(({ action }) => action)).toEqual(['create', 'match', 'post'])
  })

  test('whose number differs only in punctuation, spaces or zeros returns a warning', async () => {
    const first = await fixture.posted(10, { billNumber: 'INV-123' })
    expect(first.warnings).toEqual([])
    const { vendorId } = first
    for (const billNumber of ['INV 123', 'INV123', 'INV\u2013123', 'INV-0123']) {
      const order = await fixture.received(10, 0)
      const bill = await fixture.entered({ billNumber, lines: [fixture.lineOf(order, 1)] })
      expect(bill.warnings[0]).toBe(
        `This may be bill INV-123 of this vendor (3/1/2026, $${first.totalAmount}, posted)`,
      )
    }
    const response = await prizm.call(
      'GET',
      `/api/vendor-bills/similar?vendorId=${vendorId}&billNumber=inv%20124`,
      { as: fixture.finance },
    )
    expect(response.json()).toEqual([])
  })

  test('with a small price difference is posted within the rounding tolerance', async () => {
    const order = await fixture.received()
    const bill = await fixture.entered({ lines: [fixture.lineOf(order, 10, '4.05')] })
    expect(bill).toMatchObject({ status: 'posted', findings: [{ code: 'BD', amount: '0.50' }] })
    expect(await fixture.balances()).toEqual({ '1200': '40.50', '2000': '-40.50' })
  })

  test('above its order is blocked, with a finding for each line and amount', async () => {
    const order = await fixture.received(10, 6)
    const bill = await fixture.entered({ lines: [fixture.lineOf(order, 10, '5.00')] })
    expect(bill.status).toBe('blocked')
    expect(bill.findings).toMatchObject([
      { code: 'DQ', lineNo: 1, amount: '20.00', isBlocking: true },
      { code: 'PP', lineNo: 1, amount: '10.00', isBlocking: true },
    ])
    expect(await fixture.balances()).toEqual({ '1200': '24.00', '2050': '-24.00' })
  })

  test('is blocked until the goods arrive, and can then be posted', async () => {
    const order = await fixture.received(10, 0)
    const lines = [fixture.lineOf(order)]
    const bill = await fixture.entered({ billNumber: 'W-1', lines })
    expect(bill).toMatchObject({ status: 'blocked', findings: [{ code: 'DW' }] })
    await fixture.act(order.id, 'receive', fixture.warehouse)
    expect((await fixture.billAct(bill.id, 'reopen')).json()).toMatchObject({ status: 'draft' })
    expect((await fixture.billAct(bill.id, 'post')).json()).toMatchObject({ status: 'posted' })
  })

  test('with a number of the same vendor is refused, ignoring case', async () => {
    await fixture.posted(10, { billNumber: 'INV-7' })
    const order = await fixture.received()
    const again = await fixture.enter({ billNumber: 'inv-7', lines: [fixture.lineOf(order)] })
    expect(again.json()).toMatchObject({ status: 409, code: 'duplicate-bill' })
    const other = (await prizm.builders.vendor()).id
    const lines = [{ description: 'Freight', quantity: 1, unitPrice: '5.00' }]
    const elsewhere = await fixture.enter({ billNumber: 'INV-7', vendorId: other, lines })
    expect(elsewhere.statusCode).toBe(201)
  })

  test('bills received units once, even for two concurrent bills', async () => {
    const order = await fixture.received()
    const both = await Promise.all(
      [1, 2].map(() => fixture.enter({ lines: [fixture.lineOf(order)] })),
    )
    expect(countsOf(both)).toEqual({ 201: 2 })
    const statuses = both.map((answer) => answer.json<{ status: string }>().status)
    expect(statuses.sort()).toEqual(['blocked', 'posted'])
  })

  test('is prefilled with what is received and not billed', async () => {
    const order = await fixture.received(10, 8)
    const billable = () =>
      prizm.call('GET', `/api/purchase-orders/${order.id}/billable`, { as: fixture.finance })
    expect((await billable()).json()).toMatchObject({
      orderNumber: order.orderNumber,
      lines: [{ quantity: 8, unitPrice: '4.00' }],
    })
    await fixture.entered({ lines: [fixture.lineOf(order, 5)] })
    expect((await billable()).json()).toMatchObject({ lines: [{ quantity: 3, qtyBilled: 5 }] })
  })

  test('for an order without lines is matched against its total and posted as cost', async () => {
    const order = await fixture.made({ totalAmount: '500.00', status: 'received' }, fixture.manager)
    const url = `/api/purchase-orders/${order.id}/billable`
    const billableLines = async () =>
      (await prizm.call('GET', url, { as: fixture.finance })).json().lines
    expect(await billableLines()).toMatchObject([{ quantity: 1, unitPrice: '500.00' }])
    const lines = [{ purchaseOrderId: order.id, quantity: 1, unitPrice: '500.00' }]
    expect((await fixture.entered({ lines })).status).toBe('posted')
    expect(await fixture.balances()).toEqual({ '2000': '-500.00', '5000': '500.00' })
    expect(await billableLines()).toEqual([])
  })

  test('may be changed only while it is a draft', async () => {
    const order = await fixture.received()
    const lines = [fixture.lineOf(order, 5)]
    const draft = await fixture.entered({ status: 'draft', lines })
    expect(draft.status).toBe('draft')
    const { billNumber, vendorId, docDate } = draft
    const body = { billNumber, vendorId, docDate, lines: [fixture.lineOf(order)], status: 'posted' }
    const put = () =>
      prizm.call('PUT', `/api/vendor-bills/${draft.id}`, { as: fixture.finance, body })
    expect((await put()).json()).toMatchObject({ status: 'posted', totalAmount: '40.00' })
    expect((await put()).json()).toMatchObject({ status: 409, code: 'illegal-change' })
  })

  test.each([
    ['no lines', { lines: [] }],
    ['an unknown order line', { lines: [{ purchaseOrderItemId: 999, quantity: 1, unitPrice: 1 }] }],
    ['an unknown order', { lines: [{ purchaseOrderId: 999, quantity: 1, unitPrice: 1 }] }],
    ['nothing but zero', { lines: [{ description: 'x', quantity: 1, unitPrice: 0 }] }],
    ['no description', { lines: [{ quantity: 1, unitPrice: 1 }] }],
    ['too much', { lines: [{ description: 'x', quantity: 2e9, unitPrice: 9999999999 }] }],
    [
      'an unknown vendor',
      { vendorId: 999, lines: [{ description: 'x', quantity: 1, unitPrice: 1 }] },
    ],
  ])('with %s is refused', async (_what, fields) => {
    expect((await fixture.enter(fields)).statusCode).toBe(422)
  })

  test('with lines of another vendor’s order is refused', async () => {
    const order = await fixture.received()
    const vendorId = (await prizm.builders.vendor()).id
    const answer = await fixture.enter({ vendorId, lines: [fixture.lineOf(order)] })
    expect(answer.json()).toMatchObject({ status: 422 })
  })

  test('cannot be entered by buyers', async () => {
    expect((await fixture.enter({ lines: [] }, fixture.buyer)).statusCode).toBe(403)
  })
})

describe('a blocked bill', () => {
  const freight = (unitPrice: string) => [{ description: 'Freight', quantity: 1, unitPrice }]

  test('is released by another user, and posted', async () => {
    const bill = await fixture.entered({ lines: freight('25.00') })
    expect(bill).toMatchObject({ status: 'blocked', findings: [{ code: 'AN' }] })
    const released = await fixture.billAct(bill.id, 'release', fixture.colleague)
    expect(released.json()).toMatchObject({ status: 'posted', releases: [{ controls: [] }] })
    expect(await fixture.balances()).toEqual({ '2000': '-25.00', '5000': '25.00' })
  })

  test('released by its creator is recorded as a waiver, or refused', async () => {
    const [one, other] = [
      await fixture.entered({ lines: freight('25.00') }),
      await fixture.entered({ lines: freight('25.00') }),
    ]
    const waived = await fixture.billAct(one.id, 'release', fixture.finance)
    expect(waived.json()).toMatchObject({
      status: 'posted',
      releases: [{ controls: ['self-release'] }],
    })
    await fixture.set({ sodMode: 'enforce' })
    const refused = await fixture.billAct(other.id, 'release', fixture.finance)
    expect(refused.json()).toMatchObject({ status: 403, code: 'self-approval' })
  })

  test('with a large amount without an order needs two releases', async () => {
    await fixture.set({ sodMode: 'enforce' })
    const bill = await fixture.entered({ lines: freight('500.01') })
    expect(bill.releasesNeeded).toBe(2)
    const first = await fixture.billAct(bill.id, 'release', fixture.colleague)
    expect(first.json()).toMatchObject({ status: 'blocked', releases: [{}] })
    expect((await fixture.billAct(bill.id, 'release', fixture.colleague)).json()).toMatchObject({
      status: 403,
      code: 'second-person',
    })
    const second = await fixture.billAct(bill.id, 'release', fixture.third)
    expect(second.json()).toMatchObject({ status: 'posted' })
  })

  test('is released once by concurrent requests', async () => {
    const bill = await fixture.entered({ lines: freight('25.00') })
    const all = await Promise.all(
      [fixture.colleague, fixture.third].map((as) => fixture.billAct(bill.id, 'release', as)),
    )
    expect(countsOf(all)).toEqual({ 200: 1, 409: 1 })
  })

  test('cannot be released by the user who received its goods', async () => {
    await fixture.set({ sodMode: 'enforce' })
    const order = await fixture.approved()
    await fixture.act(order.id, 'receive', fixture.warehouse)
    const bill = await fixture.entered({ lines: [fixture.lineOf(order, 11)] })
    const refused = await fixture.billAct(bill.id, 'release', fixture.manager)
    expect(refused.json()).toMatchObject({ status: 403, code: 'bill-by-buyer' })
  })

  test.each([
    ['a level of its order', true],
    ['its order', false],
  ])('cannot be released by who approved %s, nor in whose name', async (_, hasLevels) => {
    await fixture.set({ sodMode: 'enforce' })
    const admin = await prizm.signIn('admin')
    const max = await prizm.builders.user({ username: 'max', role: 'manager' })
    const mia = await prizm.builders.user({ username: 'mia', role: 'manager' })
    const sessionOf = (of: { id: number }) => prizm.builders.session(of)
    const put = (url: string, body: object) => prizm.call('PUT', url, { as: admin, body })
    const levels = hasLevels ? [{ upTo: '1.00', userId: max.id }, { role: 'admin' }] : []
    await put('/api/purchase-approval-levels', { levels })
    await put(`/api/users/${mia.id}/limits`, { purchaseApprovalLimit: '0' })
    const days = { toUserId: mia.id, startsOn: '2026-03-02', endsOn: '2026-03-06' }
    await fixture.post('/api/delegations', await sessionOf(max), days)
    const order = await fixture.made({ items: fixture.lines(10), status: 'submitted' })
    const byMia = await fixture.act(order.id, 'approve', await sessionOf(mia))
    expect(byMia.statusCode, byMia.body).toBe(200)
    if (hasLevels) await fixture.act(order.id, 'approve', admin)
    await fixture.act(order.id, 'receive', fixture.warehouse)
    const bill = await fixture.entered({ lines: [fixture.lineOf(order, 11)] })
    const release = async (as: string) =>
      (await fixture.billAct(bill.id, 'release', as)).json<{ code: string }>().code
    expect(await release(await sessionOf(mia))).toBe('bill-by-buyer')
    expect(await release(await sessionOf(max))).toBe('bill-by-buyer')
    expect((await fixture.billAct(bill.id, 'release', fixture.colleague)).statusCode).toBe(200)
  })
})

describe('a void bill', () => {
  test('is reversed, and its goods can be billed again under its number', async () => {
    const order = await fixture.received()
    const lines = [fixture.lineOf(order)]
    const bill = await fixture.entered({ billNumber: 'V-1', lines })
    const done = await fixture.billAct(bill.id, 'void')
    expect(done.json()).toMatchObject({ status: 'void', openAmount: '0.00' })
    expect(await fixture.balances()).toEqual({ '1200': '40.00', '2050': '-40.00' })
    expect((await fixture.entered({ billNumber: 'V-1', lines })).status).toBe('posted')
    expect((await fixture.billAct(bill.id, 'void')).json()).toMatchObject({
      status: 409,
      code: 'illegal-transition',
    })
  })

  test('may have had any earlier status, but its month must be open', async () => {
    const draft = await fixture.entered({
      status: 'draft',
      lines: [{ description: 'x', quantity: 1, unitPrice: 1 }],
    })
    expect((await fixture.billAct(draft.id, 'void')).json()).toMatchObject({ status: 'void' })
    const bill = await fixture.posted()
    await fixture.query("update accounting_periods set status = 'closed', updated_at = now()")
    await fixture.query(
      `insert into audit_log (entity, entity_id, action, from_status, to_status)
       select 'period', p.id, 'close', step.before, step.after
       from accounting_periods p
       cross join (values (1, 'open', 'soft_closed'), (2, 'soft_closed', 'closed'))
         as step (place, before, after)
       order by p.id, step.place`,
    )
    expect((await fixture.billAct(bill.id, 'void')).json()).toMatchObject({ code: 'period-closed' })
  })
})

test('the database enforces the same bill transitions as the rules', async () => {
  const found = await fixture.query(
    `select from_status || ' to ' || to_status as step from payable_transitions
     where entity = 'vendor_bill'`,
  )
  const steps = Object.entries(vendorBillFlow).flatMap(([from, verbs]) =>
    Object.values(verbs).map((to) => `${from} to ${String(to)}`),
  )
  expect(new Set(found.map(({ step }) => step))).toEqual(new Set([' to draft', ...steps]))
})
