import { noPermissionText, useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { useManyDocuments } from '#features/documents/ui/parts/use-many-documents.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { formatDay } from '#platform/kernel/days.ts'
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
import { type Customer, changeCustomers, customerList, listCustomers } from '../contract.ts'
import { customerReads, customerScreen } from './customer-screen.ts'
import { useNewOrder } from './use-new-sales-order.ts'
import { termsText } from '../labels.ts'

// The server validates days, so the cast is safe.
const lastOrderText = ({ lastOrderDate }: Customer) =>
  lastOrderDate === null ? '' : formatDay(lastOrderDate)

/** The columns of the customer list. */
export const columns = columnsOf(customerList, {
  lastOrderDate: lastOrderText,
  paymentTerms: (customer) => termsText(customer.paymentTerms),
  isActive: statusCell,
})

const filters = filtersOf(customerList)

/** The customer list with its row and bulk actions. */
export function CustomersTable({ list }: { list: ListState }) {
  const may = useMay()
  const whyNot = useWhyNot()
  const { remove, setActive } = useMasterWrites(customerScreen)
  const newOrder = useNewOrder()
  const statements = useManyDocuments<Customer>('statement', ({ customerCode }) => customerCode)
  const bulk = [
    ...useCustomerBulk(),
    ...(may('receivables.read') ? [{ ...statements.action, label: 'Statements' }] : []),
  ]
  return (
    <div>
      <ListViews name={customerList.name} list={list} views={customerList.views} />
      <MasterTable
        screen={customerScreen}
        endpoint={listCustomers}
        list={list}
        columns={columns}
        filters={filters}
        actionsOf={(customer) =>
          masterRecordActions({
            row: customer,
            code: customer.customerCode,
            list,
            whyNot: {
              edit: whyNot('customers.edit'),
              delete: whyNot('customers.delete'),
              setActive: whyNot('customers.edit'),
            },
            begin: newOrder(customer),
            remove,
            setActive,
          })
        }
        bulk={bulk}
        whyNot={{
          add: may('customers.edit') ? undefined : noPermissionText,
          import: whyNot('customers.import'),
        }}
        mayDelete={may('customers.delete')}
        empty="Add your first customer to take orders for them."
      />
      {statements.dialog}
    </div>
  )
}

/** The bulk actions this user may run on customers. */
function useCustomerBulk(): readonly BulkAction<Customer>[] {
  const may = useMay()
  const change = useBulk(changeCustomers, customerReads)
  const mayEdit = may('customers.edit')
  return masterRecordBulk(change, { mayEdit, mayDelete: mayEdit && may('customers.delete') })
}
