import { termsText } from '#features/customers/labels.ts'
import { Plus, Undo2 } from 'lucide-react'
import { noPermissionText, useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { ImportButton } from '#platform/ui/import/ImportButton.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import { statusColumn, statusFilter } from '#platform/ui/table/filters/Status.tsx'
import { masterRecordActions, masterRecordBulk } from '#platform/ui/table/master-record-actions.ts'
import { useBulk } from '#platform/ui/records/use-bulk.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { type Vendor, changeVendors, listVendors } from '../contract.ts'
import { daysText } from '../rules.ts'
import { useNewOrder } from './use-new-order.ts'
import { useVendorWrites, vendorReads } from './use-vendor-writes.ts'

export const defaultSort = 'vendorCode'
export const codeOf = (vendor: { vendorCode: string }) => vendor.vendorCode
/** The list query that finds a vendor by its code. */
export const lookupQuery = (code: string | undefined) => ({ vendorCode: code, limit: 100 })

/** The columns of the list of vendors. */
export const columns: readonly Column<Vendor>[] = [
  { id: 'vendorCode', header: 'Vendor Code', width: 125, cell: codeOf },
  {
    id: 'name',
    header: 'Name',
    isLong: true,
    width: 180,
    phone: 'line',
    cell: (vendor) => vendor.name,
  },
  {
    id: 'email',
    header: 'Email',
    isLong: 'one line',
    width: 215,
    cell: (vendor) => vendor.email,
  },
  { id: 'phone', header: 'Phone', width: 130, cell: (vendor) => vendor.phone },
  {
    id: 'city',
    header: 'City',
    isLong: true,
    width: 100,
    phone: 'date',
    cell: (vendor) => vendor.city,
  },
  {
    id: 'paymentTerms',
    header: 'Payment Terms',
    width: 135,
    phone: 'amount',
    cell: (vendor) => vendor.paymentTerms && termsText(vendor.paymentTerms),
  },
  statusColumn(),
  {
    id: 'openOrders',
    header: 'Open POs',
    width: 110,
    align: 'right',
    isOptional: true,
    cell: (vendor) => vendor.openOrders.toLocaleString('en-US'),
  },
  {
    id: 'onTimePercent',
    header: 'On-time %',
    width: 110,
    align: 'right',
    isOptional: true,
    cell: ({ onTimePercent }) => (onTimePercent === null ? '' : `${onTimePercent}%`),
  },
  {
    id: 'leadTimeDays',
    header: 'Lead Time',
    width: 110,
    align: 'right',
    isOptional: true,
    cell: (vendor) => daysText(vendor.leadTimeDays),
  },
  {
    id: 'preferredRank',
    header: 'Preferred Ranking',
    width: 150,
    align: 'right',
    isOptional: true,
    cell: (vendor) => vendor.preferredRank,
  },
  {
    id: 'minimumOrderQuantity',
    header: 'Minimum Order',
    width: 130,
    align: 'right',
    isOptional: true,
    sortable: false,
    cell: (vendor) => vendor.minimumOrderQuantity?.toLocaleString('en-US'),
  },
  {
    id: 'contactName',
    header: 'Contact',
    isLong: true,
    width: 140,
    isOptional: true,
    sortable: false,
    cell: (vendor) => vendor.contactName,
  },
  {
    id: 'state',
    header: 'State',
    isLong: true,
    width: 110,
    isOptional: true,
    cell: (vendor) => vendor.state,
  },
]

const filters: readonly Filter[] = [
  statusFilter,
  { kind: 'text', id: 'city', label: 'City' },
  { kind: 'text', id: 'state', label: 'State' },
  { kind: 'text', id: 'country', label: 'Country' },
  { kind: 'text', id: 'paymentTerms', label: 'Payment terms' },
]

const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'Inactive', filters: { isActive: 'false' } },
]

/** The list of vendors, with actions for one or many. */
export function VendorsTable({ list }: { list: ListState }) {
  const may = useMay()
  const whyNot = useWhyNot()
  const { remove, setActive } = useVendorWrites()
  const newOrder = useNewOrder()
  const bulk = useVendorBulk()
  const add = () => list.change({ new: '1' }, 'push')
  const showDeleted = () => list.change({ view: 'deleted' }, 'push')
  const mayEdit = may('vendors.edit')
  const mayChange = mayEdit || may('vendors.terms')
  return (
    <div>
      <ListViews name="vendors" list={list} views={views} />
      <DataTable
        name="vendors"
        title="Vendor List"
        endpoint={listVendors}
        list={list}
        usualSort={defaultSort}
        columns={columns}
        filters={filters}
        codeOf={codeOf}
        actionsOf={(vendor) =>
          masterRecordActions({
            row: vendor,
            code: codeOf(vendor),
            list,
            whyNot: {
              edit: mayChange ? undefined : whyNot('vendors.edit'),
              delete: whyNot('vendors.delete'),
              setActive: whyNot('vendors.edit'),
            },
            begin: newOrder(vendor),
            remove,
            setActive,
          })
        }
        bulk={bulk}
        menu={
          may('vendors.delete')
            ? [{ label: 'Recently deleted', icon: Undo2, run: showDeleted }]
            : []
        }
        primary={
          <>
            <ImportButton list={list} whyNot={whyNot('vendors.import')} />
            <Tooltip label="Add Vendor" keys={keysOf('add')}>
              <Button
                kind="primary"
                icon={Plus}
                onClick={add}
                whyNot={mayEdit ? undefined : noPermissionText}
              >
                Add Vendor
              </Button>
            </Tooltip>
          </>
        }
        onOpen={(vendor) => list.openRecord(codeOf(vendor))}
        {...(mayEdit && { onAdd: add })}
        empty={<p className="text-muted">Add your first vendor to buy from them.</p>}
      />
    </div>
  )
}

/** The bulk actions this user may run. */
function useVendorBulk(): readonly BulkAction<Vendor>[] {
  const may = useMay()
  const change = useBulk(changeVendors, vendorReads)
  const mayEdit = may('vendors.edit')
  return masterRecordBulk(change, { mayEdit, mayDelete: mayEdit && may('vendors.delete') })
}
