import { Plus, Undo2 } from 'lucide-react'
import { noPermissionText, useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
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
import { type Customer, changeCustomers, listCustomers, priceLevels } from '../contract.ts'
import { customerReads, useCustomerWrites } from './use-customer-writes.ts'
import { useNewOrder } from './use-new-order.ts'
import { priceName, termsText } from '../labels.ts'

export const defaultSort = 'customerCode'
export const codeOf = (customer: { customerCode: string }) => customer.customerCode
/** The list query that finds a customer by code. */
export const lookupQuery = (code: string | undefined) => ({ customerCode: code, limit: 100 })

// The server validates days, so the cast is safe.
const lastOrderText = ({ lastOrderDate }: Customer) =>
  lastOrderDate === null ? '' : formatDay(lastOrderDate as Day)

/** The columns of the customer list. */
export const columns: readonly Column<Customer>[] = [
  { id: 'customerCode', header: 'Customer Code', width: 140, cell: codeOf },
  {
    id: 'name',
    header: 'Name',
    isLong: true,
    width: 180,
    phone: 'line',
    cell: (customer) => customer.name,
  },
  {
    id: 'email',
    header: 'Email',
    isLong: 'one line',
    width: 230,
    cell: (customer) => customer.email,
  },
  { id: 'phone', header: 'Phone', width: 130, cell: (customer) => customer.phone },
  {
    id: 'city',
    header: 'City',
    isLong: true,
    width: 100,
    phone: 'date',
    cell: (customer) => customer.city,
  },
  {
    id: 'creditLimit',
    header: 'Credit Limit',
    width: 120,
    align: 'right',
    phone: 'amount',
    cell: (customer) => formatDecimal(customer.creditLimit),
  },
  statusColumn(),
  {
    id: 'currentBalance',
    header: 'Balance',
    width: 130,
    align: 'right',
    isOptional: true,
    cell: (customer) => formatDecimal(customer.currentBalance),
  },
  {
    id: 'availableCredit',
    header: 'Available Credit',
    width: 140,
    align: 'right',
    isOptional: true,
    cell: (customer) => formatDecimal(customer.availableCredit),
  },
  {
    id: 'lastOrderDate',
    header: 'Last Order',
    width: 120,
    isOptional: true,
    cell: lastOrderText,
  },
  {
    id: 'paymentTerms',
    header: 'Terms',
    width: 110,
    isOptional: true,
    cell: (customer) => termsText(customer.paymentTerms),
  },
  {
    id: 'priceLevel',
    header: 'Price Level',
    width: 110,
    isOptional: true,
    cell: (customer) => priceName(customer.priceLevel),
  },
  {
    id: 'state',
    header: 'State',
    isLong: true,
    width: 110,
    isOptional: true,
    cell: (customer) => customer.state,
  },
]

const filters: readonly Filter[] = [
  statusFilter,
  { kind: 'text', id: 'city', label: 'City' },
  { kind: 'flag', id: 'credit', label: 'Over limit', value: 'over' },
  {
    kind: 'choice',
    id: 'priceLevel',
    label: 'Price level',
    several: true,
    options: priceLevels.map((level) => ({ value: level, label: priceName(level) })),
  },
  { kind: 'text', id: 'paymentTerms', label: 'Payment terms' },
  { kind: 'text', id: 'state', label: 'State' },
  { kind: 'text', id: 'country', label: 'Country' },
  { kind: 'flag', id: 'taxExempt', label: 'Tax exempt', value: 'true' },
  { kind: 'flag', id: 'creditStatus', label: 'Credit blocked', value: 'blocked' },
]

const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'Over limit', filters: { credit: 'over' } },
  { label: 'Inactive', filters: { isActive: 'false' } },
]

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
      <ListViews name="customers" list={list} views={views} />
      <DataTable
        name="customers"
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
