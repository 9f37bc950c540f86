import { flushSync } from 'react-dom'
import { notify } from '#platform/ui/notices/toast.ts'
import { newIdempotencyKey } from '#platform/web/api-hooks.ts'
import { now } from '#platform/web/clock.ts'
import { checkForm } from '../decision/use-validate-and-create.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import { focusCustomer } from '../focus.ts'
import { emptyForm } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import { deviceDay } from './device-day.ts'
import { estimateOrder } from './cached-records.ts'
import { readCachedRecords } from './cached-records-store.ts'
import { mayExistSentence, queueKeyOf, type UnsentOrder } from './unsent-order.ts'
import { readUnsentOrder, withOrdersLocked, writeUnsentOrder } from './unsent-order-store.ts'

type QueueParts = {
  userId: number
  store: OrderFormStore
  autosave: DraftAutosave
  waitForLookups: () => Promise<void>
}

/**
 * Stores the order of the form on this device, to be sent when there is a connection, and empties
 * the form. Does nothing but show the problems if the form is incomplete. Rejects if the device is
 * locked, or has the key of another user by now; the entries then stay in the form.
 */
export async function queueOrder(parts: QueueParts): Promise<void> {
  const { store, autosave, waitForLookups } = parts
  if (store.read().working) return
  store.change({ working: 'validating' })
  try {
    await waitForLookups()
    if (!checkForm(store)) return
    store.change({ working: 'creating' })
    const { mayExist } = store.read()
    await draftSettled(autosave)
    // Under the lock, because another tab may send the same order at this moment.
    await withOrdersLocked(async () => {
      const order = await unsentOrderOf(parts)
      if (order) await writeUnsentOrder(order)
    })
    void navigator.storage?.persist?.()
    // The draft on the server stays until the order exists; another device may create it first.
    flushSync(() => autosave.replaceForm(emptyForm()))
    notify({
      title: 'Order saved on this device',
      text: mayExist
        ? 'This order may already exist. Open Unsent Orders to decide'
        : 'It is sent when the connection is back. Until then it is under Unsent Orders',
    })
    focusCustomer()
  } finally {
    store.change({ working: undefined })
  }
}

/** A call over a bad connection may never end. */
const draftTimeoutMs = 2000

/**
 * Waits a moment for a save of the draft that is under way, so that the order names its draft: it
 * is deleted when the order exists.
 */
async function draftSettled(autosave: DraftAutosave): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, draftTimeoutMs))
  await Promise.race([autosave.settled(), late])
}

/** The order of the form; undefined if the device has exactly this order already. */
async function unsentOrderOf({
  userId,
  store,
  autosave,
}: QueueParts): Promise<UnsentOrder | undefined> {
  const { orderForm, idempotencyKey, mayExist } = store.read()
  const existing = await readUnsentOrder(idempotencyKey)
  const id = queueKeyOf({ orderForm, idempotencyKey }, existing, newIdempotencyKey())
  if (existing && existing.state !== 'editing' && id === existing.id) return undefined
  const cached = await readCachedRecords()
  const estimate = estimateOrder(cached?.records, orderForm, deviceDay())
  const isUnclear = mayExist && id === idempotencyKey
  return {
    id,
    userId,
    orderForm: { ...orderForm, orderSource: 'mobile' },
    seen: { ...estimate, asOf: cached?.savedAt },
    enteredAt: now().getTime(),
    draftId: autosave.id(),
    state: isUnclear ? 'unclear' : 'waiting',
    ...(isUnclear && { reasons: [mayExistSentence] }),
  }
}
