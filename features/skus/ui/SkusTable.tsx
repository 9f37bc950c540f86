import { useNavigate } from '@tanstack/react-router'
import {
  CalendarClock,
  CalendarPlus,
  ClipboardCheck,
  ClipboardList,
  History,
  Percent,
  ShoppingBag,
} from 'lucide-react'
import { useState } from 'react'
import { noPermissionText, useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { MasterTable } from '#platform/ui/master-data/MasterTable.tsx'
import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import { useMasterWrites } from '#platform/ui/master-data/master-screen.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import type { RowAction } from '#platform/ui/table/TableRow.tsx'
import {
  masterRecordActions,
  masterRecordBulk,
} from '#platform/ui/master-data/master-record-actions.ts'
import { useBulk } from '#platform/ui/records/use-bulk-change.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { columnsFor } from './sku-columns.tsx'
import {
  type Sku,
  changeSkus,
  listSkuCategories,
  listSkus,
  skuList,
  unitOfMeasureLabels,
  unitsOfMeasure,
} from '../contract.ts'
import { useNewOrderActions } from './use-new-order-actions.ts'
import { skuReads, skuScreen } from './sku-screen.ts'

const AdjustPrices = lazyPart(async () => (await import('./prices/AdjustPrices.tsx')).AdjustPrices)
const PlanPrices = lazyPart(async () => (await import('./prices/PlanPrices.tsx')).PlanPrices)

type Repricing = { skus: readonly Sku[]; clear: () => void }

type SkusTableProps = {
  list: ListState
  /** Orders low SKUs from their vendors. */
  onOrder: BulkAction<Sku>['run']
}

/** The list of SKUs, with actions for one or many. */
export function SkusTable({ list, onOrder }: SkusTableProps) {
  const may = useMay()
  const whyNot = useWhyNot()
  const actionsOf = useSkuActions(list)
  const filters = useFilters()
  const [repriced, setRepriced] = useState<Repricing>()
  const [planned, setPlanned] = useState<Repricing>()
  const changes = useSkuBulk(
    (skus, clear) => setRepriced({ skus, clear }),
    (skus, clear) => setPlanned({ skus, clear }),
  )
  // Of low stock the first thing to do is to order it.
  const isLow = list.search['f.stock'] === 'low' && may('purchaseOrders.create')
  const order = { label: 'Order', icon: ShoppingBag, run: onOrder }
  const bulk = isLow ? [order, ...changes] : changes
  const menu = useListMenu(list)
  return (
    <div>
      <ListViews name={skuList.name} list={list} views={skuList.views} />
      <MasterTable
        screen={skuScreen}
        endpoint={listSkus}
        list={list}
        columns={columnsFor(list, may('skus.cost'))}
        filters={filters}
        isScannable
        actionsOf={actionsOf}
        bulk={bulk}
        menu={menu}
        buttons={
          may('skus.importCount') && (
            <Button icon={ClipboardCheck} onClick={() => list.change({ view: 'count' }, 'push')}>
              Import Count
            </Button>
          )
        }
        whyNot={{
          add: may('skus.edit') ? undefined : noPermissionText,
          import: whyNot('skus.import'),
        }}
        mayDelete={may('skus.delete')}
        empty="Add your first SKU to sell and buy it."
      />
      {repriced && <AdjustPrices {...repriced} onClose={() => setRepriced(undefined)} />}
      {planned && <PlanPrices {...planned} onClose={() => setPlanned(undefined)} />}
    </div>
  )
}

/** What the list offers beside its rows. */
function useListMenu(list: ListState): readonly MenuItem[] {
  const may = useMay()
  const navigate = useNavigate()
  const showPlanned = () => list.change({ view: 'planned' }, 'push')
  const showBacktest = () => void navigate({ to: '/settings', search: { tab: 'backtest' } })
  const mayTest = may('skus.edit') && may('backtests.run')
  return [
    { label: 'Planned prices', icon: CalendarClock, run: showPlanned },
    ...(mayTest ? [{ label: 'Test on past orders', icon: History, run: showBacktest }] : []),
  ]
}

/** The actions of a SKU in the list, with the reason if one is disabled. */
function useSkuActions(list: ListState): (sku: Sku) => readonly RowAction[] {
  const whyNot = useWhyNot()
  const navigate = useNavigate()
  const { remove, setActive } = useMasterWrites(skuScreen)
  const newOrderActions = useNewOrderActions()
  return (sku) => [
    ...masterRecordActions({
      row: sku,
      code: sku.sku,
      list,
      whyNot: {
        edit: whyNot('skus.edit'),
        delete: whyNot('skus.delete'),
        setActive: whyNot('skus.edit'),
      },
      remove,
      setActive,
    }),
    ...newOrderActions(sku),
    {
      label: 'Purchase proposal',
      icon: ShoppingBag,
      whyNot: whyNot('purchaseOrders.create') ?? whyNotBuy(sku),
      run: () => void navigate({ to: '/purchase-proposals', search: { q: sku.sku } }),
    },
    {
      label: 'Adjust stock',
      icon: ClipboardList,
      whyNot: whyNot('skus.adjust'),
      run: () => list.change({ edit: sku.sku, tab: 'count' }, 'push'),
    },
  ]
}

/** Only SKUs that are short have a proposal; a fast seller may have one even above its minimum. */
function whyNotBuy({ isActive }: Sku): string | undefined {
  return isActive ? undefined : 'Inactive SKUs cannot be bought'
}

const unitFilter: Filter = {
  kind: 'choice',
  id: 'unitOfMeasure',
  label: 'Unit',
  several: true,
  options: unitsOfMeasure.map((unit) => ({ value: unit, label: unitOfMeasureLabels[unit] })),
}

/** The filters, with only the categories in use. */
function useFilters(): readonly Filter[] {
  const { data: categories = [], isPending } = useRead(listSkuCategories)
  const options = categories.map((name) => ({ value: name, label: name }))
  const category: Filter = { kind: 'choice', id: 'category', label: 'Category', options }
  // Without categories their filter is not shown.
  const hasCategories = isPending || options.length > 0
  return filtersOf(skuList, { category, unitOfMeasure: unitFilter }).filter(
    ({ id }) => id !== 'category' || hasCategories,
  )
}

/** The bulk actions this user may run. */
function useSkuBulk(
  adjust: BulkAction<Sku>['run'],
  plan: BulkAction<Sku>['run'],
): readonly BulkAction<Sku>[] {
  const may = useMay()
  const change = useBulk(changeSkus, skuReads)
  const mayEdit = may('skus.edit')
  const mayDelete = mayEdit && may('skus.delete')
  const prices: readonly BulkAction<Sku>[] = [
    { label: 'Adjust prices', icon: Percent, run: adjust },
    { label: 'Plan price change', icon: CalendarPlus, run: plan },
  ]
  return [...(mayEdit ? prices : []), ...masterRecordBulk<Sku>(change, { mayEdit, mayDelete })]
}
