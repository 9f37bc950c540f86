import { flushSync } from 'react-dom'
import { useWrite } from '#platform/web/api-hooks.ts'
import { handOverOrderDraft, listOrderDrafts } from '../../contract.ts'
import { focusCustomer } from '../focus.ts'
import { deleteQueuedOrder } from '../offline/use-order-queue.ts'
import { emptyForm } from '../order-form.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import type { DraftAutosave } from './draft-autosave.ts'

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
    if (!(await autosave.save())) return
    const id = autosave.id()
    const { idempotencyKey } = store.read()
    if (id === undefined || !(await handing.isDone({ params: { id } }))) return
    deleteQueuedOrder(idempotencyKey)
    flushSync(() => autosave.replaceForm(emptyForm()))
    focusCustomer()
  }
}
