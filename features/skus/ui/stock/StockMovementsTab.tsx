import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { useLocalList } from '#platform/web/list-state.ts'
import { AdjustmentsAwaitingApproval } from './AdjustmentsAwaitingApproval.tsx'
import { StockChart } from './StockChart.tsx'
import { type Sku, listStockMoves, stockMoveList } from '../../contract.ts'
import { columns } from './stock-movement-columns.tsx'

const filters = filtersOf(stockMoveList)

/** A SKU's stock movements, newest first, with the resulting stock, and a chart of the latest. */
export function StockMovementsTab({ sku }: { sku: Sku }) {
  const list = useLocalList()
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdjustmentsAwaitingApproval sku={sku} />
      <StockChart sku={sku} />
      <DataTable
        name={stockMoveList.name}
        title="Movements"
        endpoint={listStockMoves}
        params={{ id: sku.id }}
        list={list}
        usualSort={stockMoveList.defaultSort}
        columns={columns}
        filters={filters}
        codeOf={(move) => `movement ${move.id}`}
        empty={<p className="text-muted">No movements yet.</p>}
      />
    </div>
  )
}
