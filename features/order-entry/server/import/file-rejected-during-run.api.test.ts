import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'

let prizm: TestApp
let as: string
let boltId: number

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  const rich = { customerCode: 'RICH', creditLimit: '10000.00', address: 'Here' }
  await prizm.builders.customer(rich)
  boltId = (await prizm.builders.sku({ sku: 'BOLT', price: '10.00', currentStock: 50 })).id
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

/** Does work while each new order rejects the open messages, as another person would. */
async function whileRejected<R>(work: () => Promise<R>): Promise<R> {
  const { pool } = prizm.database
  await pool.query(
    `create function reject_messages() returns trigger language plpgsql as
     $$ begin
       update intake_messages set state = 'rejected', reason = 'Test', version = version + 1
       where state = 'needs attention';
       return new;
     end $$`,
  )
  await pool.query(
    `create trigger reject_messages after insert on sales_orders
     for each row execute function reject_messages()`,
  )
  try {
    return await work()
  } finally {
    await pool.query('drop trigger reject_messages on sales_orders')
    await pool.query('drop function reject_messages()')
  }
}

test('a file that is settled during its run names and keeps the orders it created', async () => {
  await prizm.app.inject({
    method: 'POST',
    url: '/api/orders/import?fileName=march.csv',
    headers: { cookie: as, 'content-type': 'text/csv' },
    payload: 'Customer Code,Customer PO,SKU Code,Quantity\nRICH,P-1,BOLT,60',
  })
  const [message] = await prizm.rows('select id, state from intake_messages')
  expect(message?.state).toBe('needs attention')
  const body = { currentStock: 100 }
  await prizm.call('PATCH', `/api/skus/${boltId}`, { as, body })
  const path = `/api/intake-messages/${message?.id}`
  const run = await whileRejected(() => prizm.call('POST', `${path}/run`, { as }))
  const [order] = await prizm.rows<{ number: string }>(
    'select order_number as number from sales_orders',
  )
  expect([run.statusCode, run.json().code, run.json().detail]).toEqual([
    409,
    'intake-settled-meanwhile',
    `This message is now rejected, but its orders were created: ${order?.number}`,
  ])
  expect((await prizm.call('GET', path, { as })).json()).toMatchObject({
    state: 'rejected',
    reason: 'Test',
    orders: [{ orderNumber: order?.number }],
  })
})
