import { type ReactNode } from 'react'
import { listImports } from '#features/audit/contract.ts'
import { RequirePermission } from '#features/auth/ui/parts/RequirePermission.tsx'
import { EditedRecord } from '#platform/ui/records/EditedRecord.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { RecentlyDeleted } from '#platform/ui/records/RecentlyDeleted.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { initialText, type ListState, useUrlList } from '#platform/web/list-search.ts'
import { SkusTable } from './SkusTable.tsx'
import { codeOf, lookupQuery, defaultSort } from './SkuColumns.tsx'
import {
  importSkus,
  listDeletedSkus,
  listSkus,
  skuColumns,
  type Sku,
  undoSkuImport,
} from '../contract.ts'
import { useSkuWrites, skuReads } from './use-sku-writes.ts'

// Forms are loaded when first opened.
const SkuForm = lazyPart(async () => (await import('./SkuForm.tsx')).SkuForm)
const ImportDialog = lazyPart(
  async () => (await import('#platform/ui/import/ImportDialog.tsx')).ImportDialog,
)
const SkuDetails = lazyPart(async () => (await import('./SkuDetails.tsx')).SkuDetails)
const AdjustStock = lazyPart(async () => (await import('./stock/AdjustStock.tsx')).AdjustStock)
const PlannedPrices = lazyPart(
  async () => (await import('./prices/PlannedPrices.tsx')).PlannedPrices,
)
const PlannedPriceImport = lazyPart(
  async () => (await import('./prices/PlannedPriceImport.tsx')).PlannedPriceImport,
)
const CountImport = lazyPart(async () => (await import('./stock/CountImport.tsx')).CountImport)

export type SkuParts = {
  /** Tabs of features that SKUs do not depend on, such as orders. */
  moreTabs: (sku: Sku) => readonly Tab[]
  /** Customer prices, from the feature that has contract prices. */
  prices: (sku: Sku) => ReactNode
}

/** The SKUs page: the list, and the dialog that the address selects. */
export function SkusPage(parts: SkuParts) {
  const list = useUrlList()
  const { open, edit, new: adds, tab } = list.search
  const counts = tab === 'count'
  const of = { endpoint: listSkus, list, usualSort: defaultSort, codeOf }
  const edited = useRecord({ ...of, code: edit, lookUp: lookupQuery(edit) })
  return (
    <>
      <PageHeader title="SKU Management" subtitle="Manage your product catalog" record={open} />
      <PageContent>
        <SkusTable list={list} />
      </PageContent>
      {open && <SkuDetails list={list} code={open} {...parts} />}
      {adds && (
        <RequirePermission permission="skus.edit" title="Create New SKU" onClose={list.close}>
          <SkuForm key={`new ${adds}`} begun={initialText(adds)} onClose={list.close} />
        </RequirePermission>
      )}
      {edit && (
        <RequirePermission
          permission={counts ? 'skus.adjust' : 'skus.edit'}
          title={counts ? `Adjust stock for ${edit}` : 'Edit SKU'}
          onClose={list.close}
        >
          <EditedRecord key={edit} of={edited} noun="SKU" code={edit} onClose={list.close}>
            {(sku) => {
              const Form = counts ? AdjustStock : SkuForm
              return <Form sku={sku} onClose={list.close} />
            }}
          </EditedRecord>
        </RequirePermission>
      )}
      <ViewDialogs list={list} />
    </>
  )
}

/** The dialogs over the list that `view` in the address selects. */
function ViewDialogs({ list }: { list: ListState }) {
  const { restore } = useSkuWrites()
  const { view } = list.search
  const closePart = () => list.closePart({ view: undefined })
  return (
    <>
      {view === 'import' && (
        <ImportDialog
          nouns="SKUs"
          columns={skuColumns}
          importing={importSkus}
          undoing={undoSkuImport}
          recent={{ endpoint: listImports, query: { table: 'skus' } }}
          refreshes={skuReads}
          sample="/samples/skus.csv"
          onClose={closePart}
        />
      )}
      {view === 'count' && (
        <RequirePermission
          permission="skus.importCount"
          title="Import Stock Count"
          onClose={closePart}
        >
          <CountImport onClose={closePart} />
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
          <PlannedPriceImport onClose={closePart} />
        </RequirePermission>
      )}
      {view === 'deleted' && (
        <RecentlyDeleted
          nouns="SKUs"
          endpoint={listDeletedSkus}
          codeOf={codeOf}
          onRestore={(sku) => void restore(sku)}
          onClose={closePart}
        />
      )}
    </>
  )
}
