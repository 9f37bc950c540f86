import { termsText } from '#features/customers/labels.ts'
import { noPermissionText, useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { MasterTable } from '#platform/ui/master-data/MasterTable.tsx'
import { useMasterWrites } from '#platform/ui/master-data/master-screen.ts'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { statusCell } from '#platform/ui/table/active-status-cell.tsx'
import {
  masterRecordActions,
  masterRecordBulk,
} from '#platform/ui/master-data/master-record-actions.ts'
import { useBulk } from '#platform/ui/records/use-bulk-change.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { type Vendor, changeVendors, listVendors, vendorList } from '../contract.ts'
import { daysText } from '../rules.ts'
import { useNewOrder } from './use-new-purchase-order.ts'
import { vendorReads, vendorScreen } from './vendor-screen.ts'

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
  const { remove, setActive } = useMasterWrites(vendorScreen)
  const newOrder = useNewOrder()
  const bulk = useVendorBulk()
  const mayEdit = may('vendors.edit')
  const mayChange = mayEdit || may('vendors.terms')
  return (
    <div>
      <ListViews name={vendorList.name} list={list} views={vendorList.views} />
      <MasterTable
        screen={vendorScreen}
        endpoint={listVendors}
        list={list}
        columns={columns}
        filters={filters}
        actionsOf={(vendor) =>
          masterRecordActions({
            row: vendor,
            code: vendor.vendorCode,
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
        whyNot={{
          add: mayEdit ? undefined : noPermissionText,
          import: whyNot('vendors.import'),
        }}
        mayDelete={may('vendors.delete')}
        empty="Add your first vendor to buy from them."
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
