import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { newIdempotencyKey } from '#platform/web/api.ts'
import { readSessionCopy, writeSessionCopy } from '../drafts/order-form-session-copy.ts'
import { titleOf } from '../drafts/parse-stored-draft.ts'
import { acceptDifferences, asNewOrder, canEdit, type UnsentOrder } from './unsent-order.ts'
import {
  deleteUnsentOrder,
  readUnsentOrder,
  withOrdersLocked,
  writeUnsentOrder,
} from './unsent-order-store.ts'

// What a person does with an order that this device has not sent. Each act reads the order again
// under the lock, because another tab may have sent, changed or discarded it.

/** Accepts what the server said about the order, which is then sent. */
export async function acceptUnsentOrder(order: UnsentOrder): Promise<void> {
  await change(order, (current) => writeUnsentOrder(acceptDifferences(current)))
}

/** Sends an order again that does not exist, as the person says, with a new idempotency key. */
export async function sendAsNewOrder(order: UnsentOrder): Promise<void> {
  await change(order, async (current) => {
    if (current.state !== 'unclear') return
    await writeUnsentOrder(asNewOrder(current, newIdempotencyKey()), current.id)
  })
}

/** Discards an order, with Undo. */
export async function discardUnsentOrder(order: UnsentOrder): Promise<void> {
  await change(order, async (current) => {
    await deleteUnsentOrder(current.id)
    notify({
      title: 'Order discarded',
      text: titleOf(current.orderForm),
      action: offerUndo(() => writeUnsentOrder(current)),
    })
  })
}

/**
 * Makes an order the form of this tab; it stays here until it is created or queued again. Returns
 * whether Order Entry may be opened: not while its form has another unfinished order.
 */
export async function editUnsentOrder(order: UnsentOrder, userId: number): Promise<boolean> {
  const unfinished = readSessionCopy(userId)
  if (unfinished && unfinished.idempotencyKey !== order.id) {
    notify({
      title: 'Order Entry has an unfinished order',
      text: 'Create it, save it as a draft or discard it first',
      tone: 'danger',
    })
    return false
  }
  let isOpened = false
  await change(order, async (current) => {
    if (!canEdit(current)) return
    const { orderForm, id, draftId } = current
    await writeUnsentOrder({ ...current, state: 'editing', reasons: undefined })
    writeSessionCopy(userId, { orderForm, idempotencyKey: id, draftId, isUnsaved: true })
    isOpened = true
  })
  return isOpened
}

async function change(
  { id }: UnsentOrder,
  act: (current: UnsentOrder) => Promise<void>,
): Promise<void> {
  try {
    await withOrdersLocked(async () => {
      const current = await readUnsentOrder(id)
      if (current) await act(current)
      else notify({ title: 'Unsent Orders', text: 'This order was sent or discarded meanwhile' })
    })
  } catch {
    notify({
      title: 'Error',
      text: 'This device cannot change the order now. Sign in again, then try again',
      tone: 'danger',
    })
  }
}
