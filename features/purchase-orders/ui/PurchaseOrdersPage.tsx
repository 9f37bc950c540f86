import { RequirePermission } from '#features/auth/ui/parts/RequirePermission.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { useUrlList } from '#platform/web/list-state.ts'
import { PurchasingNav } from './parts/PurchasingNav.tsx'
import {
  PurchaseOrdersTable,
  codeOf,
  lookupQuery,
  moreOf,
  defaultSort,
} from './PurchaseOrdersTable.tsx'
import { type PurchaseOrder, listPurchaseOrders } from '../contract.ts'

// The forms are loaded lazily, on first use.
const PurchaseOrderForm = lazyPart(
  async () => (await import('./form/PurchaseOrderForm.tsx')).PurchaseOrderForm,
)
const NewPurchaseOrderFor = lazyPart(
  async () => (await import('./form/NewPurchaseOrderFor.tsx')).NewPurchaseOrderFor,
)
const EditPurchaseOrder = lazyPart(
  async () => (await import('./form/EditPurchaseOrder.tsx')).EditPurchaseOrder,
)
const EditedPurchaseOrder = lazyPart(
  async () => (await import('./form/EditPurchaseOrder.tsx')).EditedPurchaseOrder,
)
const PurchaseOrderDetails = lazyPart(
  async () => (await import('./PurchaseOrderDetails.tsx')).PurchaseOrderDetails,
)
const PurchaseOrderImportDialog = lazyPart(
  async () => (await import('./PurchaseOrderImportDialog.tsx')).PurchaseOrderImportDialog,
)

type PurchaseOrdersPageProps = {
  /** Tabs from other features, such as bills, that this feature does not know. */
  moreTabs: (order: PurchaseOrder) => readonly Tab[]
}

/** The purchase order list, with the dialogs that the URL opens. */
export function PurchaseOrdersPage({ moreTabs }: PurchaseOrdersPageProps) {
  const list = useUrlList()
  const { open, edit, new: adds, view } = list.search
  const known = {
    endpoint: listPurchaseOrders,
    list,
    usualSort: defaultSort,
    fixed: moreOf(list),
    codeOf,
  }
  const edited = useRecord({ ...known, code: edit, lookUp: lookupQuery(edit, list) })
  const of = initialValues(adds)
  const likeCode = adds === '1' || of ? undefined : adds
  const like = useRecord({ ...known, code: likeCode, lookUp: lookupQuery(likeCode, list) })
  const { close } = list
  const closeImport = () => list.closePart({ view: undefined })
  return (
    <>
      <PageHeader
        title="Purchase Orders"
        subtitle="Manage purchase-to-pay workflow"
        record={open}
      />
      <PageContent>
        <PurchasingNav />
        <PurchaseOrdersTable list={list} />
      </PageContent>
      {open && <PurchaseOrderDetails list={list} code={open} moreTabs={moreTabs} />}
      {adds && (
        <RequirePermission
          permission="purchaseOrders.create"
          title="Create Purchase Order"
          onClose={close}
        >
          {(adds === '1' || like.isMissing) && <PurchaseOrderForm key="new" onClose={close} />}
          {of && <NewPurchaseOrderFor key={adds} of={of} onClose={close} />}
          {like.record && (
            <EditPurchaseOrder
              key={`like ${like.record.id}`}
              id={like.record.id}
              code={codeOf(like.record)}
              isCopy
              onClose={close}
            />
          )}
        </RequirePermission>
      )}
      {view === 'import' && (
        <RequirePermission
          permission="purchaseOrders.import"
          title="Import Purchase Orders"
          onClose={closeImport}
        >
          <PurchaseOrderImportDialog onClose={closeImport} />
        </RequirePermission>
      )}
      {edit && (
        <RequirePermission
          permission="purchaseOrders.create"
          title="Edit Purchase Order"
          onClose={close}
        >
          <EditedPurchaseOrder key={edit} of={edited} code={edit} onClose={close} />
        </RequirePermission>
      )}
    </>
  )
}

/** Parses `?new=vendor:7` and `?new=sku:7`; any other value is the number of the order to copy. */
function initialValues(adds: string | undefined) {
  const [, kind, id] = /^(vendor|sku):([1-9]\d{0,8})$/.exec(adds ?? '') ?? []
  return kind === 'vendor' || kind === 'sku' ? ({ kind, id: Number(id) } as const) : undefined
}
