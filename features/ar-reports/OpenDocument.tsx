import { DunningRun } from '#features/dunning/DunningRun.tsx'
import { LetterDialog } from '#features/dunning/LetterDialog.tsx'
import { CreditMemoDialog } from '#features/receivables/CreditMemoDialog.tsx'
import { InvoiceDialog } from '#features/receivables/InvoiceDialog.tsx'
import { PaymentDialog } from '#features/receivables/PaymentDialog.tsx'
import { RecordPayment } from '#features/receivables/RecordPayment.tsx'
import { RefundDialog } from '#features/receivables/RefundDialog.tsx'
import type { ListState } from '#platform/web/list-search.ts'

/** The document whose number stands in the address, a new payment, or a dunning run. */
export function OpenDocument({ list }: { list: ListState }) {
  const { open, new: made } = list.search
  // The tab is the report's own and stays.
  const close = () => list.change({ open: undefined, new: undefined })
  if (made === 'payment') return <RecordPayment onClose={close} />
  if (made === 'dunning') return <DunningRun onClose={close} />
  if (open?.startsWith('DUN-')) return <LetterDialog key={open} code={open} onClose={close} />
  if (open?.startsWith('INV-')) return <InvoiceDialog key={open} code={open} onClose={close} />
  if (open?.startsWith('PAY-')) return <PaymentDialog key={open} code={open} onClose={close} />
  if (open?.startsWith('CM-')) return <CreditMemoDialog key={open} code={open} onClose={close} />
  if (open?.startsWith('REF-')) return <RefundDialog key={open} code={open} onClose={close} />
  return null
}
