import { flushSync } from 'react-dom'
import { notify } from '#platform/ui/notices/toast.ts'
import { newIdempotencyKey } from '#platform/web/api.ts'
import { now } from '#platform/web/clock.ts'
import { DeviceLocked } from '#platform/web/offline/device-records.ts'
import { currentVault } from '#platform/web/offline/vault.ts'
import { checkForm } from '../decision/use-order-flow.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import { focusCustomer } from '../focus.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import { deviceDay } from './device-day.ts'
import { estimateOrder } from './known-records.ts'
import { readKnownRecords } from './known-records-store.ts'
import { queueKeyOf, type UnsentOrder } from './unsent-order.ts'
import { readUnsentOrder, writeUnsentOrder } from './unsent-order-store.ts'

type QueueParts = {
  userId: number
  store: OrderFormStore
  autosave: DraftAutosave
  waitForLookups: () => Promise<void>
}

/**
 * Stores the order of the form on this device, to be sent when there is a connection, and empties
 * the form. Does nothing but show the problems if the form is incomplete. Rejects if the device is
 * locked; the entries then stay in the form.
 */
export async function queueOrder(parts: QueueParts): Promise<void> {
  const { userId, store, autosave, waitForLookups } = parts
  if (store.read().working) return
  store.change({ working: 'validating' })
  try {
    await waitForLookups()
    if (!checkForm(store)) return
    store.change({ working: 'creating' })
    // In another tab another user may have signed in, whose order this is not.
    if ((await currentVault())?.userId !== userId) throw new DeviceLocked()
    await writeUnsentOrder(await unsentOrderOf(store, autosave))
    void navigator.storage?.persist?.()
    flushSync(() => store.reset())
    void autosave.discard()
    notify({
      title: 'Order saved on this device',
      text: 'It is sent when the connection is back. Until then it is under Unsent Orders',
    })
    focusCustomer()
  } finally {
    store.change({ working: undefined })
  }
}

async function unsentOrderOf(store: OrderFormStore, autosave: DraftAutosave): Promise<UnsentOrder> {
  const { orderForm, idempotencyKey } = store.read()
  const existing = await readUnsentOrder(idempotencyKey)
  const known = await readKnownRecords()
  const estimate = estimateOrder(known?.records, orderForm, deviceDay())
  return {
    id: queueKeyOf({ orderForm, idempotencyKey }, existing, newIdempotencyKey()),
    orderForm: { ...orderForm, orderSource: 'mobile' },
    seen: { ...estimate, asOf: known?.savedAt },
    enteredAt: now().getTime(),
    draftId: autosave.id(),
    state: 'waiting',
  }
}
