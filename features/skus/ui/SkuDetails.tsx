import { ClipboardList } from 'lucide-react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { MasterDetails } from '#platform/ui/master-data/MasterDetails.tsx'
import { useMasterWrites } from '#platform/ui/master-data/master-screen.ts'
import type { MenuItem } from '#platform/ui/menu/Menu.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { activation, deletion } from '#platform/ui/master-data/master-record-actions.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { StockMovementsTab } from './stock/StockMovementsTab.tsx'
import { StockValueTab } from './stock/StockValueTab.tsx'
import { PriceHistoryTab } from './prices/PriceHistoryTab.tsx'
import { SkuOverview } from './SkuOverview.tsx'
import type { SkuParts } from './SkusPage.tsx'
import { skuScreen } from './sku-screen.ts'
import type { Sku } from '../contract.ts'
import { useNewOrderActions } from './use-new-order-actions.ts'

type SkuDetailsProps = SkuParts & { list: ListState; code: string }

/** The details dialog of a SKU. */
export function SkuDetails({ list, code, ...parts }: SkuDetailsProps) {
  const may = useMay()
  const actionsOf = useDetailActions(list)
  return (
    <MasterDetails
      screen={skuScreen}
      list={list}
      code={code}
      mayEdit={may('skus.edit')}
      actions={actionsOf}
      tabs={(sku) => {
        const values = may('skus.cost') ? [valueTab(sku, list.search.part)] : []
        return tabsOf(sku, { ...parts, values })
      }}
    />
  )
}

function useDetailActions(list: ListState): (sku: Sku) => readonly MenuItem[] {
  const whyNot = useWhyNot()
  const { remove, setActive } = useMasterWrites(skuScreen)
  const newOrderActions = useNewOrderActions()
  return (sku) => [
    ...newOrderActions(sku),
    {
      startsGroup: true,
      label: 'Adjust stock',
      icon: ClipboardList,
      whyNot: whyNot('skus.adjust'),
      run: () => list.change({ open: undefined, edit: sku.sku, tab: 'count' }, 'push'),
    },
    activation(sku, { whyNot: whyNot('skus.edit'), setActive }),
    deletion(sku, { list, whyNot: whyNot('skus.delete'), remove }),
  ]
}

/** The value ledger, up to a day that the address may have as its part. */
function valueTab(sku: Sku, upTo: string | undefined): Tab {
  return { id: 'value', label: 'Value', render: () => <StockValueTab sku={sku} upTo={upTo} /> }
}

type TabParts = SkuParts & { values: readonly Tab[] }

function tabsOf(sku: Sku, { moreTabs, prices, values }: TabParts): Tab[] {
  return [
    {
      id: 'overview',
      label: 'Overview',
      render: () => <SkuOverview sku={sku}>{prices(sku)}</SkuOverview>,
    },
    { id: 'movements', label: 'Movements', render: () => <StockMovementsTab sku={sku} /> },
    ...values,
    { id: 'price-history', label: 'Price history', render: () => <PriceHistoryTab sku={sku} /> },
    ...moreTabs(sku),
    timelineTab({ label: 'Activity', entity: 'sku', id: sku.id }),
  ]
}
