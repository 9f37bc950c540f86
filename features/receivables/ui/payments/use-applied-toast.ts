import type { Endpoint, WireBodyOf } from '#platform/kernel/endpoint.ts'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { type Application, type applyPayment, reverseApplication } from '../../contract.ts'
import { lastApplicationIds } from '../../rules.ts'

type Applied = {
  /** Number of the payment or credit memo. */
  number: string
  applications: readonly Application[]
  /** The request body, which names the invoices just settled. */
  body: WireBodyOf<typeof applyPayment> | undefined
}

/** Builds the toast for applied money; its `Undo` reverses only these applications. */
export function useAppliedToast(refreshes: readonly Endpoint[]) {
  const { isDone } = useWrite(reverseApplication, {
    refreshes,
    failure: 'Failed to reverse the application',
  })
  const undo = async ({ number, applications, body }: Applied) => {
    const invoiceIds = (body?.applications ?? []).map(({ invoiceId }) => Number(invoiceId))
    for (const id of lastApplicationIds(applications, invoiceIds)) {
      // Sequential, because each reversal changes the same document.
      // oxlint-disable-next-line no-await-in-loop
      if (!(await isDone({ params: { id }, body: { reason: 'Undone' } }))) return
    }
    notify({ title: 'Success', text: `Application of ${number} reversed` })
  }
  return (applied: Applied) => ({
    title: 'Success',
    text: `${applied.number} applied`,
    action: offerUndo(() => undo(applied)),
  })
}
