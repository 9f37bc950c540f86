import { late } from '#platform/ui/page/Late.tsx'
import type { ListState } from '#platform/web/list-search.ts'

const DunningRun = late(
  async () => (await import('#features/dunning/ui/parts/DunningRun.tsx')).DunningRun,
)
const LetterDialog = late(
  async () => (await import('#features/dunning/ui/parts/LetterDialog.tsx')).LetterDialog,
)
const CreditMemoDialog = late(
  async () =>
    (await import('#features/receivables/ui/parts/CreditMemoDialog.tsx')).CreditMemoDialog,
)
const InvoiceDialog = late(
  async () => (await import('#features/receivables/ui/parts/InvoiceDialog.tsx')).InvoiceDialog,
)
const PaymentDialog = late(
  async () => (await import('#features/receivables/ui/parts/PaymentDialog.tsx')).PaymentDialog,
)
const RecordPayment = late(
  async () => (await import('#features/receivables/ui/parts/RecordPayment.tsx')).RecordPayment,
)
const RefundDialog = late(
  async () => (await import('#features/receivables/ui/parts/RefundDialog.tsx')).RefundDialog,
)

/** Opens the document in the URL, the new payment form, or the dunning run. */
export function OpenDocument({ list }: { list: ListState }) {
  const { open, new: made } = list.search
  // Closing the dialog does not change the report's tab.
  const close = () => list.closePart({ open: undefined, part: undefined, new: undefined })
  const shown = { list, code: open ?? '', onClose: close }
  if (made === 'payment') return <RecordPayment onClose={close} />
  if (made === 'dunning') return <DunningRun onClose={close} />
  if (open?.startsWith('DUN-')) return <LetterDialog {...shown} />
  if (open?.startsWith('INV-')) return <InvoiceDialog {...shown} />
  if (open?.startsWith('PAY-')) return <PaymentDialog {...shown} />
  if (open?.startsWith('CM-')) return <CreditMemoDialog {...shown} />
  if (open?.startsWith('REF-')) return <RefundDialog {...shown} />
  return null
}
