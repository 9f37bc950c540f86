import { termsText } from '#features/customers/labels.ts'
import { Plus, Undo2 } from 'lucide-react'
import { noPermissionText, useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { ImportButton } from '#platform/ui/import/ImportButton.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import { columnsOf } from '#platform/ui/table/list-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'
import { statusCell } from '#platform/ui/table/filters/status-cell.tsx'
import { masterRecordActions, masterRecordBulk } from '#platform/ui/table/master-record-actions.ts'
import { useBulk } from '#platform/ui/records/use-bulk.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { type Vendor, changeVendors, listVendors, vendorList } from '../contract.ts'
import { daysText } from '../rules.ts'
import { useNewOrder } from './use-new-order.ts'
import { useVendorWrites, vendorReads } from './use-vendor-writes.ts'

export const { defaultSort } = vendorList
export const codeOf = (vendor: { vendorCode: string }) => vendor.vendorCode
/** The list query that finds a vendor by its code. */
export const lookupQuery = (code: string | undefined) => ({ vendorCode: code, limit: 100 })

/** The columns of the list of vendors. */
export const columns = columnsOf(vendorList, {
  paymentTerms: (vendor) => vendor.paymentTerms && termsText(vendor.paymentTerms),
  isActive: statusCell,
  openOrders: (vendor) => vendor.openOrders.toLocaleString('en-US'),
  onTimePercent: ({ onTimePercent }) => (onTimePercent === null ? '' : `${onTimePercent}%`),
  leadTimeDays: (vendor) => daysText(vendor.leadTimeDays),
  minimumOrderQuantity: (vendor) => vendor.minimumOrderQuantity?.toLocaleString('en-US'),
})

const filters = filtersOf(vendorList)

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
      <ListViews name={vendorList.name} list={list} views={vendorList.views} />
      <DataTable
        name={vendorList.name}
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
