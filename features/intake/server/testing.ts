import { brokenInvariants, type TestApp } from '#app/testing.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { IntakeMessageDetails } from '../contract.ts'

/** A customer who writes emails, two SKUs, and the calls of a sales user. */
export async function intakeFixture(prizm: TestApp) {
  const as = await prizm.signIn('sales')
  const customer = await prizm.builders.customer({
    customerCode: 'ACME',
    name: 'Acme Retail',
    email: 'jane@acme.example',
    creditLimit: '10000.00',
  })
  const widget = await prizm.builders.sku({
    sku: 'WID-100',
    price: '12.50',
    unitOfMeasure: 'EA',
    currentStock: 100,
  })
  const cable = await prizm.builders.sku({
    sku: 'CBL-300',
    price: '0.35',
    unitOfMeasure: 'FT',
    currentStock: 1000,
  })
  const paste = (text: string, by = as) =>
    prizm.call('POST', '/api/intake-messages', { as: by, body: { text } })
  const pasted = async (text: string): Promise<IntakeMessageDetails> => {
    const answer = await paste(text)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json()
  }
  const read = async (id: number): Promise<IntakeMessageDetails> =>
    (await prizm.call('GET', `/api/intake-messages/${id}`, { as })).json()
  const act = (id: number, verb: string, body?: object) =>
    prizm.call('POST', `/api/intake-messages/${id}/${verb}`, { as, ...(body && { body }) })
  /** Saves the form of a message as it is, with changes. */
  const save = (message: IntakeMessageDetails, changes: object) =>
    prizm.call('PUT', `/api/intake-messages/${message.id}`, {
      as,
      body: { ...formOf(message), ...changes },
    })
  const orders = () =>
    prizm.rows(
      `select order_number as number, order_source as source, customer_po as po
       from sales_orders order by id`,
    )
  const context = (): Context => ({
    db: prizm.database.db,
    user: undefined,
    now: prizm.clock.now,
    requestId: 'test',
    channel: 'job',
  })
  const ids = { customerId: customer.id, widgetId: widget.id, cableId: cable.id }
  const calls = { paste, pasted, read, act, save, orders, context, broken: brokenInvariants }
  return { as, ...ids, ...calls }
}

/** The form of a message as a caller sends it back. */
export function formOf(message: IntakeMessageDetails) {
  const { customerId, customerPO, shipDate, cancelAfter, shippingAddress, notes } = message
  const items = message.items.map(({ source, code, skuId, quantity, unit, unitPrice }) => {
    return { source, code, skuId, quantity, unit, unitPrice }
  })
  return { customerId, customerPO, shipDate, cancelAfter, shippingAddress, notes, items }
}
