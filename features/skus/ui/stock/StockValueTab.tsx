import { isDay } from '#platform/kernel/days.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { useLocalList } from '#platform/web/list-state.ts'
import { listStockValueChanges, type Sku, stockValueList } from '../../contract.ts'
import { columns } from './stock-value-columns.tsx'

const filters = filtersOf(stockValueList)

type StockValueTabProps = {
  sku: Sku
  /** The last posting day to show, from the address; all days if it is none. */
  upTo: string | undefined
}

/** What changed the value of a SKU's stock, and the value after it; the latest day first. */
export function StockValueTab({ sku, upTo }: StockValueTabProps) {
  const list = useLocalList(upTo !== undefined && isDay(upTo) ? { 'f.to': upTo } : {})
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-table text-muted">
        Postings to account 1200 for this SKU. The value after the last one up to a date equals the
        SKU’s value in the stock valuation as of that date.
      </p>
      <DataTable
        name={stockValueList.name}
        title="Stock value"
        endpoint={listStockValueChanges}
        params={{ id: sku.id }}
        list={list}
        usualSort={stockValueList.defaultSort}
        columns={columns}
        filters={filters}
        codeOf={({ memo, id }) => memo ?? `change ${id}`}
        empty={<p className="text-muted">No valued stock yet.</p>}
      />
    </div>
  )
}
