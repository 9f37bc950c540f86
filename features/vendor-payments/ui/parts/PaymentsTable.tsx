import { BanknoteArrowUp, CalendarCheck, Check, HandCoins } from 'lucide-react'
import { useState } from 'react'
import { VendorLink, vendorByCode } from '#features/vendors/ui/parts/VendorLink.tsx'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import {
  type VendorPayment,
  listVendorPayments,
  sumVendorPayments,
  vendorPaymentList,
} from '../../contract.ts'
import { usePaymentWrites } from '../use-payment-writes.ts'

const PaymentDetails = lazyPart(async () => (await import('../PaymentDetails.tsx')).PaymentDetails)
const PreparePayment = lazyPart(async () => (await import('../PreparePayment.tsx')).PreparePayment)
const PreparePrepayment = lazyPart(
  async () => (await import('../PreparePrepayment.tsx')).PreparePrepayment,
)

const ReleasePayments = lazyPart(
  async () => (await import('../ReleasePayment.tsx')).ReleasePayments,
)

const columns = columnsOf(vendorPaymentList, {
  vendorId: { text: vendorByCode, cell: (payment) => <VendorLink of={payment} byCode /> },
  status: {
    text: (payment) => payment.status,
    cell: (payment) => <StatusBadge status={payment.status} />,
  },
  paidOn: (payment) => formatDay(payment.paidOn),
  openAmount: (payment) =>
    payment.kind === 'prepayment' ? formatDecimal(payment.openAmount) : '-',
  releasedByName: (payment) => payment.releasedByName ?? '-',
})

const filters = filtersOf(vendorPaymentList, { vendorCode: vendorFilter })

const groups = groupsOf(vendorPaymentList, {
  endpoint: sumVendorPayments,
  what: 'payment',
})

type PaymentsTableProps = { list: ListState; vendorId?: number }

/**
 * The payments to all vendors or to one; a row opens the payment, the button prepares a new one.
 */
export function PaymentsTable({ list, vendorId }: PaymentsTableProps) {
  const may = useMay()
  const open = Number(list.search.open)
  const [isNew, setNew] = useState(false)
  const [isPrepaying, setPrepaying] = useState(false)
  const [dated, setDated] = useState<readonly VendorPayment[]>()
  const bulk = usePaymentBulk(setDated)
  // Keep the tab, which belongs to the report page.
  const close = () => list.closePart({ open: undefined, part: undefined, full: undefined })
  const fixed = { ...(vendorId !== undefined && { vendorId }) }
  const prepare = may('payables.pay') ? () => setNew(true) : undefined
  return (
    <>
      {vendorId === undefined && (
        <ListViews name={vendorPaymentList.name} list={list} views={vendorPaymentList.views} />
      )}
      <DataTable
        name={vendorPaymentList.name}
        title="Payments"
        endpoint={listVendorPayments}
        list={list}
        fixed={fixed}
        {...(vendorId === undefined && { groups })}
        columns={columns.filter(({ id }) => id !== 'vendorId' || vendorId === undefined)}
        filters={filters.filter(({ id }) => id !== 'vendorCode' || vendorId === undefined)}
        codeOf={(payment) => payment.paymentNumber}
        bulk={vendorId === undefined ? bulk : undefined}
        hrefOf={({ id }) => '/ap-reports' + searchText({ tab: 'payments', open: String(id) })}
        onOpen={({ id }) => list.change({ open: String(id) }, 'push')}
        {...(prepare && {
          onAdd: prepare,
          primary: (
            <>
              <Button icon={BanknoteArrowUp} onClick={() => setPrepaying(true)}>
                Prepay vendor
              </Button>
              <Button kind="primary" icon={HandCoins} onClick={prepare}>
                Prepare payment
              </Button>
            </>
          ),
        })}
        empty={<p className="text-muted">No payments yet.</p>}
      />
      {open > 0 && <PaymentDetails id={open} list={list} fixed={fixed} onClose={close} />}
      {dated && <ReleasePayments payments={dated} onClose={() => setDated(undefined)} />}
      {isPrepaying && <PreparePrepayment onClose={() => setPrepaying(false)} />}
      {isNew && <PreparePayment onClose={() => setNew(false)} />}
    </>
  )
}

/** The bulk actions this user may run. */
function usePaymentBulk(
  onDate: (rows: readonly VendorPayment[]) => void,
): readonly BulkAction<VendorPayment>[] {
  const may = useMay()
  const { releaseMany } = usePaymentWrites()
  if (!may('payables.releasePayment')) return []
  const run = (rows: readonly VendorPayment[]) =>
    releaseMany.tryRun({ body: { action: 'release', ids: rows.map(({ id }) => id) } })
  return [
    { label: 'Release', icon: Check, shortcut: 'approveSelected', run },
    { label: 'Release on another day…', icon: CalendarCheck, run: onDate },
  ]
}
