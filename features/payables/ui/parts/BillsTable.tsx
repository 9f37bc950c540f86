import { formatOptionalDay } from '#platform/kernel/days.ts'
import { formatHidden } from '#platform/kernel/money.ts'
import { Check, HandCoins, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'
import { VendorLink, vendorByCode } from '#features/vendors/ui/parts/VendorLink.tsx'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { vendorFilter } from '#features/vendors/ui/parts/vendor-filter.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import {
  type VendorBill,
  listVendorBills,
  readBillable,
  sumVendorBills,
  vendorBillList,
} from '../../contract.ts'
import { isUnposted } from '../../rules.ts'

const BillLinesPreview = lazyPart(
  async () => (await import('../BillLinesPreview.tsx')).BillLinesPreview,
)
const BillDetails = lazyPart(async () => (await import('../BillDetails.tsx')).BillDetails)
const ReleaseBills = lazyPart(async () => (await import('../ReleaseBills.tsx')).ReleaseBills)
const CreateBill = lazyPart(async () => (await import('../CreateBill.tsx')).CreateBill)

const columns = columnsOf(vendorBillList, {
  vendorId: { text: vendorByCode, cell: (bill) => <VendorLink of={bill} byCode /> },
  standing: {
    text: (bill) => bill.standing,
    cell: (bill) => <StatusBadge status={bill.standing} />,
  },
  dueDate: (bill) => (
    <OverdueDate text={formatOptionalDay(bill.dueDate)} isOverdue={bill.isOverdue} />
  ),
  // A bill that is not posted yet has no open amount, which is not the same as a paid one.
  openAmount: (bill) => formatHidden(isUnposted(bill) ? null : bill.openAmount),
})

const filters = filtersOf(vendorBillList, { vendorCode: vendorFilter })

const groups = groupsOf(vendorBillList, {
  endpoint: sumVendorBills,
  what: 'bill',
  amountLabel: 'Open',
})

type BillsTableProps = {
  list: ListState
  vendorId?: number
  purchaseOrderId?: number
  /** Prepares payments for selected bills; only in the list of all bills. */
  onPrepare?: (bills: readonly VendorBill[]) => void
}

/** The bills of all vendors, one vendor or one order, with their details and the entry form. */
export function BillsTable(props: BillsTableProps) {
  const { list, vendorId, purchaseOrderId, onPrepare } = props
  const may = useMay()
  const open = Number(list.search.open)
  const isAll = vendorId === undefined && purchaseOrderId === undefined
  const [isNew, setNew] = useState(false)
  const [released, setReleased] = useState<readonly VendorBill[]>()
  const bulk = useBillBulk(setReleased, onPrepare)
  const billable = useRead(readBillable, {
    params: { id: purchaseOrderId ?? 0 },
    enabled: purchaseOrderId !== undefined,
  })
  // Waits for the data: form values are read once, when the form opens.
  const isReady = purchaseOrderId === undefined || !billable.isPending
  // Bill numbers are unique only per vendor, so the URL contains the id. Closing does not change
  // the page's tab.
  const close = () => list.closePart({ open: undefined, part: undefined, full: undefined })
  const fixed = {
    ...(vendorId !== undefined && { vendorId }),
    ...(purchaseOrderId !== undefined && { purchaseOrderId }),
  }
  const enter = may('payables.enter') ? () => setNew(true) : undefined
  return (
    <>
      {isAll && <ListViews name={vendorBillList.name} list={list} views={vendorBillList.views} />}
      <DataTable
        name={vendorBillList.name}
        title="Bills"
        endpoint={listVendorBills}
        list={list}
        fixed={fixed}
        {...(isAll && { groups })}
        columns={columns.filter(({ id }) => id !== 'vendorId' || vendorId === undefined)}
        filters={filters.filter(({ id }) => id !== 'vendorCode' || vendorId === undefined)}
        codeOf={(bill) => bill.billNumber}
        bulk={isAll ? bulk : undefined}
        hrefOf={({ id }) => '/ap-reports' + searchText({ tab: 'bills', open: String(id) })}
        onOpen={({ id }) => list.change({ open: String(id) }, 'push')}
        {...(enter && {
          onAdd: enter,
          primary: (
            <Button kind="primary" icon={ReceiptText} onClick={enter}>
              Enter bill
            </Button>
          ),
        })}
        empty={<p className="text-muted">No bills yet.</p>}
        preview={({ id }) => <BillLinesPreview id={id} />}
      />
      {open > 0 && <BillDetails id={open} list={list} fixed={fixed} onClose={close} />}
      {released && <ReleaseBills bills={released} onClose={() => setReleased(undefined)} />}
      {isNew && isReady && <CreateBill billable={billable.data} onClose={() => setNew(false)} />}
    </>
  )
}

type RequestSteps = (bills: readonly VendorBill[]) => void

/** The bulk actions that this user may perform; a release asks for a reason. */
function useBillBulk(
  release: RequestSteps,
  prepare?: RequestSteps,
): readonly BulkAction<VendorBill>[] {
  const may = useMay()
  const many: BulkAction<VendorBill>[] = []
  if (may('payables.release')) {
    many.push({ label: 'Release…', icon: Check, shortcut: 'approveSelected', run: release })
  }
  if (prepare && may('payables.pay')) {
    many.push({ label: 'Prepare payment…', icon: HandCoins, run: prepare })
  }
  return many
}
