import { useMay } from '#features/auth/ui/parts/current-user.ts'
import type { CreditMemoDetails, InvoiceDetails } from '#features/receivables/contract.ts'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
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
const RelatedOfCreditMemo = lazyPart(
  async () => (await import('./RelatedOfCreditMemo.tsx')).RelatedOfCreditMemo,
)
const RelatedOfSale = lazyPart(
  async () => (await import('#features/sales-orders/ui/parts/RelatedOfSale.tsx')).RelatedOfSale,
)

/** Opens the document in the URL, the new payment form, or the dunning run. */
export function DocumentDialogs({ list }: { list: ListState }) {
  const mayReadOrders = useMay()('salesOrders.read')
  const { open, new: newDocument } = list.search
  // Closing the dialog does not change the report's tab.
  const close = () =>
    list.closePart({ open: undefined, part: undefined, full: undefined, new: undefined })
  const dialogProps = { list, code: open ?? '', onClose: close }
  if (newDocument === 'payment') return <RecordPayment onClose={close} />
  if (newDocument === 'remittance') return <RecordRemittance onClose={close} />
  if (newDocument === 'dunning') return <DunningRunDialog onClose={close} />
  if (open?.startsWith('DUN-')) return <ReminderDetailsDialog {...dialogProps} />
  if (open?.startsWith('INV-')) {
    const moreTabs = mayReadOrders ? relatedOfInvoice : noTabs
    return <InvoiceDetailsDialog {...dialogProps} moreTabs={moreTabs} />
  }
  if (open?.startsWith('PAY-')) return <PaymentDetailsDialog {...dialogProps} />
  if (open?.startsWith('CM-')) {
    const moreTabs = mayReadOrders ? relatedOfCreditMemo : noTabs
    return <CreditMemoDetailsDialog {...dialogProps} moreTabs={moreTabs} />
  }
  if (open?.startsWith('REF-')) return <RefundDetailsDialog {...dialogProps} />
  return null
}

const noTabs = () => []

/** The tab with the records of the order that an invoice bills, if it has one. */
function relatedOfInvoice({ salesOrderId, orderNumber, invoiceNumber }: InvoiceDetails): Tab[] {
  if (salesOrderId === null || orderNumber === null) return []
  const shown = { kind: 'invoice', number: invoiceNumber } as const
  const order = { id: salesOrderId, orderNumber }
  return [relatedTab(() => <RelatedOfSale {...order} shown={shown} />)]
}

/** The tab with the records of the order whose invoice a credit memo credits, if it has one. */
function relatedOfCreditMemo({ invoiceId, creditMemoNumber }: CreditMemoDetails): Tab[] {
  if (invoiceId === null) return []
  const credit = { invoiceId, creditMemoNumber }
  return [relatedTab(() => <RelatedOfCreditMemo {...credit} />)]
}

function relatedTab(render: Tab['render']): Tab {
  return { id: 'related', label: 'Related', render }
}
