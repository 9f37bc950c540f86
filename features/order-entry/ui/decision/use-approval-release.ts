import { useEffect } from 'react'
import { send } from '#platform/web/api-client.ts'
import { releaseApproval } from '../../contract.ts'
import type { OrderFormStore } from '../order-form-store.ts'

/**
 * Releases what the approval of the form holds when the form no longer has it: after it was
 * discarded or left, but not after its order was created. Without an answer it expires by itself.
 */
export function useApprovalRelease(store: OrderFormStore): void {
  useEffect(() => {
    let held = store.read().approvalToken
    const release = () => {
      if (held === undefined) return
      const body = { approvalToken: held }
      held = undefined
      void send(releaseApproval, { body, outlivesPage: true }).catch(() => undefined)
    }
    const watch = () => {
      const { approvalToken, placedToken } = store.read()
      if (held !== undefined && held === placedToken) held = undefined
      else if (held !== approvalToken) release()
      if (approvalToken !== placedToken) held = approvalToken
    }
    const unsubscribe = store.subscribe(watch)
    addEventListener('pagehide', release)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', release)
      release()
    }
  }, [store])
}
