// One file: running an 850 of the inbox again and closing it share its fixtures.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { IntakeMessageDetails } from '#features/intake/contract.ts'
import { sample, withControlNumber, withPartner } from '../testing.ts'

// A refused 850 waits in the intake inbox. After a correction the unchanged message is run again.

let edi: Awaited<ReturnType<typeof withPartner>>
beforeEach(async () => {
  edi = await withPartner()
})
afterEach(async () => {
  expect(await edi.broken()).toEqual([])
  await edi.prizm.close()
})

const good = sample('850')
/** The sample with part numbers of the buyer alone, none of which is a SKU of ours. */
const unknown = good
  .replace('VN*WID-100*BP*A-778', 'BP*A-778')
  .replace('VN*GAD-200*UP*012345678905', 'BP*G-1')
  .replace('VN*CBL-300', 'BP*C-1')

const call = (path: string, body?: object) =>
  edi.prizm.call('POST', path, { as: edi.as, ...(body && { body }) })
const messages = () =>
  edi.query<{ id: number; state: string; reason: string | null; arrivals: number }>(
    'select id, state, reason, arrivals from intake_messages order by id',
  )
const read = async (id: number): Promise<IntakeMessageDetails> =>
  (await edi.prizm.call('GET', `/api/intake-messages/${id}`, { as: edi.as })).json()
const notDeliverable =
  'None of its lines can be delivered. Correct them, then run this message again'
/** How often the order was acknowledged by an 855. */
const acknowledgments = () => edi.query(`select id from edi_documents where set_id = '855'`)

async function correct(text: string, sku: string, customerId = edi.customer.id): Promise<void> {
  const [found] = await edi.query<{ id: number }>(`select id from skus where sku = '${sku}'`)
  const body = { customerId, text, skuId: found?.id }
  expect((await call('/api/intake-corrections', body)).statusCode).toBe(201)
}

test('a placed 850 is recorded as placed, with its order', async () => {
  await edi.take(good)
  const [message] = await messages()
  const details = await read(message?.id ?? 0)
  expect(details).toMatchObject({
    channel: 'edi',
    sender: 'Acme Retail',
    subject: '850 CPO-10045',
    customerCode: 'ACME',
    customerPO: 'CPO-10045',
    state: 'placed',
    hasForm: false,
  })
  expect(details.orders).toHaveLength(1)
  expect(details.text).toContain('BEG*00*SA*CPO-10045**20260115~')
})

test('a dry run leaves no message', async () => {
  await edi.take(unknown, { query: '?dryRun=true' })
  expect(await messages()).toEqual([])
})

test('a refused 850 needs attention, and names the part numbers that are unknown', async () => {
  await edi.take(unknown)
  const [message] = await messages()
  const details = await read(message?.id ?? 0)
  expect([details.state, details.orders]).toEqual(['needs attention', []])
  const unknownPart = (line: number, code: string) => ({
    path: `line ${line}`,
    message: `Line ${line}: no SKU is known for ${code}`,
    part: { customerId: edi.customer.id, code },
  })
  expect(details.problems).toEqual([
    { path: '', message: notDeliverable },
    unknownPart(1, 'A-778'),
    unknownPart(2, 'G-1'),
    unknownPart(3, 'C-1'),
  ])
})

test('after a correction the unchanged message is placed and acknowledged again', async () => {
  await edi.take(unknown)
  const [message] = await messages()
  const id = message?.id ?? 0
  const before = await read(id)
  await correct('A-778', 'WID-100')
  const run = await call(`/api/intake-messages/${id}/run`)
  expect(run.statusCode, run.body).toBe(200)
  expect(run.json()).toMatchObject({ state: 'placed', sha256: before.sha256, problems: [] })
  expect(run.json().orders).toHaveLength(1)
  expect(await edi.orders()).toMatchObject([{ source: 'edi', po: 'CPO-10045' }])
  expect(await acknowledgments()).toHaveLength(2)
  expect(
    await edi.query(
      `select state, sales_order_id is not null as "hasOrder" from edi_documents
       where set_id = '850'`,
    ),
  ).toEqual([{ state: 'taken', hasOrder: true }])
})

test('a run that is refused again sends no second refusal', async () => {
  await edi.take(unknown)
  const [message] = await messages()
  const run = await call(`/api/intake-messages/${message?.id}/run`)
  expect(run.json().state).toBe('needs attention')
  expect(await acknowledgments()).toHaveLength(1)
})

test('two runs at once create one order and one acknowledgment', async () => {
  await edi.take(unknown)
  await correct('A-778', 'WID-100')
  const [message] = await messages()
  const path = `/api/intake-messages/${message?.id}/run`
  const both = await Promise.all([call(path), call(path)])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await edi.orders()).toHaveLength(1)
  expect(await acknowledgments()).toHaveLength(2)
})

test('the same order in another file is the same open message, and is placed by it', async () => {
  await edi.take(unknown)
  await correct('A-778', 'WID-100')
  await edi.take(withControlNumber(unknown, 102))
  expect(await messages()).toMatchObject([{ state: 'placed', arrivals: 2 }])
  expect(await edi.orders()).toHaveLength(1)
})

/** Adds the partner Beta Retail. Returns its customer, and a text as that partner sends it. */
async function withBeta() {
  const beta = { customerCode: 'BETA', creditLimit: '10000.00', allowBackorder: true }
  const customer = await edi.prizm.builders.customer({ ...beta, paymentTerms: '2% 10 net 30' })
  const named = { name: 'Beta Retail', customerId: customer.id, identifier: 'BETARETAIL' }
  const body = { ...edi.form, ...named }
  const made = await edi.prizm.call('POST', '/api/edi/partners', { as: edi.admin, body })
  expect(made.statusCode, made.body).toBe(201)
  const fromBeta = (text: string) => text.replaceAll('ACMERETAIL', 'BETARETAIL')
  return { customerId: customer.id, fromBeta }
}
const bySender = () =>
  edi.query(
    `select m.sender, m.state, m.arrivals, m.version, c.customer_code as customer,
            m.problems -> 0 ->> 'message' as problem, d.state as "documentState",
            array(select k.customer_code::text from intake_orders o
                  join sales_orders s on s.id = o.sales_order_id
                  join customers k on k.id = s.customer_id
                  where o.message_id = m.id) as orders
     from intake_messages m join customers c on c.id = m.customer_id
     join edi_documents d on m.source_key = 'edi_document ' || d.id order by m.id`,
  )

test('the same text of two partners is two messages, and each has its own outcome', async () => {
  const { customerId, fromBeta } = await withBeta()
  await edi.take(unknown)
  await edi.take(fromBeta(unknown))
  const open = {
    state: 'needs attention',
    arrivals: 1,
    version: 1,
    problem: notDeliverable,
    documentState: 'refused',
    orders: [],
  }
  const acme = { ...open, sender: 'Acme Retail', customer: 'ACME' }
  const beta = { ...open, sender: 'Beta Retail', customer: 'BETA' }
  expect(await bySender()).toEqual([acme, beta])
  await correct('A-778', 'WID-100', customerId)
  const [first, second] = await messages()
  const run = await call(`/api/intake-messages/${second?.id}/run`)
  expect(run.json().state, run.body).toBe('placed')
  const placed = { state: 'placed', version: 2, problem: null, documentState: 'taken' }
  expect(await bySender()).toEqual([acme, { ...beta, ...placed, orders: ['BETA'] }])
  await correct('A-778', 'WID-100')
  expect((await call(`/api/intake-messages/${first?.id}/run`)).json().state).toBe('placed')
  expect(await bySender()).toEqual([
    { ...acme, ...placed, orders: ['ACME'] },
    { ...beta, ...placed, orders: ['BETA'] },
  ])
})

test('the text of another partner neither settles a message nor counts as arrival', async () => {
  const { fromBeta, customerId } = await withBeta()
  await edi.take(unknown)
  await correct('A-778', 'WID-100', customerId)
  await edi.take(fromBeta(unknown))
  expect(await bySender()).toMatchObject([
    { sender: 'Acme Retail', state: 'needs attention', arrivals: 1, orders: [] },
    { sender: 'Beta Retail', state: 'placed', arrivals: 1, orders: ['BETA'] },
  ])
})

describe('a rejection in the inbox', () => {
  const documents = () =>
    edi.query(
      `select d.state, d.needs_person as open, d.note, u.username as by,
              d.settled_at is not null as done
       from edi_documents d left join users u on u.id = d.settled_by where d.set_id = '850'`,
    )
  const me = async () => {
    const [user] = await edi.query<{ username: string }>(
      `select username from users where role = 'sales'`,
    )
    return user?.username
  }
  const reason = 'Ordered twice by mistake'

  test.each([
    ['of one message', (id: number) => call(`/api/intake-messages/${id}/reject`, { reason })],
    [
      'of many messages',
      (id: number) => call('/api/intake-messages/change', { action: 'reject', ids: [id], reason }),
    ],
  ])('%s marks the 850 as done, with the reason', async (_, reject) => {
    await edi.take(unknown)
    const [message] = await messages()
    expect(await documents()).toEqual([
      { state: 'refused', open: true, note: null, by: null, done: false },
    ])
    expect((await reject(message?.id ?? 0)).statusCode).toBe(200)
    expect(await documents()).toEqual([
      { state: 'refused', open: true, note: reason, by: await me(), done: true },
    ])
    const open = await edi.prizm.call('GET', '/api/edi/documents?open=true', { as: edi.as })
    expect(open.json()).toEqual([])
    expect(await acknowledgments()).toHaveLength(1)
    const history = await edi.query(
      `select action, reason from audit_log where entity = 'edi_document' and action = 'settle'`,
    )
    expect(history).toEqual([{ action: 'settle', reason }])
  })

  test('ends when the message is reopened', async () => {
    await edi.take(unknown)
    const [message] = await messages()
    const path = `/api/intake-messages/${message?.id}`
    await call(`${path}/reject`, { reason })
    expect((await call(`${path}/reopen`)).statusCode).toBe(200)
    expect(await documents()).toEqual([
      { state: 'refused', open: true, note: null, by: null, done: false },
    ])
    const history = await edi.query(
      `select action from audit_log where entity = 'edi_document' order by id`,
    )
    expect(history).toEqual([{ action: 'settle' }, { action: 'reopen' }])
  })

  test('is decided anew by a run after it is reopened', async () => {
    await edi.take(unknown)
    const [message] = await messages()
    const path = `/api/intake-messages/${message?.id}`
    await call(`${path}/reject`, { reason })
    expect((await call(`${path}/reopen`)).statusCode).toBe(200)
    expect((await call(`${path}/run`)).json().state).toBe('needs attention')
    expect(await documents()).toEqual([
      { state: 'refused', open: true, note: null, by: null, done: false },
    ])
  })
})

describe('one state of an 850 and its copies', () => {
  const documents = () =>
    edi.query(
      `select d.state, d.note, d.settled_at is not null as done
       from edi_documents d where d.set_id = '850' order by d.id`,
    )
  const open = { state: 'refused', note: null, done: false }
  /** Two copies of an 850 that is refused, as one message. */
  const received = async () => {
    await edi.take(unknown)
    await edi.take(withControlNumber(unknown, 102))
    const [message, ...others] = await messages()
    expect([message?.arrivals, others]).toEqual([2, []])
    expect(await documents()).toEqual([open, open])
    return `/api/intake-messages/${message?.id}`
  }

  test('a message that is marked as a duplicate is done under EDI, too', async () => {
    await edi.take(good)
    const [first] = await messages()
    await edi.take(withControlNumber(unknown, 102).replaceAll('CPO-10045', 'CPO-2'))
    const path = `/api/intake-messages/${(await messages()).at(-1)?.id}`
    const matched = await call(`${path}/match`, { duplicateOf: first?.id })
    expect([matched.statusCode, matched.json().state]).toEqual([200, 'duplicate'])
    const reason = `Duplicate of message ${first?.id} under Intake`
    expect(await documents()).toEqual([
      { state: 'taken', note: null, done: false },
      { state: 'refused', note: reason, done: true },
    ])
    const left = await edi.prizm.call('GET', '/api/edi/documents?open=true', { as: edi.as })
    expect(left.json()).toEqual([])
    const history = await edi.query(
      `select action, reason from audit_log where entity = 'edi_document' and action = 'settle'`,
    )
    expect(history).toEqual([{ action: 'settle', reason }])
    expect(await acknowledgments()).toHaveLength(2)
  })

  test('a message that cannot be a duplicate leaves its 850 open', async () => {
    const path = await received()
    expect((await call(`${path}/match`, { duplicateOf: 99 })).statusCode).toBe(422)
    expect(await documents()).toEqual([open, open])
  })

  test('a rejection settles the copies that arrived before', async () => {
    const path = await received()
    expect((await call(`${path}/reject`, { reason: 'Test' })).statusCode).toBe(200)
    const done = { state: 'refused', note: 'Test', done: true }
    expect(await documents()).toEqual([done, done])
  })

  test('a run that places the order settles the copies that arrived before', async () => {
    const path = await received()
    await correct('A-778', 'WID-100')
    expect((await call(`${path}/run`)).json().state).toBe('placed')
    const [order] = await edi.orders()
    const note = `Copy of the 850 of ${String(order?.['number'])}`
    expect(await documents()).toEqual([
      { state: 'refused', note, done: true },
      { state: 'taken', note: null, done: false },
    ])
  })

  test('a copy that is placed on arrival settles the one before', async () => {
    await edi.take(unknown)
    await correct('A-778', 'WID-100')
    await edi.take(withControlNumber(unknown, 102))
    const [order] = await edi.orders()
    const note = `Copy of the 850 of ${String(order?.['number'])}`
    expect(await documents()).toEqual([
      { state: 'refused', note, done: true },
      { state: 'taken', note: null, done: false },
    ])
  })

  test('the same text of another partner stays open', async () => {
    const path = await received()
    const { fromBeta } = await withBeta()
    await edi.take(fromBeta(unknown))
    expect((await call(`${path}/reject`, { reason: 'Test' })).statusCode).toBe(200)
    const done = { ...open, note: 'Test', done: true }
    expect(await documents()).toEqual([done, done, open])
  })
})

test('an order with a number that exists is a duplicate', async () => {
  await edi.take(good)
  await edi.take(withControlNumber(good, 102).replace('PO1*1*24', 'PO1*1*25'))
  expect((await messages()).map(({ state }) => state)).toEqual(['placed', 'duplicate'])
})

describe('a quantity that cannot be shipped', () => {
  /** The sample with half a widget too much; its other lines are unknown. */
  const fractional = unknown
    .replace('PO1*1*24*EA*12.50**BP*A-778', 'PO1*1*2.5*EA*12.50**VN*WID-100')
    .replace('CTT*3*130', 'CTT*3')
    .replace('AMT*TT*934.94~\n', '')
    .replace('SE*14*', 'SE*13*')
  const cell = { rows: [1], field: 'quantity', label: 'Quantity in line 1' }
  const problem = (quantity: string) => ({
    path: 'line 1 quantity',
    message: `Line 1: the quantity ${quantity} must be a whole number of at least 1`,
    cells: [{ ...cell, text: quantity }],
  })
  const correctCell = (id: number, value: string, row = 1) =>
    call(`/api/intake-messages/${id}/correct`, { cells: [{ row, field: 'quantity', value }] })

  test('is corrected in its message, and the 855 says that it was changed', async () => {
    await edi.take(fractional)
    const [message] = await messages()
    const id = message?.id ?? 0
    const before = await read(id)
    expect(before.problems.at(-1)).toEqual(problem('2.5'))
    expect(before.cells).toEqual([])
    const corrected = await correctCell(id, '3')
    expect([corrected.statusCode, corrected.json().cells]).toEqual([200, [{ ...cell, value: '3' }]])
    expect(await edi.orders()).toEqual([])
    const run = (await call(`/api/intake-messages/${id}/run`)).json()
    expect(run).toMatchObject({ state: 'placed', sha256: before.sha256, text: before.text })
    const lines = await edi.query(
      `select k.sku, i.quantity from sales_order_items i join skus k on k.id = i.sku_id`,
    )
    expect(lines).toEqual([{ sku: 'WID-100', quantity: 3 }])
    const [answer] = await edi.query<{ body: string[][] }>(
      `select body from edi_documents where set_id = '855' order by id desc limit 1`,
    )
    const segments = answer?.body ?? []
    expect(segments.filter(([name]) => name === 'ACK').map((each) => each.slice(0, 4))).toEqual([
      ['ACK', 'IQ', '3', 'EA'],
      ['ACK', 'IR', '6', 'CA'],
      ['ACK', 'IR', '100', 'FT'],
    ])
    expect(segments.find(([name]) => name === 'PO1')?.slice(1, 4)).toEqual(['1', '2.5', 'EA'])
  })

  test('stays a problem if the correction cannot be shipped either', async () => {
    await edi.take(fractional)
    const [message] = await messages()
    const id = message?.id ?? 0
    await correctCell(id, '0')
    const run = (await call(`/api/intake-messages/${id}/run`)).json()
    expect([run.state, run.problems.at(-1)]).toEqual(['needs attention', problem('0')])
    expect(await edi.orders()).toEqual([])
  })

  test('is the only value of an 850 that is corrected so', async () => {
    await edi.take(fractional)
    const [message] = await messages()
    const refused = await correctCell(message?.id ?? 0, '3', 2)
    expect([refused.statusCode, refused.json().errors]).toMatchObject([
      422,
      [{ path: 'cells.0.field', message: 'No problem of this message is about this value' }],
    ])
  })
})

describe('an 850 whose PO another order has', () => {
  /** Receives it after another one with its PO. Returns the path of its message. */
  const received = async () => {
    await edi.take(good)
    await edi.take(withControlNumber(good, 102).replace('PO1*1*24', 'PO1*1*25'))
    return `/api/intake-messages/${(await messages()).at(-1)?.id}`
  }
  const openUnderEdi = () =>
    edi.query('select id from edi_documents where needs_person and settled_at is null')
  const numbers = async () => (await edi.orders()).map(({ number }) => String(number))

  test('is placed if a person opens it again and chooses so', async () => {
    const path = await received()
    const [first = ''] = await numbers()
    expect((await call(`${path}/run?again=1`)).statusCode).toBe(409)
    const reopened = (await call(`${path}/reopen`)).json()
    const message = `CPO-10045 is a duplicate of ${first}. Create it again if it is another order`
    const record = { kind: 'sales order', code: first }
    const problem = { path: '', message, record, repeatedRow: 1, repeatedOrder: first }
    expect([reopened.state, reopened.problems]).toEqual(['needs attention', [problem]])
    expect((await call(`${path}/run`)).json().state).toBe('duplicate')
    // A person has run it and found it closed, so it is done under EDI, too.
    expect(await openUnderEdi()).toEqual([])
    expect(await acknowledgments()).toHaveLength(2)
    await call(`${path}/reopen`)
    const placed = (await call(`${path}/run?again=1`)).json()
    expect([placed.state, placed.problems, placed.orders.length]).toEqual(['placed', [], 1])
    expect(await edi.orders()).toMatchObject([{ po: 'CPO-10045' }, { po: 'CPO-10045' }])
    expect(await acknowledgments()).toHaveLength(3)
  })

  test('is no repetition if a newer order has the PO by now', async () => {
    const path = await received()
    await call(`${path}/reopen`)
    const manager = await edi.prizm.signIn('manager')
    await edi.query(`update sales_orders set customer_po = 'CPO-1'`)
    const [sku] = await edi.query<{ id: number }>(`select id from skus where sku = 'CBL-300'`)
    const items = [{ skuId: sku?.id, quantity: 1 }]
    const body = { customerId: edi.customer.id, customerPO: 'CPO-10045', items }
    const newer = await edi.prizm.call('POST', '/api/orders/create', { as: manager, body })
    expect(newer.statusCode, newer.body).toBe(201)
    const run = (await call(`${path}/run?again=1`)).json()
    const number = newer.json().order.orderNumber
    expect([run.state, run.reason]).toEqual(['duplicate', `CPO-10045 is a duplicate of ${number}`])
    expect(await numbers()).toHaveLength(2)
  })

  test('has one row', async () => {
    const path = await received()
    await call(`${path}/reopen`)
    const refused = await call(`${path}/run?again=2`)
    expect([refused.statusCode, refused.json().errors]).toMatchObject([
      422,
      [{ path: 'again', message: 'The order of an 850 is in row 1' }],
    ])
  })
})

test('who may not import orders may not run one', async () => {
  await edi.take(unknown)
  const [message] = await messages()
  // The role works in the inbox, but does not import orders.
  const as = await edi.prizm.signIn('user')
  const path = `/api/intake-messages/${message?.id}/run`
  expect((await edi.prizm.call('POST', path, { as })).statusCode).toBe(403)
})
