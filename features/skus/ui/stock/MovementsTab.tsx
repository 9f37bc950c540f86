import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import { useLocalList } from '#platform/web/list-search.ts'
import { AwaitingAdjustments } from './AwaitingAdjustments.tsx'
import { StockChart } from './StockChart.tsx'
import { type Sku, listStockMoves } from '../../contract.ts'
import { columns } from './move-columns.tsx'
import { moveKinds, moveText } from '../../rules.ts'

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'kind',
    label: 'Movement',
    several: true,
    options: moveKinds.map((kind) => ({ value: kind, label: moveText(kind) })),
  },
]

/** A SKU's stock movements, newest first, with the resulting stock, and a chart of the latest. */
export function MovementsTab({ sku }: { sku: Sku }) {
  const list = useLocalList()
  return (
    <div className="grid gap-4">
      <AwaitingAdjustments sku={sku} />
      <StockChart sku={sku} />
      <DataTable
        name="stock-moves"
        title="Movements"
        endpoint={listStockMoves}
        params={{ id: sku.id }}
        list={list}
        usualSort="-id"
        columns={columns}
        filters={filters}
        codeOf={(move) => `movement ${move.id}`}
        empty={<p className="text-muted">No movements yet.</p>}
      />
    </div>
  )
}
