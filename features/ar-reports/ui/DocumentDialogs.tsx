import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { ListState } from '#platform/web/list-state.ts'

const DunningRunDialog = lazyPart(
  async () => (await import('#features/dunning/ui/parts/DunningRunDialog.tsx')).DunningRunDialog,
)
const ReminderDetailsDialog = lazyPart(
  async () =>
    (await import('#features/dunning/ui/parts/ReminderDetailsDialog.tsx')).ReminderDetailsDialog,
)
const CreditMemoDetailsDialog = lazyPart(
  async () =>
    (await import('#features/receivables/ui/parts/CreditMemoDetailsDialog.tsx'))
      .CreditMemoDetailsDialog,
)
const InvoiceDetailsDialog = lazyPart(
  async () =>
    (await import('#features/receivables/ui/parts/InvoiceDetailsDialog.tsx')).InvoiceDetailsDialog,
)
const PaymentDetailsDialog = lazyPart(
  async () =>
    (await import('#features/receivables/ui/parts/PaymentDetailsDialog.tsx')).PaymentDetailsDialog,
)
const RecordPayment = lazyPart(
  async () => (await import('#features/receivables/ui/parts/RecordPayment.tsx')).RecordPayment,
)
const RecordRemittance = lazyPart(
  async () =>
    (await import('#features/receivables/ui/parts/RecordRemittance.tsx')).RecordRemittance,
)
const RefundDetailsDialog = lazyPart(
  async () =>
    (await import('#features/receivables/ui/parts/RefundDetailsDialog.tsx')).RefundDetailsDialog,
)

/** Opens the document in the URL, the new payment form, or the dunning run. */
export function DocumentDialogs({ list }: { list: ListState }) {
  const { open, new: newDocument } = list.search
  // Closing the dialog does not change the report's tab.
  const close = () => list.closePart({ open: undefined, part: undefined, new: undefined })
  const dialogProps = { list, code: open ?? '', onClose: close }
  if (newDocument === 'payment') return <RecordPayment onClose={close} />
  if (newDocument === 'remittance') return <RecordRemittance onClose={close} />
  if (newDocument === 'dunning') return <DunningRunDialog onClose={close} />
  if (open?.startsWith('DUN-')) return <ReminderDetailsDialog {...dialogProps} />
  if (open?.startsWith('INV-')) return <InvoiceDetailsDialog {...dialogProps} />
  if (open?.startsWith('PAY-')) return <PaymentDetailsDialog {...dialogProps} />
  if (open?.startsWith('CM-')) return <CreditMemoDetailsDialog {...dialogProps} />
  if (open?.startsWith('REF-')) return <RefundDetailsDialog {...dialogProps} />
  return null
}
