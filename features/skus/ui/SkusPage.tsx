import { type ReactNode } from 'react'
import { RequirePermission } from '#features/auth/ui/parts/RequirePermission.tsx'
import { MasterPage } from '#platform/ui/master-data/MasterPage.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import type { BulkAction } from '#platform/ui/table/BulkBar.tsx'
import { type ListState, useUrlList } from '#platform/web/list-state.ts'
import { SkusTable } from './SkusTable.tsx'
import type { Sku } from '../contract.ts'
import { skuScreen } from './sku-screen.ts'

// Forms are loaded when first opened.
const SkuForm = lazyPart(async () => (await import('./SkuForm.tsx')).SkuForm)
const SkuDetails = lazyPart(async () => (await import('./SkuDetails.tsx')).SkuDetails)
const AdjustStock = lazyPart(async () => (await import('./stock/AdjustStock.tsx')).AdjustStock)
const StockValues = lazyPart(async () => (await import('./stock/StockValues.tsx')).StockValues)
const PlannedPrices = lazyPart(
  async () => (await import('./prices/PlannedPrices.tsx')).PlannedPrices,
)
const PlannedPriceImportDialog = lazyPart(
  async () => (await import('./prices/PlannedPriceImportDialog.tsx')).PlannedPriceImportDialog,
)
const StockCountImportDialog = lazyPart(
  async () => (await import('./stock/StockCountImportDialog.tsx')).StockCountImportDialog,
)

export type SkuParts = {
  /** Tabs of features that SKUs do not depend on, such as orders. */
  moreTabs: (sku: Sku) => readonly Tab[]
  /** Customer prices, from the feature that has contract prices. */
  prices: (sku: Sku) => ReactNode
}

type SkusPageProps = SkuParts & {
  /** Orders low SKUs from vendors, from the feature that proposes purchases. */
  purchase: { start: BulkAction<Sku>['run']; dialog: ReactNode }
}

/** The SKUs page: the list, and the dialog that the address selects. */
export function SkusPage({ purchase, ...parts }: SkusPageProps) {
  const list = useUrlList()
  const { edit, tab } = list.search
  return (
    <MasterPage
      screen={skuScreen}
      list={list}
      title="SKU Management"
      subtitle="Manage your product catalog"
      guard={RequirePermission}
      permissions={{ create: 'skus.edit', edit: 'skus.edit' }}
      table={<SkusTable list={list} onOrder={purchase.start} />}
      details={(code) => <SkuDetails list={list} code={code} {...parts} />}
      form={(props) => <SkuForm {...props} />}
      part={
        tab === 'count'
          ? {
              permission: 'skus.adjust',
              title: `Adjust stock for ${edit}`,
              form: ({ record, onClose }) => <AdjustStock sku={record} onClose={onClose} />,
            }
          : undefined
      }
    >
      <ViewDialogs list={list} />
      {purchase.dialog}
    </MasterPage>
  )
}

/** The dialogs over the list that `view` in the address selects. */
function ViewDialogs({ list }: { list: ListState }) {
  const { view, part } = list.search
  const closePart = () => list.closePart({ view: undefined, part: undefined })
  return (
    <>
      {view === 'count' && (
        <RequirePermission
          permission="skus.importCount"
          title="Import Stock Count"
          onClose={closePart}
        >
          <StockCountImportDialog onClose={closePart} />
        </RequirePermission>
      )}
      {view === 'stock-values' && (
        <RequirePermission permission="skus.cost" title="Stock values" onClose={closePart}>
          <StockValues key={part} asOf={part} onClose={closePart} />
        </RequirePermission>
      )}
      {view === 'planned' && (
        <PlannedPrices
          onImport={() => list.change({ view: 'import-planned' }, 'push')}
          onClose={closePart}
        />
      )}
      {view === 'import-planned' && (
        <RequirePermission
          permission="skus.import"
          title="Import Planned Prices"
          onClose={closePart}
        >
          <PlannedPriceImportDialog onClose={closePart} />
        </RequirePermission>
      )}
    </>
  )
}
