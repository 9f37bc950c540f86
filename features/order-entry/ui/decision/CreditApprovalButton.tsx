import { Button } from '#platform/ui/buttons/Button.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { requestCreditApproval } from '../../contract.ts'
import { type OrderForm, orderRequestOf } from '../order-form.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'

/** After a credit rejection: notifies finance, and saves the order as a draft. */
export function CreditApprovalButton({
  orderForm,
  autosave,
}: {
  orderForm: OrderForm
  autosave: DraftAutosave
}) {
  const request = useWrite(requestCreditApproval, {
    success: () => ({
      title: 'Finance was notified',
      text: 'Finance will review the credit. Your order is saved under Drafts',
    }),
    failure: 'Failed to notify finance',
  })
  const requestApproval = async () => {
    await autosave.save()
    await request.tryRun({ body: orderRequestOf(orderForm) })
  }
  return (
    <Button size="small" disabled={request.isPending} onClick={() => void requestApproval()}>
      Ask finance
    </Button>
  )
}
