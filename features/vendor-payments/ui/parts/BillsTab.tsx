import { useRef, useState } from 'react'
import { BillsTable } from '#features/payables/ui/parts/BillsTable.tsx'
import type { VendorBill } from '#features/payables/contract.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { groupByVendor } from '../../rules.ts'

const PreparePayment = lazyPart(async () => (await import('../PreparePayment.tsx')).PreparePayment)

/** All bills. Selected ones can be paid, with one payment per vendor. */
export function BillsTab({ list }: { list: ListState }) {
  const [vendors, setVendors] = useState<readonly VendorBill[][]>([])
  const [vendorIndex, setVendorIndex] = useState(0)
  const isSaved = useRef(false)
  const begin = (bills: readonly VendorBill[]) => {
    const found = groupByVendor(bills)
    setVendorIndex(0)
    setVendors(found)
    if (found.length > 0) return
    const text = 'The selected bills have no open amount'
    notify({
      title: 'Prepare payment',
      text,
      detail: 'Drafts and blocked bills must be posted first.',
    })
  }
  // After saving, continue with the next vendor; canceling one cancels the rest.
  const close = () => {
    if (isSaved.current) setVendorIndex(vendorIndex + 1)
    else setVendors([])
    isSaved.current = false
  }
  const bills = vendors[vendorIndex]
  return (
    <>
      <BillsTable list={list} onPrepare={begin} />
      {bills && (
        <PreparePayment
          key={vendorIndex}
          bills={bills}
          place={vendors.length > 1 ? `${vendorIndex + 1} of ${vendors.length}` : undefined}
          onSaved={() => (isSaved.current = true)}
          onClose={close}
        />
      )}
    </>
  )
}
