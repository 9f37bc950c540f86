import { useEffect } from 'react'
import { notify } from '#platform/ui/notices/toast.ts'
import { canWorkOffline, deviceUnlocked } from '#platform/web/offline/can-work-offline.ts'
import { useConnectionLost } from '#platform/web/server-connection.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import type { Lookups } from '../pending-lookups.ts'

const checkEveryMs = 5 * 60 * 1000

type KeptOrdersOptions = {
  store: OrderFormStore
  autosave: DraftAutosave
  lookups: Lookups
  /** Validates or creates the order, with a connection. */
  submit: () => void
}

/**
 * While Order Entry is open, this device learns the customers, SKUs and prices. Without a
 * connection `keep` keeps the order on this device, and `submit` does, too.
 */
export function useKeptOrders({ store, autosave, lookups, submit }: KeptOrdersOptions) {
  const isLost = useConnectionLost()
  useEffect(() => {
    const timer = setInterval(learn, checkEveryMs)
    addEventListener(deviceUnlocked, learn)
    learn()
    return () => {
      clearInterval(timer)
      removeEventListener(deviceUnlocked, learn)
    }
  }, [])
  const keep = () => {
    void import('./keep-order.ts')
      .then(({ keepOrder }) => keepOrder({ store, autosave, waitForLookups: lookups.settled }))
      .catch(() => notify(notKept))
  }
  if (!isLost || !canWorkOffline()) return { keep: undefined, submit }
  return { keep, submit: keep }
}

const notKept = {
  title: 'Error',
  text: 'The order could not be kept on this device. Your entries are still here',
  tone: 'danger',
} as const

/**
 * Deletes the kept copy of an order that was opened from Unsent Orders and is created now. If that
 * fails, the copy has the same key and cannot create the order again.
 */
export function forgetKeptOrder(idempotencyKey: string): void {
  if (!canWorkOffline()) return
  void import('./unsent-order-store.ts')
    .then(({ forgetUnsentOrder }) => forgetUnsentOrder(idempotencyKey))
    .catch(() => undefined)
}

/** In the background: without it, an order can still be entered from what was known before. */
function learn(): void {
  if (!canWorkOffline()) return
  void import('./known-records-store.ts')
    .then(({ refreshKnownRecords }) => refreshKnownRecords())
    .catch(() => undefined)
}
