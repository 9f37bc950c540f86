import type { QueryClient } from '@tanstack/react-query'
import { cutText } from '#platform/kernel/fields.ts'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { ApiError, send } from '#platform/web/api-client.ts'
import { newIdempotencyKey, refresh } from '#platform/web/api-hooks.ts'
import { handOverUnsentOrder, listOrderDrafts } from '../../contract.ts'
import { readSessionCopy, writeSessionCopy } from '../drafts/order-form-session-copy.ts'
import { titleOf } from '../drafts/parse-stored-draft.ts'
import { isFinal } from './send-unsent-order.ts'
import { inTime } from './send-unsent-orders.ts'
import {
  acceptDifferences,
  toNewOrder,
  canCheckAgain,
  canEdit,
  canHandOver,
  type UnsentOrder,
  withHandOver,
  withRefusedHandOver,
} from './unsent-order.ts'
import {
  deleteUnreadableOrders,
  deleteUnsentOrder,
  readUnsentOrder,
  withOrdersLocked,
  writeUnsentOrder,
} from './unsent-order-store.ts'

// What a person does with an order that this device has not sent. Each act reads the order again
// under the lock, because another tab may have sent, changed or discarded it.

/** Accepts what the server said about the order, as `order` shows it; it is then sent. */
export async function acceptUnsentOrder(order: UnsentOrder): Promise<void> {
  await change(order, async (current) => {
    if (isShownAs(order, current)) return writeAccepted(current)
    notify({
      title: 'The order has changed',
      text: 'Another tab checked it meanwhile. Read it again, then accept it',
      tone: 'danger',
    })
  })
}

async function writeAccepted(current: UnsentOrder): Promise<void> {
  const accepted = acceptDifferences(current, newIdempotencyKey())
  await writeUnsentOrder(accepted, accepted.id === current.id ? undefined : current.id)
}

/** Whether the person saw the reasons and the total that are stored now. */
function isShownAs(shown: UnsentOrder, current: UnsentOrder): boolean {
  const textOf = ({ reasons, validation }: UnsentOrder) =>
    JSON.stringify([reasons, validation?.pricing.total])
  return textOf(shown) === textOf(current)
}

/** Checks an order again that the server refused, such as for a customer who is active again. */
export async function checkAgain(order: UnsentOrder): Promise<void> {
  await change(order, async (current) => {
    if (!canCheckAgain(current)) return
    const { reasons: _, validation: __, ...unchecked } = current
    await writeUnsentOrder({ ...unchecked, state: 'waiting' })
  })
}

/** Discards the orders that this version of the program cannot read. */
export async function discardUnreadable(): Promise<void> {
  await deleteUnreadableOrders().catch(() => notify(notChanged))
}

/** Sends an order again that does not exist, as the person says, with a new idempotency key. */
export async function sendAsNewOrder(order: UnsentOrder): Promise<void> {
  await change(order, async (current) => {
    if (current.state !== 'unclear') return
    await writeUnsentOrder(toNewOrder(current, newIdempotencyKey()), current.id)
  })
}

/**
 * Moves an order to the intake inbox, where someone else completes it. It stays here until the
 * server has answered, and is neither sent nor changed until then, but can be moved again: the
 * server makes one message of it, and creates no order under its key any more.
 */
export async function handOverToIntake(order: UnsentOrder, client: QueryClient): Promise<void> {
  await change(order, async (current) => {
    if (!canHandOver(current)) return
    const handedOver = withHandOver(current)
    await writeUnsentOrder(handedOver)
    try {
      await sendToIntake(handedOver)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isFinal(error)) await writeUnsentOrder(withRefusedHandOver(handedOver, error))
      notify({ title: 'Error', text: handOverFailed, detail: error.sentence, tone: 'danger' })
      return
    }
    await deleteUnsentOrder(current)
    notify({ title: 'Success', text: 'Draft moved to Intake' })
  })
  await refresh(client, [listOrderDrafts])
}

const handOverFailed = 'Failed to move the draft to Intake'

function sendToIntake(order: UnsentOrder): Promise<unknown> {
  const { id: key, userId: asUser, orderForm, draftId, reasons = [] } = order
  const draft = draftId === undefined ? {} : { draftId }
  const reason = cutText(reasons.join(' '), 500)
  const body = { key, title: titleOf(orderForm), form: { ...orderForm }, reason, ...draft }
  return inTime((signal) => send(handOverUnsentOrder, { body, signal, asUser }))
}

/** Discards an order, with Undo. */
export async function discardUnsentOrder(order: UnsentOrder): Promise<void> {
  await change(order, async (current) => {
    await deleteUnsentOrder(current)
    notify({
      title: 'Order discarded',
      text: titleOf(current.orderForm),
      action: offerUndo(() => writeUnsentOrder(current).catch(() => notify(notChanged))),
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
    const form = { orderForm, idempotencyKey: id, draftId }
    writeSessionCopy(userId, { ...form, isUnsaved: true, mayExist: false })
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
    notify(notChanged)
  }
}

const notChanged = {
  title: 'Error',
  text: 'This device cannot change the order now. Sign in again, then try again',
  tone: 'danger',
} as const
