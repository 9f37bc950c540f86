import { afterEach, beforeEach, expect, test } from 'vitest'
import type { IntakeMessageDetails } from '#features/intake/contract.ts'
import { sample, withControlNumber, withPartner } from '../testing.ts'

// An 850 that is refused for what is not in its own text: its message says what to do next, and a
// run after that places it.

let edi: Awaited<ReturnType<typeof withPartner>>
beforeEach(async () => {
  edi = await withPartner()
})
afterEach(async () => {
  expect(await edi.broken()).toEqual([])
  await edi.prizm.close()
})

const good = sample('850')
/** The sample with these lines instead of its own. */
const withLines = (lines: readonly string[]) =>
  good
    .replace(/PO1[^]*AMT\*TT\*934\.94~\n/, `${lines.join('~\n')}~\nCTT*${lines.length}~\n`)
    .replace('SE*14*', `SE*${10 + lines.length}*`)
const widgets = 'PO1*1*24*EA*12.50**VN*WID-100'

/** The only open message, or the latest one. */
async function message(): Promise<IntakeMessageDetails> {
  const found = await edi.query<{ id: number }>('select max(id) as id from intake_messages')
  const path = `/api/intake-messages/${found[0]?.id}`
  return (await edi.prizm.call('GET', path, { as: edi.as })).json()
}
const call = (action: string, id: number, body?: object) =>
  edi.prizm.call('POST', `/api/intake-messages/${id}/${action}`, {
    as: edi.as,
    ...(body && { body }),
  })
/** Runs the message again; returns its state and its problems. */
async function run(as = edi.as) {
  const { id } = await message()
  const answer = await edi.prizm.call('POST', `/api/intake-messages/${id}/run`, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return { state: answer.json().state, problems: answer.json().problems }
}
const placed = { state: 'placed', problems: [] }
async function write(method: 'PATCH' | 'PUT', path: string, body: object): Promise<void> {
  const answer = await edi.prizm.call(method, path, { as: edi.admin, body })
  expect(answer.statusCode, answer.body).toBe(200)
}
const setActive = (path: string, isActive: boolean) => write('PATCH', path, { isActive })
const partnerPath = () => `/api/edi/partners/${edi.partner.id}`

test('an inactive customer is activated, and a run places the order', async () => {
  const path = `/api/customers/${edi.customer.id}`
  await setActive(path, false)
  await edi.take(good)
  const refused = {
    state: 'needs attention',
    problems: [
      {
        path: '',
        message: 'Customer ACME is inactive. Activate the customer, then run this message again',
        record: { kind: 'customer', code: 'ACME' },
      },
    ],
  }
  expect(await message()).toMatchObject(refused)
  expect(await run()).toEqual(refused)
  await setActive(path, true)
  expect(await run()).toEqual(placed)
  expect(await edi.orders()).toMatchObject([{ po: 'CPO-10045', source: 'edi' }])
})

test('a deleted customer is replaced at the partner, and the order is of the new one', async () => {
  await edi.query(`update customers set deleted_at = now() where customer_code = 'ACME'`)
  await edi.take(good)
  expect((await message()).problems).toEqual([
    {
      path: '',
      message:
        'Customer ACME of the EDI partner Acme Retail was deleted. Restore it, or select another ' +
        'customer for the partner, then run this message again',
      record: { kind: 'edi partner', code: 'Acme Retail' },
    },
  ])
  const beta = await edi.prizm.builders.customer({
    customerCode: 'BETA',
    creditLimit: '10000.00',
    allowBackorder: true,
    paymentTerms: '2% 10 net 30',
  })
  await write('PUT', partnerPath(), { ...edi.form, customerId: beta.id })
  expect(await run()).toEqual(placed)
  expect((await message()).customerCode).toBe('BETA')
  const owners = await edi.query('select customer_id as owner from sales_orders')
  expect(owners).toEqual([{ owner: beta.id }])
})

test('an inactive SKU is activated, and a run places the order', async () => {
  const [sku] = await edi.query<{ id: number }>(`select id from skus where sku = 'WID-100'`)
  const path = `/api/skus/${sku?.id}`
  await setActive(path, false)
  await edi.take(withLines([widgets]))
  expect((await message()).problems).toEqual([
    {
      path: '',
      message: 'None of its lines can be delivered. Correct them, then run this message again',
    },
    {
      path: 'line 1',
      message:
        'Line 1: SKU WID-100 is inactive. Activate it, or select another SKU, then run this ' +
        'message again',
      part: { customerId: edi.customer.id, code: 'WID-100' },
      record: { kind: 'sku', code: 'WID-100' },
    },
  ])
  await setActive(path, true)
  expect(await run()).toEqual(placed)
})

test('a line without a product number that is read says what to do', async () => {
  await edi.take(withLines(['PO1*1*24*EA*12.50**SZ*XL']))
  expect((await message()).problems.at(-1)).toEqual({
    path: 'line 1',
    message:
      'Line 1: it has no product number that we read. Enter the order in Order Entry, then ' +
      'reject this message',
  })
})

test('an order with more than 500 lines says what to do', async () => {
  const lines = Array.from({ length: 501 }, (_, row) => `PO1*${row + 1}*1*EA*12.50**VN*WID-100`)
  await edi.take(withLines(lines))
  expect(await message()).toMatchObject({
    state: 'needs attention',
    problems: [
      {
        path: '',
        message:
          'It has more than 500 lines. Enter it in Order Entry as several orders, or ask Acme ' +
          'Retail for several 850s, then reject this message',
      },
    ],
  })
})

test('a quantity that makes the amounts too large is corrected, and a run places it', async () => {
  await edi.take(withLines(['PO1*1*999999999*CA*99.99**VN*GAD-200']))
  const { id, problems } = await message()
  const cell = { rows: [1], field: 'quantity', label: 'Quantity in line 1' }
  expect(problems).toEqual([
    {
      path: '',
      message:
        'The amounts of this order are too large. Correct a quantity, then run this message again',
      cells: [{ ...cell, text: '999999999' }],
    },
  ])
  const cells = [{ row: 1, field: 'quantity', value: '2' }]
  expect((await call('correct', id, { cells })).statusCode).toBe(200)
  expect(await run()).toEqual(placed)
  const lines = await edi.query('select quantity from sales_order_items')
  expect(lines).toEqual([{ quantity: 2 }])
})

test('an order of $0.00 is placed by a manager', async () => {
  await write('PUT', '/api/settings', { shippingFlat: '0.00' })
  const free = { sku: 'FREE-1', price: '0.00', unitOfMeasure: 'EA', currentStock: 10 }
  await edi.prizm.builders.sku(free)
  await edi.take(withLines(['PO1*1*2*EA*0.00**VN*FREE-1']))
  const problem = {
    path: '',
    message:
      'Only a manager can create an order with a total of $0.00. Correct the prices, or ask a ' +
      'manager to run this message again',
  }
  expect((await message()).problems).toEqual([problem])
  expect(await run()).toEqual({ state: 'needs attention', problems: [problem] })
  expect(await run(await edi.prizm.signIn('manager'))).toEqual(placed)
})

test('an inactive partner is activated, and a run places the order', async () => {
  await edi.query('update skus set is_active = false')
  await edi.take(good)
  await edi.query('update skus set is_active = true')
  await write('PUT', partnerPath(), { ...edi.form, isActive: false })
  const { id } = await message()
  const refused = await call('run', id)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'The EDI partner of this message is inactive. Ask an administrator to activate it under EDI, ' +
      'Partners, then run this message again',
  ])
  await write('PUT', partnerPath(), { ...edi.form, isActive: true })
  expect(await run()).toEqual(placed)
})

test('a change names the order to change, and an unknown order is asked for', async () => {
  const unknown = good.replace('BEG*00', 'BEG*01')
  await edi.take(unknown)
  expect((await message()).problems).toEqual([
    {
      path: '',
      message:
        'The partner cancels CPO-10045, which is unknown. Ask Acme Retail for the right PO, then ' +
        'reject this message',
    },
  ])
  await edi.take(withControlNumber(good, 102))
  const [order] = await edi.orders()
  const code = String(order?.['number'])
  await edi.take(withControlNumber(good, 103).replace('BEG*00', 'BEG*04'))
  expect((await message()).problems).toEqual([
    {
      path: '',
      message:
        `The partner changes CPO-10045 (${code}, pending). Change the order, then reject this ` +
        'message',
      record: { kind: 'sales order', code },
    },
  ])
})

test('a copy that is opened again says what to do', async () => {
  await edi.take(good.replace('BEG*00', 'BEG*07'))
  const { id } = await message()
  const reopened = await call('reopen', id)
  expect(reopened.json()).toMatchObject({
    state: 'needs attention',
    problems: [
      {
        path: '',
        message:
          'The partner marked it as a copy (BEG01 is 07). Enter it in Order Entry if we do not ' +
          'have the order',
      },
    ],
  })
})
