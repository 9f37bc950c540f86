import { capitalize, formatOptionalDay } from '#platform/kernel/format.ts'
import { useNavigate } from '@tanstack/react-router'
import { Eye, FileUp, History, Plus, SquarePen } from 'lucide-react'
import { noPermissionText, useMay, useMe, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { readSettings } from '#features/settings/contract.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import { useToday } from '#features/settings/ui/parts/use-today.ts'
import { type BuiltInView, ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { addDays, isDay } from '#platform/kernel/days.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import { ListSums, type SumGroup } from '#platform/ui/table/ListSums.tsx'
import type { RowAction } from '#platform/ui/table/TableRow.tsx'
import { useRead } from '#platform/web/api.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { type SalesOrder, listSalesOrders, sumSalesOrders } from '../contract.ts'
import { salesOrderStatuses } from '../rules.ts'
import { codeOf, columns, moreOf, defaultSort } from './SalesOrderColumns.tsx'
import { sourceNames } from './parts/source-names.ts'
import { useOrderBulk } from './use-order-bulk.ts'
import { useOrderSteps } from './use-order-steps.ts'

const OrderStepDialog = lazyPart(
  async () => (await import('./dialogs/OrderStepDialog.tsx')).OrderStepDialog,
)
const PrintDocuments = lazyPart(
  async () => (await import('#features/documents/ui/parts/PrintDocuments.tsx')).PrintDocuments,
)

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'status',
    label: 'Status',
    several: true,
    options: salesOrderStatuses.map((value) => ({ value, label: capitalize(value) })),
  },
  {
    kind: 'choice',
    id: 'orderSource',
    label: 'Source',
    several: true,
    options: Object.entries(sourceNames).map(([value, label]) => ({ value, label })),
  },
  customerFilter,
  { kind: 'dates', id: 'from', to: 'to', label: 'Order date' },
  { kind: 'told', id: 'shipTo', label: 'To ship by' },
  { kind: 'told', id: 'backordered', label: 'Back ordered' },
  { kind: 'told', id: 'restSince', label: 'Rest open since' },
  { kind: 'told', id: 'holdReason', label: 'On hold for' },
  { kind: 'told', id: 'createdBy', label: 'Entered by user' },
]

const sumGroups: readonly SumGroup[] = [
  {
    id: 'status',
    label: 'Status',
    labelOf: capitalize,
    filtersOf: (status) => ({ 'f.status': status }),
  },
  { id: 'customer', label: 'Customer', filtersOf: (code) => ({ 'f.customerCode': code }) },
  {
    id: 'day',
    label: 'Order Date',
    labelOf: (key) => formatOptionalDay(isDay(key) ? key : null),
    filtersOf: (day) => ({ 'f.from': day, 'f.to': day }),
  },
  {
    id: 'source',
    label: 'Source',
    labelOf: (source) => sourceNames[source as SalesOrder['orderSource']],
    filtersOf: (source) => ({ 'f.orderSource': source }),
  },
]

/** The list of sales orders, newest first. */
export function SalesOrdersTable({ list }: { list: ListState }) {
  const mayCreate = useMay()('orders.create')
  const views = useViews()
  const { itemsOf, requested, closeRequest, papers } = useOrderSteps()
  const bulk = useOrderBulk(papers.print)
  const record = () => list.change({ new: '1' }, 'push')
  return (
    <div>
      <ListViews name="sales-orders" list={list} views={views} />
      <DataTable
        name="sales-orders"
        title="Sales Order List"
        endpoint={listSalesOrders}
        list={list}
        fixed={moreOf(list)}
        usualSort={defaultSort}
        columns={columns}
        filters={filters}
        codeOf={codeOf}
        actionsOf={(order) => [...viewActions(order, list), ...itemsOf(order)]}
        exportsRow
        bulk={bulk}
        primary={<CreateButtons list={list} mayCreate={mayCreate} onRecord={record} />}
        onOpen={(order) => list.openRecord(codeOf(order))}
        {...(mayCreate && { onAdd: record })}
        empty={<p className="text-muted">Enter the first order in Order Entry.</p>}
        foot={<ListSums endpoint={sumSalesOrders} list={list} what="order" groups={sumGroups} />}
      />
      {papers.job && (
        <PrintDocuments key={papers.job.count} {...papers.job} onDone={papers.endJob} />
      )}
      {requested && <OrderStepDialog requested={requested} onClose={closeRequest} />}
    </div>
  )
}

/** Priced orders are created in Order Entry; orders agreed elsewhere are recorded here. */
function CreateButtons(props: { list: ListState; mayCreate: boolean; onRecord: () => void }) {
  const navigate = useNavigate()
  const whyNot = useWhyNot()
  return (
    <div className="flex flex-wrap gap-2">
      {/* Hides the icon on a phone, so that two buttons fit side by side. */}
      <span className="max-sm:[&_svg]:hidden">
        <Button
          icon={FileUp}
          onClick={() => props.list.change({ view: 'shipments' }, 'push')}
          whyNot={whyNot('salesOrders.ship')}
        >
          Import Shipments
        </Button>
      </span>
      <Button
        icon={SquarePen}
        onClick={() => void navigate({ to: '/order-entry' })}
        whyNot={props.mayCreate ? undefined : noPermissionText}
      >
        New order
      </Button>
      <Tooltip label="Create Sales Order" keys={keysOf('add')}>
        <Button
          kind="primary"
          icon={Plus}
          onClick={props.onRecord}
          whyNot={props.mayCreate ? undefined : noPermissionText}
        >
          Create Sales Order
        </Button>
      </Tooltip>
    </div>
  )
}

/** Built-in views. Late: ship date before today. */
function useViews(): readonly BuiltInView[] {
  const { data: me } = useMe()
  const date = useToday()
  const { data: settings = defaultSettings } = useRead(readSettings)
  const { leftoverDays } = settings
  const yesterday = addDays(date, -1)
  return [
    { label: 'All', filters: {} },
    { label: 'To process', filters: { status: 'pending' } },
    { label: 'To ship', filters: { status: 'processing' } },
    { label: 'To ship today', filters: { status: 'pending,processing', shipTo: date } },
    { label: 'Late', filters: { status: 'pending,processing', shipTo: yesterday } },
    { label: 'Backorders', filters: { backordered: 'true' } },
    { label: 'Partially shipped', filters: { restSince: addDays(date, -leftoverDays) } },
    { label: 'On credit hold', filters: { holdReason: 'credit' } },
    { label: 'Waiting for payment', filters: { holdReason: 'payment' } },
    ...(me ? [{ label: 'My orders', filters: { createdBy: String(me.id) } }] : []),
    { label: 'Shipped', filters: { status: 'shipped,delivered' } },
    { label: 'EDI/CSV inbox', filters: { orderSource: 'edi,csv', status: 'pending' } },
  ]
}

function viewActions(order: SalesOrder, list: ListState): readonly RowAction[] {
  const code = codeOf(order)
  return [
    {
      label: 'View',
      icon: Eye,
      isInline: true,
      run: () => list.openRecord(code),
    },
    {
      label: 'View history',
      icon: History,
      run: () => list.change({ open: code, tab: 'timeline' }, 'push'),
    },
  ]
}
