import { readCustomer } from '#features/customers/contract.ts'
import { send } from '#platform/web/api-client.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import { unknownMoment } from '../drafts/parse-stored-draft.ts'
import { chosenCustomer } from '../find-customers-and-skus.ts'

/**
 * Loads the full customer of a form that an older version saved without it. Does not change typed
 * text; if the read fails, the form works without the data.
 */
export async function completeCustomer(store: OrderFormStore): Promise<void> {
  const { customer } = store.read().orderForm
  if (!customer || customer.customer.updatedAt !== unknownMoment) return
  const found = await send(readCustomer, { params: { id: customer.id } }).catch(() => undefined)
  const { orderForm } = store.read()
  if (!found || orderForm.customer?.id !== found.id) return
  store.change({ orderForm: { ...orderForm, customer: chosenCustomer(found) } })
}
