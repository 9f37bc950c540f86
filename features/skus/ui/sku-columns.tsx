import { formatDecimal } from '#platform/kernel/money.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { statusCell } from '#platform/ui/table/active-status-cell.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { StockCell } from './stock/StockCell.tsx'
import { type Sku, skuList } from '../contract.ts'
import { marginText } from '../rules.ts'

const amount = (text: string | null) => (text === null ? '' : formatDecimal(text))
const counted = (count: number) => count.toLocaleString('en-US')
/** The columns that show the cost or are computed from it. */
const costColumns = ['cost', 'margin']

/** The columns of the list; cost-based columns only for roles that may read costs. */
export function columnsFor(list: ListState, mayReadCost: boolean): readonly Column<Sku>[] {
  const columns = columnsOf(skuList, {
    cost: (sku) => amount(sku.cost),
    currentStock: (sku) => <StockCell sku={sku} list={list} />,
    isActive: statusCell,
    reserved: (sku) => counted(sku.reserved),
    available: (sku) => counted(sku.available),
    onOrder: (sku) => counted(sku.onOrder),
    minimumStock: (sku) => counted(sku.minimumStock),
    margin: { text: marginText, cell: marginText },
    tier1Price: (sku) => amount(sku.tier1Price),
    tier2Price: (sku) => amount(sku.tier2Price),
    tier3Price: (sku) => amount(sku.tier3Price),
  })
  return mayReadCost ? columns : columns.filter(({ id }) => !costColumns.includes(id))
}
