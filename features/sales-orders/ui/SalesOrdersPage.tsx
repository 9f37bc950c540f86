import type { ComponentType } from 'react'
import { RequirePermission } from '#features/auth/ui/parts/RequirePermission.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { useUrlList } from '#platform/web/list-state.ts'
import { listSalesOrders, type SalesOrder } from '../contract.ts'
import { codeOf, lookupQuery, moreOf, defaultSort } from './sales-order-columns.tsx'
import type { LinesTotalProps } from './parts/form-values.ts'
import { SalesOrdersTable } from './SalesOrdersTable.tsx'

const SalesOrderDetails = lazyPart(
  async () => (await import('./SalesOrderDetails.tsx')).SalesOrderDetails,
)
const EditSalesOrder = lazyPart(
  async () => (await import('./form/EditSalesOrder.tsx')).EditSalesOrder,
)
const EditedSalesOrder = lazyPart(
  async () => (await import('./form/EditSalesOrder.tsx')).EditedSalesOrder,
)
const SalesOrderForm = lazyPart(
  async () => (await import('./form/SalesOrderForm.tsx')).SalesOrderForm,
)
const ShipmentImportDialog = lazyPart(
  async () => (await import('./shipments/ShipmentImportDialog.tsx')).ShipmentImportDialog,
)

type SalesOrdersPageProps = {
  /** Order tabs from other features. */
  moreTabs: (order: SalesOrder) => readonly Tab[]
  /** Renders the total of unsaved lines; injected by Order Entry, which prices them. */
  LinesTotal: ComponentType<LinesTotalProps>
}

/** The sales orders page: the list, and over it the order in the URL. */
export function SalesOrdersPage({ moreTabs, LinesTotal }: SalesOrdersPageProps) {
  const list = useUrlList()
  const { open, edit, new: adds, view } = list.search
  const known = {
    endpoint: listSalesOrders,
    list,
    usualSort: defaultSort,
    fixed: moreOf(list),
    codeOf,
  }
  const edited = useRecord({ ...known, code: edit, lookUp: lookupQuery(edit, list) })
  const likeCode = adds === '1' ? undefined : adds
  const like = useRecord({ ...known, code: likeCode, lookUp: lookupQuery(likeCode, list) })
  const closeImport = () => list.closePart({ view: undefined })
  return (
    <>
      <PageHeader title="Sales Orders" subtitle="Manage order-to-cash workflow" record={open} />
      <PageContent>
        <SalesOrdersTable list={list} />
      </PageContent>
      {open && <SalesOrderDetails list={list} code={open} moreTabs={moreTabs} />}
      {adds && (
        <RequirePermission
          permission="orders.create"
          title="Create Sales Order"
          onClose={list.close}
        >
          {(adds === '1' || like.isMissing) && (
            <SalesOrderForm key="new" LinesTotal={LinesTotal} onClose={list.close} />
          )}
          {like.record && (
            <EditSalesOrder
              key={`like ${like.record.id}`}
              order={like.record}
              isCopy
              LinesTotal={LinesTotal}
              onClose={list.close}
            />
          )}
        </RequirePermission>
      )}
      {view === 'shipments' && (
        <RequirePermission
          permission="salesOrders.ship"
          title="Import Shipments"
          onClose={closeImport}
        >
          <ShipmentImportDialog onClose={closeImport} />
        </RequirePermission>
      )}
      {edit && (
        <RequirePermission
          permission="salesOrders.edit"
          title="Edit Sales Order"
          onClose={list.close}
        >
          <EditedSalesOrder
            key={edit}
            of={edited}
            code={edit}
            LinesTotal={LinesTotal}
            onClose={list.close}
          />
        </RequirePermission>
      )}
    </>
  )
}
