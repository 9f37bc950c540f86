import type { Endpoint, WireBodyOf } from '#platform/kernel/endpoint.ts'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useWrite } from '#platform/web/api.ts'
import { type Application, type applyPayment, reverseApplication } from '../../contract.ts'
import { lastSettled } from '../../rules.ts'

type Applied = {
  /** The number of the payment or the credit memo. */
  number: string
  applications: readonly Application[]
  /** What was asked for: the invoices that the act has just settled. */
  body: WireBodyOf<typeof applyPayment> | undefined
}

/** The toast of what was applied to invoices, whose `Undo` takes just that back. */
export function useUnapply(refreshes: readonly Endpoint[]) {
  const { isDone } = useWrite(reverseApplication, {
    refreshes,
    failure: 'Failed to take back what was applied',
  })
  const takeBack = async ({ number, applications, body }: Applied) => {
    const invoiceIds = (body?.applications ?? []).map(({ invoiceId }) => Number(invoiceId))
    for (const id of lastSettled(applications, invoiceIds)) {
      // One after another: each changes the same document.
      // oxlint-disable-next-line no-await-in-loop
      if (!(await isDone({ params: { id }, body: { reason: 'Undone' } }))) return
    }
    notify({ title: 'Success', text: `What ${number} settled is open again` })
  }
  return (applied: Applied) => ({
    title: 'Success',
    text: `${applied.number} applied`,
    action: offerUndo(() => takeBack(applied)),
  })
}
