import { afterEach, beforeEach, expect, test } from 'vitest'
import { withControlNumber, responseSegments, sample, withPartner } from '../testing.ts'
import { differentReplays } from '#features/order-entry/server/testing.ts'

// The user's choices for the orders of a file: accept, hold, leave out.

let edi: Awaited<ReturnType<typeof withPartner>>
let me = ''
beforeEach(async () => {
  edi = await withPartner()
  const [user] = await edi.query<{ username: string }>(
    `select username from users where role = 'sales'`,
  )
  me = user?.username ?? ''
})
afterEach(async () => {
  expect(await differentReplays(edi.prizm)).toEqual([])
  await edi.prizm.close()
})

/** A file with three orders, CPO-1 to CPO-3, each with three lines. */
function threeOrders(): string {
  const good = sample('850')
  const set = /ST\*850[\s\S]*SE\*14\*0001~/.exec(good)?.[0] ?? ''
  const sets = [1, 2, 3].map((each) =>
    set.replaceAll('*0001~', `*000${each}~`).replace('CPO-10045', `CPO-${each}`),
  )
  return good.replace(set, sets.join('\n')).replace('GE*1*', 'GE*3*')
}

const documents = () =>
  edi.query<Record<string, unknown>>(
    `select reference, state, reason, needs_person as open, sales_order_id is not null as made
     from edi_documents where set_id = '850' order by id`,
  )

test("each order follows the user's choice, and the 855 and the audit log report it", async () => {
  const interchange = await edi.take(threeOrders(), { query: '?hold=1.2&leave=1.3' })
  expect(interchange.orders.map(({ place, state }) => [place, state])).toEqual([
    ['1.1', 'taken'],
    ['1.2', 'held'],
    ['1.3', 'refused'],
  ])
  expect(await edi.orders()).toMatchObject([
    { po: 'CPO-1', status: 'pending', hold: null },
    { po: 'CPO-2', status: 'pending', hold: 'manual' },
  ])
  const held = `Put on hold by ${me} during the import`
  const skipReason = `Skipped by ${me} during the import`
  expect(await edi.query('select hold_note as note from sales_orders order by id')).toEqual([
    { note: null },
    { note: held },
  ])
  expect(await documents()).toEqual([
    { reference: 'CPO-1', state: 'taken', reason: null, open: false, made: true },
    { reference: 'CPO-2', state: 'held', reason: held, open: true, made: true },
    { reference: 'CPO-3', state: 'refused', reason: skipReason, open: false, made: false },
  ])
  expect(
    await edi.query(
      `select a.action, a.reason, u.username as by from audit_log a
       join users u on u.id = a.actor_id where a.entity = 'edi_document'`,
    ),
  ).toEqual([{ action: 'reject', reason: skipReason, by: me }])
  expect(responseSegments(interchange, '997').slice(-1)).toEqual(['AK9*A*3*3*3'])
  const answers = responseSegments(interchange, '855').filter((line) => /^(BAK|ACK)/.test(line))
  const [one, two] = interchange.orders.map(({ orderNumber }) => orderNumber)
  expect(answers).toEqual([
    `BAK*00*AC*CPO-1*20260115****${one}*20260302`,
    'ACK*IA*24*EA*068*20260302',
    'ACK*IA*4*CA*068*20260302',
    'ACK*IB*2*CA',
    'ACK*IA*100*FT*068*20260302',
    `BAK*00*AC*CPO-2*20260115****${two}*20260302`,
    'ACK*IH*24*EA',
    'ACK*IH*6*CA',
    'ACK*IH*100*FT',
    'BAK*00*RD*CPO-3*20260115*****20260302',
    'ACK*IR*24*EA',
    'ACK*IR*6*CA',
    'ACK*IR*100*FT',
  ])
  expect(await edi.broken()).toEqual([])
})

test('a dry run returns the places and the result of the choices, and stores nothing', async () => {
  const query = '?dryRun=true&leave=1.1,1.2'
  const checked = await edi.take(threeOrders(), { query })
  expect(checked.orders.map(({ place, state }) => [place, state])).toEqual([
    ['1.1', 'refused'],
    ['1.2', 'refused'],
    ['1.3', 'taken'],
  ])
  expect(await edi.orders()).toEqual([])
  expect(await edi.query('select id from edi_documents')).toEqual([])
})

test.each([
  ['a place behind the last', '?hold=1.4', 'This file has no new order at 1.4'],
  ['another interchange', '?leave=2.1', 'This file has no new order at 2.1'],
  ['two wishes for one order', '?hold=1.1&leave=1.2,1.1', 'The order at 1.1 is listed twice'],
  ['a word', '?leave=first', 'Must be positions such as 1.1,1.3'],
  ['a thousand', `?hold=${'1.1,'.repeat(1000)}1.1`, 'Too many orders. Split the file'],
])('%s is refused with a message, and nothing is imported', async (_, query, message) => {
  const answer = await edi.hand(threeOrders(), { query })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().detail).toContain(message)
  expect(await edi.orders()).toEqual([])
  expect(await edi.query('select id from edi_interchanges')).toEqual([])
})

test('a cancellation is not a new order, so no choice applies to it', async () => {
  await edi.take(sample('850'))
  const back = withControlNumber(sample('850'), 102).replace('BEG*00', 'BEG*01')
  const answer = await edi.hand(back, { query: '?leave=1.1' })
  expect(answer.json().detail).toContain('This file has no new order at 1.1')
  const interchange = await edi.take(back)
  expect(interchange.orders).toMatchObject([{ state: 'cancelled', place: null }])
})

test('an order on hold by the rules has their hold reason', async () => {
  const text = sample('850').replace('*24*EA*12.50', '*24*EA*12.49')
  const interchange = await edi.take(text, { query: '?hold=1.1' })
  expect(await edi.orders()).toMatchObject([{ hold: 'price' }])
  expect(interchange.orders[0]?.reason).toBe(
    `Put on hold by ${me} during the import. ` + 'Line 1: customer price $12.49, our price $12.50',
  )
  expect(responseSegments(interchange, '855').filter((line) => line.startsWith('ACK'))).toEqual([
    'ACK*IP*24*EA',
    'ACK*IH*6*CA',
    'ACK*IH*100*FT',
  ])
})

test('a duplicate file is not processed again; an order left out may be sent again', async () => {
  const first = await edi.take(sample('850'), { query: '?leave=1.1' })
  expect(first.orders).toMatchObject([{ state: 'refused', place: '1.1', orderNumber: null }])
  expect(await edi.take(sample('850'))).toMatchObject({ state: 'duplicate', orders: [] })
  expect(await edi.orders()).toEqual([])
  const again = await edi.take(withControlNumber(sample('850'), 102))
  expect(again.orders).toMatchObject([{ state: 'taken', place: '1.1' }])
  expect(await edi.orders()).toMatchObject([{ po: 'CPO-10045', hold: null }])
})

test('a hold request on a rejected order is stored until the order is accepted', async () => {
  await edi.query('update skus set is_active = false')
  const first = await edi.take(sample('850'), { query: '?hold=1.1' })
  expect(first.orders).toMatchObject([
    { state: 'refused', reason: 'None of its lines can be delivered' },
  ])
  const again = await edi.take(withControlNumber(sample('850'), 102))
  expect(again.orders).toMatchObject([{ state: 'refused' }])
  await edi.query('update skus set is_active = true')
  // The author of the request stays the same, even if another user imports the file.
  const interchange = await edi.take(withControlNumber(sample('850'), 103), { by: edi.admin })
  const held = `Put on hold by ${me} during the import`
  expect(interchange.orders).toMatchObject([{ state: 'held', reason: held }])
  expect(await edi.orders()).toMatchObject([{ po: 'CPO-10045', hold: 'manual' }])
  expect(
    await edi.query(
      'select hold_wished_by as by from edi_documents where hold_wished_by is not null',
    ),
  ).toEqual([])
})

test('a hold request ends when a user leaves the order out', async () => {
  await edi.query('update skus set is_active = false')
  await edi.take(sample('850'), { query: '?hold=1.1' })
  await edi.query('update skus set is_active = true')
  await edi.take(withControlNumber(sample('850'), 102), { query: '?leave=1.1' })
  const interchange = await edi.take(withControlNumber(sample('850'), 103))
  expect(interchange.orders).toMatchObject([{ state: 'taken' }])
})

const holdRequests = () =>
  edi.query('select hold_wished_by from edi_documents where hold_wished_by is not null')

test('a hold request ends when the document is settled', async () => {
  await edi.query('update skus set is_active = false')
  await edi.take(sample('850'), { query: '?hold=1.1' })
  expect(await holdRequests()).toEqual([{ hold_wished_by: me }])
  const [refused] = await edi.query<{ id: number }>(
    'select id from edi_documents where needs_person',
  )
  const url = `/api/edi/documents/${refused?.id}/settle`
  const settled = await edi.prizm.call('POST', url, { as: edi.as, body: { note: 'Told them' } })
  expect(settled.statusCode).toBe(200)
  expect(await holdRequests()).toEqual([])
  await edi.query('update skus set is_active = true')
  expect((await edi.take(withControlNumber(sample('850'), 102))).orders).toMatchObject([
    { state: 'taken' },
  ])
  expect(await edi.orders()).toMatchObject([{ po: 'CPO-10045', hold: null }])
})

test('a hold request for an order that already exists is not stored', async () => {
  await edi.take(sample('850'))
  const again = await edi.take(withControlNumber(sample('850'), 102), { query: '?hold=1.1' })
  expect(again.orders).toMatchObject([{ state: 'refused' }])
  expect(await holdRequests()).toEqual([])
})

test('a hold request on an invalid set is stored until the order is accepted', async () => {
  const wrong = sample('850').replace('SE*14*0001', 'SE*13*0001')
  const first = await edi.take(wrong, { query: '?hold=1.1' })
  expect(first.orders).toMatchObject([{ state: 'rejected', reference: 'CPO-10045' }])
  const taken = await edi.take(withControlNumber(sample('850'), 102))
  expect(taken.orders).toMatchObject([{ state: 'held' }])
  expect(await edi.orders()).toMatchObject([{ hold: 'manual' }])
})
