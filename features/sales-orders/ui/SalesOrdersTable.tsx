import { useNavigate } from '@tanstack/react-router'
import { Eye, FileUp, History, Plus, SquarePen } from 'lucide-react'
import { noPermissionText, useMay, useMe, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { readSettings } from '#features/settings/contract.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import { useToday } from '#features/settings/ui/parts/use-today.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import type { RowAction } from '#platform/ui/table/TableRow.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'
import {
  type SalesOrder,
  listSalesOrders,
  salesOrderList,
  salesOrderViews,
  sumSalesOrders,
} from '../contract.ts'
import { codeOf, columns, moreOf, defaultSort } from './sales-order-columns.tsx'
import { useOrderBulk } from './use-order-bulk-actions.ts'
import { useOrderSteps } from './use-order-steps.ts'

const OrderStepDialog = lazyPart(
  async () => (await import('./dialogs/OrderStepDialog.tsx')).OrderStepDialog,
)
const OrderLinesPreview = lazyPart(
  async () => (await import('./OrderLinesPreview.tsx')).OrderLinesPreview,
)
const PrintDocuments = lazyPart(
  async () => (await import('#features/documents/ui/parts/PrintDocuments.tsx')).PrintDocuments,
)

const filters = filtersOf(salesOrderList, { customerCode: customerFilter })

const groups = groupsOf(salesOrderList, {
  endpoint: sumSalesOrders,
  what: 'order',
})

/** The list of sales orders, newest first. */
export function SalesOrdersTable({ list }: { list: ListState }) {
  const mayCreate = useMay()('orders.create')
  const views = useViews()
  const { itemsOf, requested, closeRequest, papers } = useOrderSteps()
  const { bulk, documents } = useOrderBulk(papers.print)
  const record = () => list.change({ new: '1' }, 'push')
  return (
    <div>
      <ListViews name={salesOrderList.name} list={list} views={views} />
      <DataTable
        name={salesOrderList.name}
        title="Sales Order List"
        endpoint={listSalesOrders}
        list={list}
        fixed={moreOf(list)}
        usualSort={defaultSort}
        columns={columns}
        filters={filters}
        isScannable
        codeOf={codeOf}
        actionsOf={(order) => [...viewActions(order, list), ...itemsOf(order)]}
        exportsRow
        bulk={bulk}
        primary={<CreateButtons list={list} mayCreate={mayCreate} onRecord={record} />}
        onOpen={(order) => list.openRecord(codeOf(order))}
        {...(mayCreate && { onAdd: record })}
        empty={<p className="text-muted">Enter the first order in Order Entry.</p>}
        groups={groups}
        preview={({ id }) => <OrderLinesPreview id={id} />}
      />
      {papers.job && (
        <PrintDocuments key={papers.job.count} {...papers.job} onDone={papers.endJob} />
      )}
      {documents}
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
      <Button
        icon={FileUp}
        onClick={() => props.list.change({ view: 'shipments' }, 'push')}
        whyNot={whyNot('salesOrders.ship')}
      >
        Import Shipments
      </Button>
      <Tooltip
        label="Records an order agreed elsewhere, without price, credit and stock checks"
        keys={keysOf('add')}
      >
        <Button
          icon={Plus}
          onClick={props.onRecord}
          whyNot={props.mayCreate ? undefined : noPermissionText}
        >
          Create Sales Order
        </Button>
      </Tooltip>
      <Button
        kind={props.mayCreate ? 'primary' : 'secondary'}
        icon={SquarePen}
        onClick={() => void navigate({ to: '/order-entry' })}
        whyNot={props.mayCreate ? undefined : noPermissionText}
      >
        Order Entry
      </Button>
    </div>
  )
}

function useViews(): readonly BuiltInView[] {
  const { data: me } = useMe()
  const { data: settings = defaultSettings } = useRead(readSettings)
  const { leftoverDays } = settings
  return salesOrderViews({ today: useToday(), leftoverDays, userId: me?.id })
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
