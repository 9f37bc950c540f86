import { HandCoins, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import type { Invoice } from '../../contract.ts'
import type { Payer } from '../payments/payment-values.ts'

const RecordPayment = lazyPart(async () => (await import('./RecordPayment.tsx')).RecordPayment)
const RecordRemittance = lazyPart(
  async () => (await import('./RecordRemittance.tsx')).RecordRemittance,
)

/** Returns menu items that open a payment form, prefilled from a customer or invoice. */
export function useRecordPayment() {
  const [of, setOf] = useState<Payer>()
  const [remitter, setRemitter] = useState<Payer>()
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
      run: () => setRemitter(payer),
    },
  ]
  const dialog = (
    <>
      {of && <RecordPayment of={of} onClose={() => setOf(undefined)} />}
      {remitter && <RecordRemittance of={remitter} onClose={() => setRemitter(undefined)} />}
    </>
  )
  const itemOfInvoice = (invoice: Invoice, whyNot?: string) => {
    const { customerId, customerCode, customerName, state } = invoice
    const settled = state === 'paid' ? 'It has no open amount' : undefined
    return itemOf({ customerId, customerCode, customerName, invoice }, settled ?? whyNot)
  }
  return { itemsOf, itemOfInvoice, dialog }
}
