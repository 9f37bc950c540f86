import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { hasContent } from '../order-form.ts'
import { restoreDiscarded, notifyDiscarded } from './discarded-order-notice.ts'
import type { OrderFormStore } from '../order-form-store.ts'
import type { DraftAutosave } from './draft-autosave.ts'
import { focusCustomer } from '../focus.ts'
import { saveBeforeReplacing } from './save-draft.ts'

type LeaveOrderPromptProps = { store: OrderFormStore; autosave: DraftAutosave }

/** Asks in the page what to do with an unfinished order when the user navigates away. */
export function LeaveOrderPrompt({ store, autosave }: LeaveOrderPromptProps) {
  const client = useQueryClient()
  const alertRef = useRef<HTMLDivElement>(null)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && hasContent(store.read().orderForm),
    enableBeforeUnload: false,
    withResolver: true,
  })
  const { reset } = blocker
  useEffect(() => {
    if (!reset) return
    alertRef.current?.focus()
    const stayOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && reset()
    document.addEventListener('keydown', stayOnEscape)
    return () => document.removeEventListener('keydown', stayOnEscape)
  }, [reset])
  if (blocker.status !== 'blocked') return null
  const { proceed } = blocker
  const discard = async () => {
    const { orderForm, idempotencyKey } = store.read()
    await autosave.discard()
    const discarded = { orderForm, idempotencyKey, userId: autosave.userId }
    notifyDiscarded(orderForm, () => restoreDiscarded(client, discarded))
    proceed()
  }
  const keepEditing = () => {
    blocker.reset()
    focusCustomer()
  }
  return (
    <Alert
      ref={alertRef}
      tone="warning"
      title="You have an unfinished order"
      actions={
        <>
          <Button
            size="small"
            kind="primary"
            onClick={() =>
              void saveBeforeReplacing(store, autosave).then((isSaved) => isSaved && proceed())
            }
          >
            Save as draft
          </Button>
          <Button size="small" onClick={() => void discard()}>
            Discard
          </Button>
          <Button size="small" kind="ghost" onClick={keepEditing}>
            Keep editing
          </Button>
        </>
      }
    >
      Save it to continue later from any device.
    </Alert>
  )
}
