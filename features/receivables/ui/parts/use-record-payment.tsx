import { HandCoins, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import type { Invoice } from '../../contract.ts'
import type { Payer } from '../payments/payment-values.ts'

const RecordPayment = lazyPart(async () => (await import('./RecordPayment.tsx')).RecordPayment)
const RecordRemittance = lazyPart(
  async () => (await import('./RecordRemittance.tsx')).RecordRemittance,
)

type Remittance = { of: Payer; numbers?: readonly string[] }

/** Returns what opens a payment form, prefilled from a customer or from invoices. */
export function useRecordPayment() {
  const [of, setOf] = useState<Payer>()
  const [remittance, setRemittance] = useState<Remittance>()
  const whyNot = useWhyNot()
  const itemOf = (payer: Payer, settled?: string): MenuItem => ({
    label: 'Record payment…',
    icon: HandCoins,
    whyNot: settled ?? whyNot('receivables.collect'),
    run: () => setOf(payer),
  })
  /** The payment of one sum, and the remittance of several invoices. */
  const itemsOf = (payer: Payer): MenuItem[] => [
    itemOf(payer),
    {
      label: 'Record remittance…',
      icon: ListChecks,
      whyNot: whyNot('receivables.collect'),
      run: () => setRemittance({ of: payer }),
    },
  ]
  /** The remittance of selected invoices, which are of one customer. */
  const remit = (selected: readonly Invoice[]) => {
    const open = selected.filter(({ state }) => state !== 'paid')
    const [first] = open
    if (!first || open.some(({ customerId }) => customerId !== first.customerId)) {
      const text = first ? 'Select invoices of one customer' : 'These invoices are paid'
      return notify({ title: 'Error', text })
    }
    const { customerId, customerCode, customerName } = first
    const numbers = open.map(({ invoiceNumber }) => invoiceNumber)
    setRemittance({ of: { customerId, customerCode, customerName }, numbers })
  }
  const bulk: BulkAction<Invoice>[] = whyNot('receivables.collect')
    ? []
    : [{ label: 'Record remittance…', icon: ListChecks, run: remit }]
  const dialog = (
    <>
      {of && <RecordPayment of={of} onClose={() => setOf(undefined)} />}
      {remittance && <RecordRemittance {...remittance} onClose={() => setRemittance(undefined)} />}
    </>
  )
  const itemOfInvoice = (invoice: Invoice, whyNot?: string) => {
    const { customerId, customerCode, customerName, state } = invoice
    const settled = state === 'paid' ? 'It has no open amount' : undefined
    const item = itemOf({ customerId, customerCode, customerName, invoice }, settled ?? whyNot)
    return { ...item, isNextStep: true }
  }
  return { itemsOf, itemOfInvoice, bulk, dialog }
}
