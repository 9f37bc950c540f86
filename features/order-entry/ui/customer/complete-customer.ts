import { readCustomer } from '#features/customers/contract.ts'
import { send } from '#platform/web/send.ts'
import type { DeskStore } from '../order-form-store.ts'
import { chosenCustomer } from '../find-choices.ts'

/**
 * Reads the customer of a form that an earlier version kept without all that is known of customers
 * now. What was typed stays; where the customer cannot be read, the form works without.
 */
export async function completeCustomer(store: DeskStore): Promise<void> {
  const { customer } = store.read().desk
  if (!customer || customer.customer.updatedAt !== '') return
  const found = await send(readCustomer, { params: { id: customer.id } }).catch(() => undefined)
  const { desk } = store.read()
  if (!found || desk.customer?.id !== found.id) return
  store.change({ desk: { ...desk, customer: chosenCustomer(found) } })
}
