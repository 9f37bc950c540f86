import type { QueryClient } from '@tanstack/react-query'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { refresh } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import { listOrderDrafts, saveOrderDraft } from '../../contract.ts'
import type { OrderForm } from '../order-form.ts'
import { draftOf, type KeyedForm, titleOf } from './parse-stored-draft.ts'

/** Notifies that an unfinished order was discarded, with Undo. */
export function notifyDiscarded(orderForm: OrderForm, onUndo: () => Promise<unknown> | void): void {
  notify({ title: 'Order discarded', text: titleOf(orderForm), action: offerUndo(onUndo) })
}

/** Saves a discarded form as a draft of its user again, and shows where to find it. */
export async function restoreDiscarded(
  client: QueryClient,
  { userId, ...discarded }: KeyedForm & { userId: number },
): Promise<void> {
  try {
    await send(saveOrderDraft, { body: draftOf(discarded), asUser: userId })
  } catch {
    return notify({ title: 'Error', text: 'Failed to save the draft', tone: 'danger' })
  }
  notify({ title: 'Order restored', text: 'Find it under Drafts, on any device' })
  await refresh(client, [listOrderDrafts])
}
