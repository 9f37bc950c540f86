import { Button } from '#platform/ui/buttons/Button.tsx'
import { useWrite } from '#platform/web/api.ts'
import { requestCreditApproval } from '../../contract.ts'
import { type OrderForm, orderRequestOf } from '../order-form.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'

/** After a credit rejection: notifies finance, and saves the order as a draft. */
export function AskFinance({ desk, keeper }: { desk: OrderForm; keeper: DraftAutosave }) {
  const asking = useWrite(requestCreditApproval, {
    success: () => ({
      title: 'Finance was notified',
      text: 'Finance decides about the credit. Your order is saved under Drafts',
    }),
    failure: 'Failed to notify finance',
  })
  const ask = async () => {
    await keeper.save()
    await asking.tryRun({ body: orderRequestOf(desk) })
  }
  return (
    <Button size="small" disabled={asking.isPending} onClick={() => void ask()}>
      Ask finance
    </Button>
  )
}
