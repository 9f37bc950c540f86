import { useEffect } from 'react'
import { notify } from '#platform/ui/notices/toast.ts'
import { canWorkOffline, deviceUnlocked } from '#platform/web/offline/can-work-offline.ts'
import { useConnectionLost } from '#platform/web/server-connection.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import type { Lookups } from '../pending-lookups.ts'

const checkEveryMs = 5 * 60 * 1000

type OrderQueueOptions = {
  userId: number
  store: OrderFormStore
  autosave: DraftAutosave
  lookups: Lookups
  /** Validates or creates the order, with a connection. */
  flow: { submit: () => void }
}

/**
 * While Order Entry is open, this device learns the customers, SKUs and prices. Without a
 * connection `queue` stores the order on this device, and `submit` does, too.
 */
export function useOrderQueue(options: OrderQueueOptions) {
  const { userId, store, autosave, lookups, flow } = options
  const isLost = useConnectionLost()
  useEffect(() => {
    const timer = setInterval(refreshInBackground, checkEveryMs)
    addEventListener(deviceUnlocked, refreshInBackground)
    refreshInBackground()
    return () => {
      clearInterval(timer)
      removeEventListener(deviceUnlocked, refreshInBackground)
    }
  }, [])
  const queue = () => {
    void import('./queue-order.ts')
      .then(({ queueOrder }) =>
        queueOrder({ userId, store, autosave, waitForLookups: lookups.settled }),
      )
      .catch(() => notify(notSaved))
  }
  if (!isLost || !canWorkOffline()) return { queue: undefined, submit: flow.submit }
  return { queue, submit: queue }
}

const notSaved = {
  title: 'Error',
  text: 'The order could not be saved on this device. Your entries are still here',
  tone: 'danger',
} as const

/**
 * Deletes the stored copy of an order that was opened from Unsent Orders and is created now. If
 * that fails, the copy has the same key and cannot create the order again.
 */
export function deleteQueuedOrder(idempotencyKey: string): void {
  if (!canWorkOffline()) return
  void import('./unsent-order-store.ts')
    .then(({ deleteUnsentOrderIfAny }) => deleteUnsentOrderIfAny(idempotencyKey))
    .catch(() => undefined)
}

/** In the background: without it, an order can still be entered from what was cached before. */
function refreshInBackground(): void {
  if (!canWorkOffline()) return
  void import('./cached-records-store.ts')
    .then(({ refreshCachedRecords }) => refreshCachedRecords())
    .catch(() => undefined)
}
