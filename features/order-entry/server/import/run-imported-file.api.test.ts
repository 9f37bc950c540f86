// One file: all ways to run an imported file again share its fixtures.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { IntakeMessageDetails } from '#features/intake/contract.ts'

// An imported file is a message of the intake inbox. Its open orders are run again after a fix.

let prizm: TestApp
let as: string
let customerId: number
let boltId: number

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  const rich = { customerCode: 'RICH', creditLimit: '10000.00', address: 'Here' }
  customerId = (await prizm.builders.customer(rich)).id
  boltId = (await prizm.builders.sku({ sku: 'BOLT', price: '10.00', currentStock: 50 })).id
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

const head = 'Customer Code,Customer PO,SKU Code,Quantity'
const file = [head, 'RICH,P-1,BOLT,2', 'RICH,P-2,BP-7,4'].join('\n')

const importFile = (text: string, query = '?fileName=march.csv') =>
  prizm.app.inject({
    method: 'POST',
    url: `/api/orders/import${query}`,
    headers: { cookie: as, 'content-type': 'text/csv' },
    payload: text,
  })
/** The messages, once those of refused orders are recorded, which happens after the answer. */
const list = async (): Promise<IntakeMessageDetails[]> => {
  await prizm.app.background.finish()
  return (await prizm.call('GET', '/api/intake-messages?sort=id', { as })).json()
}
const run = (id: number, query = '') =>
  prizm.call('POST', `/api/intake-messages/${id}/run${query}`, { as })
/** Imports a file on the next day. */
const importNextDay = async (text: string, query?: string) => {
  prizm.clock.now = new Date('2026-03-03T15:00:00Z')
  as = await prizm.signIn('manager')
  await importFile(text, query)
  return (await list()).at(-1)?.id ?? 0
}
const orders = async () => {
  const found = await prizm.rows<{ po: string }>('select customer_po as po from sales_orders')
  return found.map(({ po }) => po).toSorted()
}
const correct = () => {
  const body = { customerId, text: 'bp-7', skuId: boltId }
  return prizm.call('POST', '/api/intake-corrections', { as, body })
}

test('a file whose orders are all created is recorded as placed', async () => {
  await importFile([head, 'RICH,P-1,BOLT,2'].join('\n'))
  const [message, ...others] = await list()
  expect(others).toEqual([])
  expect(message).toMatchObject({ channel: 'csv', subject: 'march.csv', state: 'placed' })
  expect(message?.orderNumbers).toHaveLength(1)
})

test('a dry run records nothing', async () => {
  await importFile(file, '?dryRun=true')
  expect(await list()).toEqual([])
})

test('a file with an unknown part number needs attention, and says in which row', async () => {
  await importFile(file)
  const [message] = await list()
  const details = await prizm.call('GET', `/api/intake-messages/${message?.id}`, { as })
  expect(details.json()).toMatchObject({ state: 'needs attention', hasForm: false, text: file })
  expect(details.json().problems).toEqual([
    {
      path: 'row 3 sku',
      message: 'Row 3: SKU BP-7 does not exist',
      part: { customerId, code: 'BP-7' },
    },
  ])
  expect(await orders()).toEqual(['P-1'])
})

test('after a correction only the order that was open is created, also days later', async () => {
  await importFile(file)
  const [message] = await list()
  await correct()
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 3 * 24 * 60 * 60 * 1000)
  as = await prizm.signIn('manager')
  const again = await run(message?.id ?? 0)
  expect(again.statusCode, again.body).toBe(200)
  expect(again.json()).toMatchObject({ state: 'placed', problems: [] })
  expect(again.json().orders).toHaveLength(2)
  expect(await orders()).toEqual(['P-1', 'P-2'])
})

test('two runs at once create each order once', async () => {
  await importFile(file)
  const [message] = await list()
  await correct()
  const both = await Promise.all([run(message?.id ?? 0), run(message?.id ?? 0)])
  expect(both.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(1)
  expect(await orders()).toEqual(['P-1', 'P-2'])
})

test('an order that the user left out stays out when the file is run again', async () => {
  await importFile(file, '?leave=2')
  const [message] = await list()
  await correct()
  await run(message?.id ?? 0)
  expect(await orders()).toEqual(['P-2'])
})

test('a file that was imported before is a duplicate', async () => {
  const text = [head, 'RICH,P-1,BOLT,2'].join('\n')
  await importFile(text)
  await importFile(text)
  const [first, second] = await list()
  expect(second).toMatchObject({ state: 'duplicate', duplicateOf: first?.id })
  expect(await orders()).toEqual(['P-1'])
})

test('a standing order of another day is created when a person chooses its row', async () => {
  const text = [head, 'RICH,P-1,BOLT,2', 'RICH,P-2,BOLT,3'].join('\n')
  await importFile(text)
  const found = await prizm.rows<{ number: string }>(
    'select order_number as number from sales_orders order by customer_po',
  )
  const id = await importNextDay(text)
  const sentence = 'This customer PO was ordered on 3/2/2026. Choose to create it again or not'
  const repeated = (row: number) => {
    const repeatedOrder = found[row - 2]?.number
    const message = `Row ${row}: ${sentence}`
    return { path: `row ${row}`, message, repeatedRow: row, repeatedOrder }
  }
  const unchosen = (await run(id)).json()
  expect(unchosen.state).toBe('needs attention')
  expect(unchosen.problems).toEqual([repeated(2), repeated(3)])
  expect(await orders()).toEqual(['P-1', 'P-2'])
  const first = (await run(id, '?again=2')).json()
  expect([first.state, first.problems]).toEqual(['needs attention', [repeated(3)]])
  expect(await orders()).toEqual(['P-1', 'P-1', 'P-2'])
  const twice = await run(id, '?again=2')
  expect([twice.statusCode, twice.json().errors]).toMatchObject([
    422,
    [{ path: 'again', message: 'The order of row 2 is listed twice' }],
  ])
  const second = (await run(id, '?again=3')).json()
  expect([second.state, second.problems, second.orders.length]).toEqual(['placed', [], 2])
  expect(await orders()).toEqual(['P-1', 'P-1', 'P-2', 'P-2'])
})

test('a standing order of a file that stays open is created on each day it is chosen', async () => {
  const text = [head, 'RICH,P-1,BOLT,2', 'RICH,P-2,BP-7,4'].join('\n')
  const clerk = await prizm.builders.user({ role: 'manager' })
  as = await prizm.builders.session(clerk)
  await importFile(text)
  const [message] = await list()
  const id = message?.id ?? 0
  for (const day of ['2026-03-03', '2026-03-04']) {
    prizm.clock.now = new Date(`${day}T15:00:00Z`)
    as = await prizm.builders.session(clerk)
    await importFile(text)
    const chosen = await run(id, '?again=2')
    expect([chosen.statusCode, chosen.json().state]).toEqual([200, 'needs attention'])
    expect((await run(id, '?again=2')).statusCode).toBe(422)
  }
  expect(await orders()).toEqual(['P-1', 'P-1', 'P-1'])
  const found = (await list()).map(({ arrivals, orderNumbers }) => [arrivals, orderNumbers.length])
  expect(found).toEqual([[3, 3]])
})

test('two people who choose the same standing order create it once', async () => {
  const text = [head, 'RICH,,BOLT,2'].join('\n')
  await importFile(text)
  const id = await importNextDay(text)
  const both = await Promise.all([run(id, '?again=2'), run(id, '?again=2')])
  expect(both.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(1)
  expect(await orders()).toHaveLength(2)
})

describe('the same file of two users is two messages', () => {
  /** Signs in another user at the time of the clock, who imports the file; returns the message. */
  const importByAdmin = async (text: string, query?: string) => {
    as = await prizm.signIn('admin')
    const answer = await importFile(text, query)
    expect(answer.statusCode, answer.body).toBe(200)
    return (await list()).at(-1)?.id ?? 0
  }

  test('and what one of them leaves out stays open for the other', async () => {
    const text = [head, 'RICH,P-1,BOLT,2', 'RICH,P-2,BOLT,60'].join('\n')
    await importFile(text)
    const other = await importByAdmin(text, '?fileName=march.csv&leave=2,3')
    const [first, ...others] = await list()
    expect(others.map(({ id }) => id)).toEqual([other])
    expect(first).toMatchObject({ state: 'needs attention', arrivals: 1, problemCount: 1 })
    expect(others).toMatchObject([
      { state: 'rejected', reason: 'All its orders were left out', arrivals: 1 },
    ])
    const body = { currentStock: 100 }
    await prizm.call('PATCH', `/api/skus/${boltId}`, { as, body })
    const placed = (await run(first?.id ?? 0)).json()
    expect([placed.state, placed.problems, placed.orders.length]).toEqual(['placed', [], 2])
    expect(await orders()).toEqual(['P-1', 'P-2'])
    expect((await list()).at(-1)).toMatchObject({ state: 'rejected', orderNumbers: [] })
  })

  test.each(['P-1', ''])('and a standing order with the PO "%s" is created once', async (po) => {
    const text = [head, `RICH,${po},BOLT,2`].join('\n')
    await importFile(text)
    const id = await importNextDay(text)
    const other = await importByAdmin(text)
    expect(other).not.toBe(id)
    expect((await run(id, '?again=2')).json()).toMatchObject({ state: 'placed', problems: [] })
    expect(await orders()).toHaveLength(2)
    // That message still shows the order of the day before; the newer one was not seen.
    const second = (await run(other, '?again=2')).json()
    expect([second.state, second.reason]).toEqual(['duplicate', 'All its orders exist already'])
    expect(await orders()).toHaveLength(2)
  })

  test.each(['P-1', ''])('also if both choose it at once, with the PO "%s"', async (po) => {
    const text = [head, `RICH,${po},BOLT,2`].join('\n')
    await importFile(text)
    const id = await importNextDay(text)
    const other = await importByAdmin(text)
    const both = await Promise.all([run(id, '?again=2'), run(other, '?again=2')])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await orders()).toHaveLength(2)
  })
})

test('a chosen order is created, although its file was imported to hold it', async () => {
  const text = [head, 'RICH,P-1,BOLT,2'].join('\n')
  await importFile(text)
  const id = await importNextDay(text, '?fileName=march.csv&hold=2')
  expect((await run(id, '?again=2')).json().state).toBe('placed')
  const holds = await prizm.rows('select hold_reason as hold from sales_orders')
  expect(holds).toEqual([{ hold: null }, { hold: null }])
})

test.each([
  ['again=9', 'No order of this file starts in row 9'],
  ['again=two', 'Must be the first row of each order, separated by commas, such as 2,7'],
])('a run with %s is refused', async (query, message) => {
  await importFile(file)
  const [found] = await list()
  const refused = await run(found?.id ?? 0, `?${query}`)
  expect([refused.statusCode, refused.json().errors]).toMatchObject([
    422,
    [{ path: 'again', message }],
  ])
})

describe('an order of a file that is refused for an inactive record', () => {
  const text = [head, 'RICH,P-1,BOLT,2'].join('\n')
  const cells = [
    { rows: [2], field: 'customerCode', label: 'Customer Code in row 2', text: 'RICH' },
    { rows: [2], field: 'quantity', label: 'Quantity in row 2', text: '2' },
  ]

  test.each([
    {
      noun: 'customer',
      path: () => `/api/customers/${customerId}`,
      message:
        'Row 2: Customer RICH is inactive. Activate the customer, or correct the customer code, ' +
        'then run this message again',
      record: { kind: 'customer', code: 'RICH' },
    },
    {
      noun: 'SKU',
      path: () => `/api/skus/${boltId}`,
      message: 'Row 2: SKU BOLT is inactive. Activate the SKU, then run this message again',
      record: { kind: 'sku', code: 'BOLT' },
    },
  ])('names the $noun, and is created once it is active', async ({ path, message, record }) => {
    const setActive = (isActive: boolean) => prizm.call('PATCH', path(), { as, body: { isActive } })
    expect((await setActive(false)).statusCode).toBe(200)
    await importFile(text)
    const [{ id } = { id: 0 }] = await list()
    const details = await prizm.call('GET', `/api/intake-messages/${id}`, { as })
    expect(details.json().problems).toEqual([{ path: 'row 2', message, record, cells }])
    expect((await setActive(true)).statusCode).toBe(200)
    const placed = (await run(id)).json()
    expect([placed.state, placed.problems]).toEqual(['placed', []])
    expect(await orders()).toEqual(['P-1'])
  })
})

describe('a wrong value of a file is corrected in its message', () => {
  const wrong = [
    head,
    'RICH,P-1,BOLT,2',
    'RCH,P-2,BOLT,3',
    'RCH,P-2,NUT,1',
    'RICH,P-3,BOLT,two',
  ].join('\n')
  const customerCell = {
    rows: [3, 4],
    field: 'customerCode',
    label: 'Customer Code in row 3',
  }
  const quantityCell = { rows: [5], field: 'quantity', label: 'Quantity in row 5' }
  const customer = { row: 3, field: 'customerCode', value: 'RICH' }
  const quantity = { row: 5, field: 'quantity', value: '4' }
  const correctCells = (id: number, ...cells: object[]) =>
    prizm.call('POST', `/api/intake-messages/${id}/correct`, { as, body: { cells } })
  const read = async (id: number): Promise<IntakeMessageDetails> =>
    (await prizm.call('GET', `/api/intake-messages/${id}`, { as })).json()
  const imported = async (text: string) => {
    await importFile(text)
    return (await list())[0]?.id ?? 0
  }
  const lines = () =>
    prizm.rows(
      `select o.customer_po as po, k.sku, i.quantity from sales_orders o
       join sales_order_items i on i.sales_order_id = o.id join skus k on k.id = i.sku_id
       order by o.id, i.id`,
    )
  beforeEach(() => prizm.builders.sku({ sku: 'NUT', price: '1.00', currentStock: 50 }))

  test('whose problems name the value and the rows that have it', async () => {
    const { problems, cells } = await read(await imported(wrong))
    expect(problems).toEqual([
      {
        path: 'row 3 customerCode',
        message: 'Row 3: This customer does not exist',
        cells: [{ ...customerCell, text: 'RCH' }],
      },
      {
        path: 'row 5 quantity',
        message: 'Row 5: Must be a whole number',
        cells: [{ ...quantityCell, text: '' }],
      },
    ])
    expect(cells).toEqual([])
  })

  test('and the next run reads it, in all rows of the order, beside the file', async () => {
    const id = await imported(wrong)
    const before = await read(id)
    const corrected = await correctCells(id, customer, quantity)
    expect([corrected.statusCode, corrected.json().cells]).toEqual([
      200,
      [
        { ...customerCell, value: 'RICH' },
        { ...quantityCell, value: '4' },
      ],
    ])
    expect(await lines()).toEqual([{ po: 'P-1', sku: 'BOLT', quantity: 2 }])
    const { state, problems, text, sha256 } = (await run(id)).json()
    expect([state, problems, text, sha256]).toEqual(['placed', [], wrong, before.sha256])
    expect(await lines()).toEqual([
      { po: 'P-1', sku: 'BOLT', quantity: 2 },
      { po: 'P-2', sku: 'BOLT', quantity: 3 },
      { po: 'P-2', sku: 'NUT', quantity: 1 },
      { po: 'P-3', sku: 'BOLT', quantity: 4 },
    ])
    const history = await prizm.rows(
      `select changes from audit_log where entity = 'intake_message' and action = 'update'`,
    )
    expect(history).toEqual([
      {
        changes: {
          'Customer Code in row 3': { from: null, to: 'RICH' },
          'Quantity in row 5': { from: null, to: '4' },
        },
      },
    ])
  })

  test('and stays a problem while it is wrong; what is right by then is created', async () => {
    const id = await imported(wrong)
    await correctCells(id, customer, { ...quantity, value: '0' })
    const first = (await run(id)).json()
    expect([first.state, first.problems]).toEqual([
      'needs attention',
      [
        {
          path: 'row 5 quantity',
          message: 'Row 5: Quantity must be at least 1',
          cells: [{ ...quantityCell, text: '0' }],
        },
      ],
    ])
    expect(await orders()).toEqual(['P-1', 'P-2'])
    await correctCells(id, quantity)
    expect((await run(id)).json()).toMatchObject({ state: 'placed', problems: [] })
    expect(await orders()).toEqual(['P-1', 'P-2', 'P-3'])
  })

  test('and so are the customer and the quantities of an order that was refused', async () => {
    const text = [head, 'RICH,P-1,BOLT,60', 'RICH,P-1,NUT,5'].join('\n')
    const id = await imported(text)
    const [problem, ...others] = (await read(id)).problems
    expect(others).toEqual([])
    expect(problem).toMatchObject({
      path: 'row 2',
      message: expect.stringMatching(/^Row 2: Not enough stock: BOLT is 10 short/),
      cells: [
        { rows: [2, 3], field: 'customerCode', label: 'Customer Code in row 2', text: 'RICH' },
        { rows: [2], field: 'quantity', label: 'Quantity in row 2', text: '60' },
        { rows: [3], field: 'quantity', label: 'Quantity in row 3', text: '5' },
      ],
    })
    await correctCells(id, { row: 2, field: 'quantity', value: '50' })
    expect((await run(id)).json()).toMatchObject({ state: 'placed', problems: [] })
    expect(await lines()).toEqual([
      { po: 'P-1', sku: 'BOLT', quantity: 50 },
      { po: 'P-1', sku: 'NUT', quantity: 5 },
    ])
  })

  test('and stays corrected if the same file arrives again', async () => {
    const id = await imported(wrong)
    await correctCells(id, customer, quantity)
    await importFile(wrong)
    const again = await read(id)
    expect([again.arrivals, again.cells.length]).toEqual([2, 2])
    expect((await run(id)).json().state).toBe('placed')
    expect(await orders()).toEqual(['P-1', 'P-2', 'P-3'])
  })

  test('but joins no order that exists: a person chooses', async () => {
    const id = await imported([head, 'RICH,P-1,BOLT,2', 'RCH,P-1,BOLT,3'].join('\n'))
    const [first] = await prizm.rows<{ number: string }>(
      'select order_number as number from sales_orders',
    )
    await correctCells(id, customer)
    const sentence = 'This customer PO was ordered on 3/2/2026. Choose to create it again or not'
    const repeated = { path: 'row 3', repeatedRow: 3, repeatedOrder: first?.number }
    const unchosen = (await run(id)).json()
    expect([unchosen.state, unchosen.problems]).toEqual([
      'needs attention',
      [{ ...repeated, message: `Row 3: ${sentence}` }],
    ])
    expect(await orders()).toEqual(['P-1'])
    expect((await run(id, '?again=3')).json()).toMatchObject({ state: 'placed', problems: [] })
    expect(await lines()).toEqual([
      { po: 'P-1', sku: 'BOLT', quantity: 2 },
      { po: 'P-1', sku: 'BOLT', quantity: 3 },
    ])
  })

  test('an equal order without a PO is none that exists either', async () => {
    const id = await imported([head, 'RICH,,BOLT,2', 'RCH,,BOLT,2'].join('\n'))
    await correctCells(id, customer)
    const { state, problems } = (await run(id)).json()
    expect([state, problems.length, problems[0]?.repeatedRow]).toEqual(['needs attention', 1, 3])
    expect((await run(id, '?again=3')).json().state).toBe('placed')
    expect(await orders()).toEqual([null, null])
  })

  test.each([
    ['a value that is not wrong', { row: 2, field: 'quantity', value: '9' }],
    ['another field of a wrong row', { row: 5, field: 'sku', value: 'NUT' }],
    ['a field that no file has', { row: 5, field: 'price', value: '1' }],
  ])('%s is refused', async (_, cell) => {
    const refused = await correctCells(await imported(wrong), quantity, cell)
    expect([refused.statusCode, refused.json().errors]).toMatchObject([
      422,
      [{ path: 'cells.1.field', message: 'No problem of this message is about this value' }],
    ])
  })

  test('and a message that was placed is not corrected any more', async () => {
    const id = await imported(wrong)
    await correctCells(id, customer, quantity)
    await run(id)
    const late = await correctCells(id, quantity)
    expect([late.statusCode, late.json().code]).toEqual([409, 'illegal-transition'])
  })
})

/** The headers of an API key that may create orders. */
const keyHeaders = async () => {
  const manager = await prizm.builders.user({ role: 'manager' })
  const admin = await prizm.signIn('admin')
  const form = { name: 'web shop', scopes: ['orders'], userId: manager.id }
  const made = await prizm.call('POST', '/api/api-keys', { as: admin, body: form })
  return { authorization: `Bearer ${made.json().key}` }
}

test('the order of an API key that is refused waits in the inbox', async () => {
  const headers = await keyHeaders()
  const items = [{ skuId: boltId, quantity: 51 }]
  const body = { customerId, customerPO: 'W-1', items }
  const send = () => prizm.call('POST', '/api/orders/create', { headers, body })
  expect((await send()).json().code).toBe('insufficient-stock')
  expect((await send()).statusCode).toBe(409)
  const [message, ...others] = await list()
  expect(others).toEqual([])
  expect(message).toMatchObject({
    channel: 'api',
    sender: 'web shop',
    customerCode: 'RICH',
    customerPO: 'W-1',
    state: 'needs attention',
    problem: expect.stringMatching(/^Not enough stock: BOLT is 1 short/),
    arrivals: 2,
  })
  const again = await run(message?.id ?? 0)
  expect(again.json()).toMatchObject({ state: 'received', problems: [] })
})

test('it has the bytes of its request, and is placed when they are sent again', async () => {
  const headers = { ...(await keyHeaders()), 'content-type': 'application/json' }
  const items = `[{"skuId": ${boltId}, "quantity": 51}]`
  const payload = `{ "items": ${items},\n  "customerId": ${customerId} }`
  const url = '/api/orders/create'
  const send = () => prizm.app.inject({ method: 'POST', url, headers, payload })
  expect((await send()).statusCode).toBe(409)
  const [message] = await list()
  const path = `/api/intake-messages/${message?.id}`
  const details = (await prizm.call('GET', path, { as })).json()
  expect([details.text, details.size]).toEqual([payload, payload.length])
  expect(details.sha256).toBe(createHash('sha256').update(payload).digest('hex'))
  await prizm.rows('update customers set allow_backorder = true')
  expect((await send()).statusCode).toBe(201)
  expect((await list()).map(({ state, arrivals }) => [state, arrivals])).toEqual([['placed', 1]])
})

test('a refused order of a user is on their screen, not in the inbox', async () => {
  const body = { customerId, items: [{ skuId: boltId, quantity: 51 }] }
  const refused = await prizm.call('POST', '/api/orders/create', { as, body })
  expect(refused.statusCode).toBe(409)
  expect(await list()).toEqual([])
})
