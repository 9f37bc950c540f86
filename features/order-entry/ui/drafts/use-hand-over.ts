import { flushSync } from 'react-dom'
import { notify } from '#platform/ui/notices/toast.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { handOverOrderDraft, listOrderDrafts } from '../../contract.ts'
import { focusCustomer } from '../focus.ts'
import { deleteQueuedOrder } from '../offline/use-order-queue.ts'
import { emptyForm } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import type { DraftAutosave } from './draft-autosave.ts'
import { notSaved } from './save-draft.ts'

/**
 * Saves the order on screen, hands its draft over to the intake inbox and starts an empty one. An
 * order that was opened from Unsent Orders leaves this device.
 */
export function useHandOver(store: OrderFormStore, autosave: DraftAutosave): () => Promise<void> {
  const handing = useWrite(handOverOrderDraft, {
    refreshes: [listOrderDrafts],
    success: 'Draft moved to Intake',
    failure: 'Failed to move the draft to Intake',
  })
  return async () => {
    if (store.read().working) return
    // What is typed after the draft was saved would not arrive in the inbox.
    store.change({ working: 'creating' })
    try {
      if (!(await autosave.save())) return notify(notSaved)
      const id = autosave.id()
      const { idempotencyKey } = store.read()
      if (id === undefined || !(await handing.isDone({ params: { id } }))) return
      deleteQueuedOrder(idempotencyKey)
      flushSync(() => autosave.replaceForm(emptyForm()))
      focusCustomer()
    } finally {
      store.change({ working: undefined })
    }
  }
}
