import { ReturnsPage } from '#features/returns/ui/ReturnsPage.tsx'
import type { GoodsReturn } from '#features/returns/contract.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'

const ReturnWarehouseTab = lazyPart(
  async () =>
    (await import('#features/wms-integration/ui/ReturnWarehouseTab.tsx')).ReturnWarehouseTab,
)

/** The returns page, with the tabs that other features add to a return. */
export function ReturnsScreen() {
  return <ReturnsPage moreTabs={moreTabs} />
}

function moreTabs(goods: GoodsReturn) {
  if (goods.type !== 'rma') return []
  return [
    { id: 'warehouse', label: 'Warehouse', render: () => <ReturnWarehouseTab goods={goods} /> },
  ]
}
