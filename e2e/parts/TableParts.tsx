import { Check, Eye, Plus, Undo2 } from 'lucide-react'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { codeOf, columns, defaultSort } from '#features/sales-orders/ui/sales-order-columns.tsx'
import {
  type SalesOrder,
  listSalesOrders,
  sumSalesOrders,
} from '#features/sales-orders/contract.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { ImportButton } from '#platform/ui/import/ImportButton.tsx'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { SumGroup } from '#platform/ui/table/groups/row-groups.ts'
import { ListSums } from '#platform/ui/table/ListSums.tsx'
import { PreviewLines } from '#platform/ui/table/preview/PreviewLines.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { type ListState, useUrlList } from '#platform/web/list-state.ts'

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'status',
    label: 'Status',
    several: true,
    options: ['pending', 'processing'].map((value) => ({ value, label: value })),
  },
  customerFilter,
  { kind: 'dates', id: 'from', to: 'to', label: 'Order date' },
]

const groups: readonly SumGroup[] = [
  { id: 'status', label: 'Status', filtersOf: (status) => ({ 'f.status': status }) },
]

const previewLine = { sku: 'HX-1207', name: 'Hex bolt', quantity: 12, unitOfMeasure: 'EA' }

const bulk: readonly BulkAction<SalesOrder>[] = [
  {
    label: 'Mark as seen',
    icon: Check,
    run: (rows, clear) => {
      notify({ title: 'Seen', text: `${rows.length} orders` })
      clear()
    },
  },
]

/** A list with every list feature. */
export function TableParts() {
  const list = useUrlList()
  return (
    <>
      <PageHeader title="A list" subtitle="Rows, filters, columns, pages" />
      <PageContent>
        <Orders list={list} />
      </PageContent>
    </>
  )
}

function Orders({ list }: { list: ListState }) {
  const showNotice = (title: string) => notify({ title, text: 'Of the list' })
  return (
    <DataTable
      name="sales-orders"
      title="Sales Order List"
      endpoint={listSalesOrders}
      list={list}
      usualSort={defaultSort}
      columns={columns.slice(0, 5)}
      filters={filters}
      codeOf={codeOf}
      actionsOf={(order) => [
        { label: 'View', icon: Eye, isInline: true, run: () => showNotice(codeOf(order)) },
        { label: 'Cancel', whyNot: 'It has left', run: () => showNotice('Cancel') },
      ]}
      exportsRow
      bulk={bulk}
      menu={[{ label: 'Recently deleted', icon: Undo2, run: () => showNotice('Recently deleted') }]}
      primary={
        <>
          <ImportButton list={list} mayImport />
          <Button kind="primary" icon={Plus} onClick={() => showNotice('Add Order')}>
            Add Order
          </Button>
        </>
      }
      onOpen={(order) => list.openRecord(codeOf(order))}
      onAdd={() => showNotice('Add Order')}
      empty={<p className="text-muted">Take the first order.</p>}
      foot={<ListSums endpoint={sumSalesOrders} list={list} what="order" groups={groups} />}
      preview={({ id }) => <PreviewLines lines={[{ ...previewLine, id }]} />}
    />
  )
}
