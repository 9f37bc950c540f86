import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { ListState } from '#platform/web/list-search.ts'

const DunningRun = lazyPart(
  async () => (await import('#features/dunning/ui/parts/DunningRun.tsx')).DunningRun,
)
const LetterDialog = lazyPart(
  async () => (await import('#features/dunning/ui/parts/LetterDialog.tsx')).LetterDialog,
)
const CreditMemoDialog = lazyPart(
  async () =>
    (await import('#features/receivables/ui/parts/CreditMemoDialog.tsx')).CreditMemoDialog,
)
const InvoiceDialog = lazyPart(
  async () => (await import('#features/receivables/ui/parts/InvoiceDialog.tsx')).InvoiceDialog,
)
const PaymentDialog = lazyPart(
  async () => (await import('#features/receivables/ui/parts/PaymentDialog.tsx')).PaymentDialog,
)
const RecordPayment = lazyPart(
  async () => (await import('#features/receivables/ui/parts/RecordPayment.tsx')).RecordPayment,
)
const RecordRemittance = lazyPart(
  async () =>
    (await import('#features/receivables/ui/parts/RecordRemittance.tsx')).RecordRemittance,
)
const RefundDialog = lazyPart(
  async () => (await import('#features/receivables/ui/parts/RefundDialog.tsx')).RefundDialog,
)

/** Opens the document in the URL, the new payment form, or the dunning run. */
export function OpenDocument({ list }: { list: ListState }) {
  const { open, new: newDocument } = list.search
  // Closing the dialog does not change the report's tab.
  const close = () => list.closePart({ open: undefined, part: undefined, new: undefined })
  const dialogProps = { list, code: open ?? '', onClose: close }
  if (newDocument === 'payment') return <RecordPayment onClose={close} />
  if (newDocument === 'remittance') return <RecordRemittance onClose={close} />
  if (newDocument === 'dunning') return <DunningRun onClose={close} />
  if (open?.startsWith('DUN-')) return <LetterDialog {...dialogProps} />
  if (open?.startsWith('INV-')) return <InvoiceDialog {...dialogProps} />
  if (open?.startsWith('PAY-')) return <PaymentDialog {...dialogProps} />
  if (open?.startsWith('CM-')) return <CreditMemoDialog {...dialogProps} />
  if (open?.startsWith('REF-')) return <RefundDialog {...dialogProps} />
  return null
}
