import { formatDecimal } from '#platform/kernel/money.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { statusColumn } from '#platform/ui/table/filters/Status.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { StockCell } from './stock/StockCell.tsx'
import type { Sku } from '../contract.ts'
import { marginText } from '../rules.ts'

export const defaultSort = 'sku'
export const codeOf = (sku: { sku: string }) => sku.sku
/** The list query that finds a SKU by its code. */
export const lookupQuery = (code: string | undefined) => ({ sku: code, limit: 100 })

const amount = (text: string | null) => (text === null ? '' : formatDecimal(text))
const right = { align: 'right', width: 110 } as const
const optional = { ...right, isOptional: true } as const

const cost: Column<Sku> = {
  id: 'cost',
  header: 'Cost',
  ...right,
  width: 100,
  cell: (sku) => amount(sku.cost),
}
const margin: Column<Sku> = {
  id: 'margin',
  header: 'Margin %',
  ...optional,
  sortable: false,
  text: marginText,
  cell: marginText,
}

/** The columns of the list; cost-based columns only for roles that may read costs. */
export function columnsFor(list: ListState, mayReadCost: boolean): readonly Column<Sku>[] {
  return [
    { id: 'sku', header: 'SKU', width: 140, cell: codeOf },
    {
      id: 'name',
      header: 'Name',
      isLong: true,
      width: 220,
      phone: 'line',
      cell: (sku) => sku.name,
    },
    {
      id: 'category',
      header: 'Category',
      isLong: true,
      width: 140,
      phone: 'date',
      cell: (sku) => sku.category,
    },
    { id: 'unitOfMeasure', header: 'UOM', width: 80, cell: (sku) => sku.unitOfMeasure },
    ...(mayReadCost ? [cost] : []),
    { id: 'price', header: 'Price', ...right, width: 100, cell: (sku) => amount(sku.price) },
    {
      id: 'currentStock',
      header: 'Stock',
      ...right,
      width: 100,
      phone: 'amount',
      cell: (sku) => <StockCell sku={sku} list={list} />,
    },
    statusColumn(),
    ...countColumns,
    ...(mayReadCost ? [margin] : []),
    ...tierColumns,
  ]
}

const counted = (count: number) => count.toLocaleString('en-US')

const countColumns: readonly Column<Sku>[] = [
  { id: 'reserved', header: 'Reserved', ...optional, cell: (sku) => counted(sku.reserved) },
  { id: 'available', header: 'Available', ...optional, cell: (sku) => counted(sku.available) },
  { id: 'onOrder', header: 'On Order', ...optional, cell: (sku) => counted(sku.onOrder) },
  {
    id: 'minimumStock',
    header: 'Minimum Stock',
    ...optional,
    width: 130,
    cell: (sku) => counted(sku.minimumStock),
  },
  { id: 'wmsLocation', header: 'Location', isOptional: true, cell: (sku) => sku.wmsLocation },
]

const tierColumns: readonly Column<Sku>[] = [
  {
    id: 'tier1Price',
    header: 'Tier 1 Price',
    ...optional,
    sortable: false,
    cell: (sku) => amount(sku.tier1Price),
  },
  {
    id: 'tier2Price',
    header: 'Tier 2 Price',
    ...optional,
    sortable: false,
    cell: (sku) => amount(sku.tier2Price),
  },
  {
    id: 'tier3Price',
    header: 'Tier 3 Price',
    ...optional,
    sortable: false,
    cell: (sku) => amount(sku.tier3Price),
  },
]
