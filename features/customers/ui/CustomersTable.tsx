import { Plus, Undo2 } from 'lucide-react'
import { noPermissionText, useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { formatDay } from '#platform/kernel/days.ts'
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
import { type Customer, changeCustomers, customerList, listCustomers } from '../contract.ts'
import { customerReads, useCustomerWrites } from './use-customer-writes.ts'
import { useNewOrder } from './use-new-order.ts'
import { termsText } from '../labels.ts'

export const { defaultSort } = customerList
export const codeOf = (customer: { customerCode: string }) => customer.customerCode
/** The list query that finds a customer by code. */
export const lookupQuery = (code: string | undefined) => ({ customerCode: code, limit: 100 })

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
  const { remove, setActive } = useCustomerWrites()
  const newOrder = useNewOrder()
  const bulk = useCustomerBulk()
  const add = () => list.change({ new: '1' }, 'push')
  const showDeleted = () => list.change({ view: 'deleted' }, 'push')
  const mayEdit = may('customers.edit')
  return (
    <div>
      <ListViews name={customerList.name} list={list} views={customerList.views} />
      <DataTable
        name={customerList.name}
        title="Customer List"
        endpoint={listCustomers}
        list={list}
        usualSort={defaultSort}
        columns={columns}
        filters={filters}
        codeOf={codeOf}
        actionsOf={(customer) =>
          masterRecordActions({
            row: customer,
            code: codeOf(customer),
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
        menu={
          may('customers.delete')
            ? [{ label: 'Recently deleted', icon: Undo2, run: showDeleted }]
            : []
        }
        primary={
          <>
            <ImportButton list={list} whyNot={whyNot('customers.import')} />
            <Tooltip label="Add Customer" keys={keysOf('add')}>
              <Button
                kind="primary"
                icon={Plus}
                onClick={add}
                whyNot={mayEdit ? undefined : noPermissionText}
              >
                Add Customer
              </Button>
            </Tooltip>
          </>
        }
        onOpen={(customer) => list.openRecord(codeOf(customer))}
        {...(mayEdit && { onAdd: add })}
        empty={<p className="text-muted">Add your first customer to take orders for them.</p>}
      />
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
