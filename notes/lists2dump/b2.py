import sys; sys.path.insert(0,'/tmp/lists2dump')
from ed import *
P='features/auth/ui/parts/UsersDialog.tsx'
sub(P,('    isActive: { ...statusCell, cell: USERSTATUS },\n','    isActive: statusCell,\n'),
('''    role: {
      text: (user) => user.role,
      cell: (user) => (
        <select
          aria-label={`Role of ${user.username}`}
          value={user.role}
          disabled={user.id === me.id}
          title={user.id === me.id ? 'You cannot change your own role' : undefined}
          onChange={({ target }) => setRole(user, target.value as Role)}
          className="control h-8"
        >
          {roles.map((role) => (
            <option key={role}>{role}</option>
          ))}
        </select>
      ),
    },
''','''    role: (user) => (
      <select
        aria-label={`Role of ${user.username}`}
        value={user.role}
        disabled={user.id === me.id}
        title={user.id === me.id ? 'You cannot change your own role' : undefined}
        onChange={({ target }) => setRole(user, target.value as Role)}
        className="control h-8"
      >
        {roles.map((role) => (
          <option key={role}>{role}</option>
        ))}
      </select>
    ),
'''))
# skus
P='features/skus/contract.ts'
sub(P,("  amountQuery,\n",""),("  ids,\n  listQuery,\n  textQuery,\n  choiceQuery,\n",""),("  idParameter,\n  momentQuery,\n",""),
("import { stockAdjustmentStatuses, moveKinds } from './rules.ts'","import { moveKinds, moveTexts, stockAdjustmentStatuses } from './rules.ts'"),
('''export const stockMoveQuery = z.object({ ...listQuery, kind: choiceQuery(moveKinds) })
''','''/** The list of stock movements of one SKU. */
export const stockMoveList = defineList({
  name: 'stock-moves',
  row: stockMove,
  defaultSort: '-id',
  fields: {
    id: field.reference({ label: 'When', sortable: true, column: { width: 155 } }),
    kind: field.choice(moveKinds, {
      label: 'Movement',
      valueLabels: moveTexts,
      filterable: true,
      column: { width: 115, phone: 'line' },
    }),
    onHandDelta: field.units({ label: 'On hand', column: { width: 80 } }),
    onHandAfter: field.units({ label: 'Balance', column: { width: 105, phone: 'amount' } }),
    reservedDelta: field.units({ label: 'Reserved', column: { width: 80 } }),
    onOrderDelta: field.units({ label: 'On order', column: { width: 80 } }),
    document: field.text({ label: 'Document', column: { width: 165, phone: 'badge' } }),
    reason: field.text({ label: 'Reason', column: { isLong: true, width: 105 } }),
    by: field.text({ label: 'By', column: { width: 90, phone: 'date' } }),
  },
  chips: ['kind'],
})

export const stockMoveQuery = stockMoveList.query
'''),
('''export const stockQuery = z.object({
  ...listQuery,
  id: ids,
  sku: textQuery,
  isActive: z.optional(z.enum(['true', 'false'])),
  stock: z.optional(z.enum(['low'])),
})
''','''/** The list of the stock of all SKUs. */
export const stockLevelList = defineList({
  name: 'stock-levels',
  row: stockLevel,
  defaultSort: 'sku',
  fields: {
    id: field.references({ sortable: true, filterable: true }),
    sku: field.text({ sortable: true, filterable: true }),
    currentStock: field.units({ sortable: true }),
    available: field.units({ sortable: true }),
    isActive: field.yesNo({ filterable: true }),
    stock: field.only(['low'], { filterable: true }),
  },
})

export const stockQuery = stockLevelList.query
'''),
('''export const plannedPriceQuery = z.object({
  ...listQuery,
  skuId: idParameter,
  effectiveDate: z.optional(dayField),
  price: amountQuery,
  createdAt: momentQuery,
})
''','''/** The list of planned prices. */
export const plannedPriceList = defineList({
  name: 'planned-prices',
  row: plannedPrice,
  defaultSort: 'effectiveDate,sku',
  fields: {
    effectiveDate: field.day({
      label: 'From',
      sortable: true,
      filterable: true,
      column: { width: 110, phone: 'date' },
    }),
    sku: field.text({ label: 'SKU', sortable: true, column: { isLong: true, width: 220 } }),
    currentPrice: field.amount({ label: 'Today', column: { width: 100 } }),
    price: field.amount({
      label: 'Planned',
      sortable: true,
      filterable: true,
      column: { width: 100, phone: 'amount' },
    }),
    createdBy: field.text({ label: 'Planned by', column: { width: 120 } }),
    reason: field.text({ label: 'Reason', column: { isLong: true, width: 180 } }),
    id: field.reference({ sortable: true }),
    skuName: field.text({ sortable: true }),
    createdAt: field.moment({ sortable: true, filterable: true }),
    skuId: field.reference({ filterable: true }),
  },
})

export const plannedPriceQuery = plannedPriceList.query
'''))
sub('features/skus/rules.ts',("const moveTexts: Record<MoveKind, string> = {","/** The display texts of the kinds of stock movements. */\nexport const moveTexts: Record<MoveKind, string> = {"))
P='features/skus/server/prices/scheduled-prices.ts'
sub(P,("import { type ListSpec, readList } from '#platform/server/lists/list.ts'\nimport type {\n  NewPrices,\n  PlannedPrice,\n  PlannedPriceQuery,\n  PlannedPrices,\n  PlanPrices,\n  SkuPrice,\n} from","import { type ListSpec, readList } from '#platform/server/lists/list.ts'\nimport { listSpec } from '#platform/server/lists/list-sql.ts'\nimport {\n  type NewPrices,\n  type PlannedPrice,\n  plannedPriceList,\n  type PlannedPriceQuery,\n  type PlannedPrices,\n  type PlanPrices,\n  type SkuPrice,\n} from"),
('''  return {
    columns: `p.id, p.sku_id''','''  return listSpec(plannedPriceList, {
    columns: `p.id, p.sku_id'''),
('''    sorts: {
      id: { sql: 'p.id' },
      effectiveDate: { sql: 'p.effective_date' },
      sku: { sql: 's.sku collate "und-x-icu"' },
      skuName: { sql: 's.name collate "und-x-icu"' },
      price: { sql: 'p.price' },
      createdAt: { sql: 'p.created_at' },
    },
    defaultSort: 'effectiveDate,sku',
    search: ['s.sku', 's.name', 'p.reason'],
    filters: {
      skuId: { sql: 'p.sku_id', type: 'int' },
      effectiveDate: { sql: 'p.effective_date', type: 'date' },
      price: { sql: 'p.price', type: 'numeric' },
      createdAt: { moment: 'p.created_at', zone: businessZone },
    },
  }
''','''    zone: businessZone,
    fields: {
      id: 'p.id',
      effectiveDate: 'p.effective_date',
      sku: 's.sku collate "und-x-icu"',
      skuName: 's.name collate "und-x-icu"',
      price: 'p.price',
      createdAt: 'p.created_at',
      skuId: 'p.sku_id',
    },
    search: ['s.sku', 's.name', 'p.reason'],
  })
'''))
P='features/skus/server/stock/moves.ts'
sub(P,("import { type ListSpec, readList } from '#platform/server/lists/list.ts'\nimport type { StockMove, StockMoveQuery } from '../../contract.ts'","import { readList } from '#platform/server/lists/list.ts'\nimport { listSpec } from '#platform/server/lists/list-sql.ts'\nimport { type StockMove, stockMoveList, type StockMoveQuery } from '../../contract.ts'"),
("const moveList: ListSpec = {","const moveList = listSpec(stockMoveList, {"),
('''  sorts: { id: { sql: 'm.id' } },
  defaultSort: '-id',
  search: ['o.order_number', 'p.order_number', 'r.return_number', 'm.reason', 'u.username'],
  filters: { kind: { sql: 'm.kind', type: 'text' } },
}
''','''  fields: { id: 'm.id', kind: 'm.kind' },
  search: ['o.order_number', 'p.order_number', 'r.return_number', 'm.reason', 'u.username'],
})
'''))
P='features/skus/server/stock/stock-levels.ts'
sub(P,("import { type ListSpec, readList } from '#platform/server/lists/list.ts'\nimport type { StockLevel, StockQuery } from '../../contract.ts'","import { readList } from '#platform/server/lists/list.ts'\nimport { listSpec } from '#platform/server/lists/list-sql.ts'\nimport { type StockLevel, stockLevelList, type StockQuery } from '../../contract.ts'"),
("const stockList: ListSpec = {","const stockList = listSpec(stockLevelList, {"),
('''  sorts: {
    id: { sql: 's.id' },
    sku: { sql: 's.sku collate "und-x-icu"' },
    currentStock: { sql: 's.current_stock' },
    available: { sql: '(s.current_stock - s.reserved)' },
  },
  defaultSort: 'sku',
  search: [{ partOf: 's.search_text' }],
  filters: {
    id: { sql: 's.id', type: 'int' },
    sku: { sql: 'lower(s.sku)', type: 'text', isFolded: true },
    isActive: { sql: 's.is_active', type: 'boolean' },
    stock: { when: 'low', holds: 's.current_stock <= s.minimum_stock' },
  },
}
''','''  fields: {
    id: 's.id',
    sku: { sort: 's.sku collate "und-x-icu"', filter: { sql: 'lower(s.sku)', isFolded: true } },
    currentStock: 's.current_stock',
    available: '(s.current_stock - s.reserved)',
    isActive: 's.is_active',
    stock: { when: 'low', holds: 's.current_stock <= s.minimum_stock' },
  },
  search: [{ partOf: 's.search_text' }],
})
'''))
P='features/skus/ui/prices/PlannedPrices.tsx'
cut(P,"const amount = (text: string","\n]\n",'''const columns = columnsOf(plannedPriceList, {
  sku: (plan) => `${plan.sku} - ${plan.skuName}`,
})
''')
sub(P,("import { formatDay } from '#platform/kernel/days.ts'\nimport { formatDecimal } from '#platform/kernel/money.ts'\n",""),
("import type { Column } from '#platform/ui/table/columns.ts'\n","import { columnsOf } from '#platform/ui/table/list-columns.ts'\n"),
("import { listPlannedPrices, type PlannedPrice } from","import { listPlannedPrices, plannedPriceList } from"),
('name="planned-prices"','name={plannedPriceList.name}'),('usualSort="effectiveDate,sku"','usualSort={plannedPriceList.defaultSort}'))
P='features/skus/ui/stock/MovementsTab.tsx'
cut(P,"const filters: readonly Filter[] = [","\n]\n","const filters = filtersOf(stockMoveList)\n")
sub(P,("import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'","import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'"),
("import { type Sku, listStockMoves } from","import { type Sku, listStockMoves, stockMoveList } from"),
("import { moveKinds, moveText } from '../../rules.ts'\n",""),
('name="stock-moves"','name={stockMoveList.name}'),('usualSort="-id"','usualSort={stockMoveList.defaultSort}'))
P='features/skus/ui/stock/MoveColumns.tsx'
cut(P,"const notSortable =","export const columns","/** The columns of the movements of one SKU. */\nexport const columns")
cut(P,"export const columns: readonly Column<StockMove>[] = [","\n]\n",'''export const columns = columnsOf(stockMoveList, {
  id: { text: (move) => move.occurredAt, cell: ({ occurredAt }) => formatMoment(occurredAt) },
  kind: {
    text: (move) => moveText(move.kind),
    cell: (move) => (
      <>
        {moveText(move.kind)}
        <span className="block text-muted sm:sr-only">{effectText(move)}</span>
      </>
    ),
  },
  onHandDelta: (move) => deltaText(move.onHandDelta),
  onHandAfter: (move) => move.onHandAfter.toLocaleString('en-US'),
  reservedDelta: (move) => deltaText(move.reservedDelta),
  onOrderDelta: (move) => deltaText(move.onOrderDelta),
  document: (move) => <DocumentLink move={move} />,
})
''')
sub(P,("import type { Column } from '#platform/ui/table/columns.ts'\nimport type { StockMove } from '../../contract.ts'","import { columnsOf } from '#platform/ui/table/list-columns.ts'\nimport { type StockMove, stockMoveList } from '../../contract.ts'"))
# sales orders
P='features/sales-orders/contract.ts'
sub(P,("  listQuery,\n  listSums,","  listSums,"),("  idParameter,\n",""),
("import { type BuiltInView, defineList, field, viewsOf } from","import { type BuiltInView, defineList, field, tableOf, viewsOf } from"),
('''export const shipmentQuery = z.object({ ...listQuery, salesOrderId: idParameter })
''','''/** The list of all shipments. */
export const shipmentList = defineList({
  name: 'shipments',
  row: shipmentOfOrder,
  defaultSort: '-id',
  fields: {
    id: field.reference({ sortable: true }),
    salesOrderId: field.reference({ filterable: true }),
  },
})

export const shipmentQuery = shipmentList.query
'''),
('''/** The built-in views of the list. Late: ship date before today. */
''','''const tabColumns = {
  status: { width: 130, phone: 'badge' },
  customerPO: { phone: 'line' },
  totalAmount: { phone: 'amount' },
  orderDate: { width: 120, phone: 'date' },
  shipDate: { width: 120 },
} as const

/** The orders of one customer. */
export const customerOrderList = tableOf(salesOrderList, {
  name: 'customer-orders',
  defaultSort: '-orderDate',
  columns: { orderNumber: {}, ...tabColumns },
})

/** The orders with one SKU. */
export const skuOrderList = tableOf(salesOrderList, {
  name: 'sku-orders',
  defaultSort: '-orderDate',
  columns: {
    orderNumber: {},
    customerName: { label: 'Customer', isLong: true, width: 220 },
    ...tabColumns,
  },
})

/** The built-in views of the list. Late: ship date before today. */
'''))
P='features/sales-orders/server/shipments/list.ts'
sub(P,("import { type ListSpec, readList } from '#platform/server/lists/list.ts'\nimport type { ShipmentOfOrder, ShipmentQuery } from '../../contract.ts'","import { readList } from '#platform/server/lists/list.ts'\nimport { listSpec } from '#platform/server/lists/list-sql.ts'\nimport {\n  shipmentList as declaredList,\n  type ShipmentOfOrder,\n  type ShipmentQuery,\n} from '../../contract.ts'"),
("const shipmentList: ListSpec = {","const shipmentList = listSpec(declaredList, {"),
('''  sorts: { id: { sql: 'h.id' } },
  defaultSort: '-id',
''','''  fields: { id: 'h.id', salesOrderId: 'h.sales_order_id' },
'''),('''  filters: { salesOrderId: { sql: 'h.sales_order_id', type: 'int' } },
  countUpTo: 10_000,
}
''','''  countUpTo: 10_000,
})
'''))
P='features/sales-orders/ui/OrdersTab.tsx'
cut(P,"const number: Column<SalesOrder> = {","\n]\n",'''const status = {
  text: (order: SalesOrder) => order.displayStatus,
  cell: (order: SalesOrder) => <StatusBadge status={order.status} also={order.displayStatus} />,
}

const customerColumns = columnsOf(customerOrderList, { status })
const skuColumns = columnsOf(skuOrderList, {
  status,
  customerName: {
    text: (order) => `Customer #${order.customerId} · ${order.customerName}`,
    cell: (order) => <IdAndName id={`Customer #${order.customerId}`} name={order.customerName} />,
  },
})
''')
sub(P,("import { formatOptionalDay } from '#platform/kernel/format.ts'\n",""),("import { formatDecimal } from '#platform/kernel/money.ts'\n",""),
("import { type SalesOrder, listSalesOrders } from","import { customerOrderList, listSalesOrders, type SalesOrder, skuOrderList } from"),
("import type { Column } from '#platform/ui/table/columns.ts'\n","import { columnsOf } from '#platform/ui/table/list-columns.ts'\n"),
("  const party: readonly Column<SalesOrder>[] = 'skuId' in of ? [customer] : []\n","  const isOfSku = 'skuId' in of\n"),
("name={'skuId' in of ? 'sku-orders' : 'customer-orders'}","name={isOfSku ? skuOrderList.name : customerOrderList.name}"),
('usualSort="-orderDate"','usualSort={customerOrderList.defaultSort}'),
("columns={[number, ...party, ...columns]}","columns={isOfSku ? skuColumns : customerColumns}"))
# purchase orders
P='features/purchase-orders/contract.ts'
sub(P,("  listQuery,\n  listSums,","  listSums,"),("  idParameter,\n",""),
("import { defineList, field, viewsOf } from","import { defineList, field, tableOf, viewsOf } from"),
('''export const receiptQuery = z.object({ ...listQuery, purchaseOrderId: idParameter })
''','''/** The list of all receipts. */
export const receiptList = defineList({
  name: 'receipts',
  row: receiptOfOrder,
  defaultSort: '-id',
  fields: {
    id: field.reference({ sortable: true }),
    purchaseOrderId: field.reference({ filterable: true }),
  },
})

export const receiptQuery = receiptList.query
'''),
('''/** The built-in views of the list. */
export const purchaseOrderViews''','''const tabColumns = {
  status: { width: 130, phone: 'badge' },
  totalAmount: { phone: 'amount' },
  orderDate: { width: 120 },
  expectedDate: { width: 140, phone: 'date' },
} as const

/** The purchase orders of one vendor. */
export const vendorPurchaseOrderList = tableOf(purchaseOrderList, {
  name: 'vendor-purchase-orders',
  defaultSort: '-orderDate',
  columns: { orderNumber: {}, ...tabColumns },
})

/** The purchase orders with one SKU. */
export const skuPurchaseOrderList = tableOf(purchaseOrderList, {
  name: 'sku-purchase-orders',
  defaultSort: '-orderDate',
  columns: {
    orderNumber: {},
    vendorName: { label: 'Vendor', isLong: true, width: 220, phone: 'line' },
    ...tabColumns,
  },
})

/** The built-in views of the list. */
export const purchaseOrderViews'''))
P='features/purchase-orders/server/receipts/list.ts'
sub(P,("import type { ReceiptOfOrder, ReceiptQuery } from '../../contract.ts'","import { listSpec } from '#platform/server/lists/list-sql.ts'\nimport {\n  receiptList as declaredList,\n  type ReceiptOfOrder,\n  type ReceiptQuery,\n} from '../../contract.ts'"),
("const receiptList: ListSpec = {","const receiptList = listSpec(declaredList, {"),
('''  sorts: { id: { sql: 'r.id' } },
  defaultSort: '-id',
''','''  fields: { id: 'r.id', purchaseOrderId: 'r.purchase_order_id' },
'''),('''  filters: { purchaseOrderId: { sql: 'r.purchase_order_id', type: 'int' } },
  countUpTo: 10_000,
}
''','''  countUpTo: 10_000,
})
'''))
P='features/purchase-orders/ui/PurchaseOrdersTab.tsx'
cut(P,"const number: Column<PurchaseOrder> = {","\n]\n",'''const cells = {
  status: {
    text: (order: PurchaseOrder) => order.displayStatus,
    cell: (order: PurchaseOrder) => (
      <StatusBadge status={order.status} also={order.displayStatus} />
    ),
  },
  expectedDate: (order: PurchaseOrder) => <ExpectedDate order={order} />,
}

const vendorColumns = columnsOf(vendorPurchaseOrderList, cells)
const skuColumns = columnsOf(skuPurchaseOrderList, {
  ...cells,
  vendorName: {
    text: (order) => `Vendor #${order.vendorId} · ${order.vendorName}`,
    cell: (order) => <IdAndName id={`Vendor #${order.vendorId}`} name={order.vendorName} />,
  },
})
''')
sub(P,("import { formatOptionalDay } from '#platform/kernel/format.ts'\n",""),("import { formatHidden } from '#platform/kernel/money.ts'\n",""),
("import { type PurchaseOrder, listPurchaseOrders } from '../contract.ts'",'''import {
  listPurchaseOrders,
  type PurchaseOrder,
  skuPurchaseOrderList,
  vendorPurchaseOrderList,
} from '../contract.ts\''''),
("import type { Column } from '#platform/ui/table/columns.ts'\n","import { columnsOf } from '#platform/ui/table/list-columns.ts'\n"),
("  const party = 'skuId' in of ? [vendor] : []\n","  const isOfSku = 'skuId' in of\n"),
("name={'skuId' in of ? 'sku-purchase-orders' : 'vendor-purchase-orders'}","name={isOfSku ? skuPurchaseOrderList.name : vendorPurchaseOrderList.name}"),
('usualSort="-orderDate"','usualSort={vendorPurchaseOrderList.defaultSort}'),
('''columns={[number, ...party, ...columns].filter(
        ({ id }) => id !== 'totalAmount' || mayReadCost,
      )}''','''columns={(isOfSku ? skuColumns : vendorColumns).filter(
        ({ id }) => id !== 'totalAmount' || mayReadCost,
      )}'''))
# returns
P='features/returns/contract.ts'
t=open(P).read()
i=t.index('export const returnViews'); i=t.rindex('/**',0,i)
t=t[:i]+'''/** The returns of one customer. */
export const customerReturnList = tableOf(returnList, {
  name: 'customer-returns',
  defaultSort: '-createdAt',
  columns: {
    returnNumber: { width: 175 },
    status: { width: 130, phone: 'badge' },
    reason: { isLong: true, width: 180, phone: 'line' },
    totalAmount: { phone: 'amount' },
    createdAt: { width: 130, phone: 'date' },
  },
})

/** The returns to one vendor. */
export const vendorReturnList = { ...customerReturnList, name: 'vendor-returns' } as const

'''+t[i:]
open(P,'w').write(t)
P='features/returns/ui/ReturnsTab.tsx'
cut(P,"const columns: readonly Column<GoodsReturn>[] = [","\n]\n",'''const columns = columnsOf(customerReturnList, {
  status: {
    text: ({ displayStatus }) => displayStatus,
    cell: (goods) => <StatusBadge status={goods.status} also={goods.displayStatus} />,
  },
  createdAt: ({ createdAt }) => formatDayOf(createdAt),
})
''')
# notifications
P='features/notifications/contract.ts'
sub(P,("import { endpoint, listQuery } from '#platform/kernel/endpoint.ts'","import { endpoint } from '#platform/kernel/endpoint.ts'\nimport { defineList, field } from '#platform/kernel/list.ts'"),
('''export const notificationQuery = z.object({
  ...listQuery,
  isRead: z.optional(z.enum(['true', 'false'])),
  kind: z.optional(kind),
})
''','''/** The list of the notifications of a user. */
export const notificationList = defineList({
  name: 'notifications',
  row: notification,
  defaultSort: '-createdAt',
  fields: {
    id: field.reference({ sortable: true }),
    createdAt: field.moment({ sortable: true }),
    kind: field.only(notificationKinds, { sortable: true, filterable: true }),
    isRead: field.yesNo({ filterable: true }),
  },
})

export const notificationQuery = notificationList.query
'''))
P='features/notifications/server/store.ts'
sub(P,("import type { ListSpec } from '#platform/server/lists/list.ts'\n","import { listSpec } from '#platform/server/lists/list-sql.ts'\nimport * as contract from '../contract.ts'\n"),
("export const notificationList: ListSpec = {","export const notificationList = listSpec(contract.notificationList, {"),
('''  sorts: {
    id: { sql: 'n.id' },
    createdAt: { sql: 'n.created_at' },
    kind: { sql: 'n.kind' },
  },
  defaultSort: '-createdAt',
  search: ['n.title', 'n.text'],
  filters: {
    isRead: { sql: '(n.read_at is not null)', type: 'boolean' },
    kind: { sql: 'n.kind', type: 'text' },
  },
}
''','''  fields: {
    id: 'n.id',
    createdAt: 'n.created_at',
    kind: 'n.kind',
    isRead: '(n.read_at is not null)',
  },
  search: ['n.title', 'n.text'],
})
'''))
# settings
P='features/settings/contract.ts'
sub(P,("import { endpoint, listQuery, textQuery } from '#platform/kernel/endpoint.ts'","import { endpoint } from '#platform/kernel/endpoint.ts'"),
("// For other rooms, besides","// For other rooms, besides"),
('''  units,
} from '#platform/kernel/fields.ts'
''','''  units,
} from '#platform/kernel/fields.ts'
import { defineList, field } from '#platform/kernel/list.ts'
'''),
('''const taxRateQuery = z.object({
  ...listQuery,
  country: textQuery,
  state: textQuery,
})
export type TaxRateQuery = z.output<typeof taxRateQuery>
''','''/** The list of tax rates. */
export const taxRateList = defineList({
  name: 'tax-rates',
  row: taxRate,
  defaultSort: 'country,state,-effectiveDate',
  fields: {
    id: field.reference({ sortable: true }),
    country: field.text({ sortable: true, filterable: true }),
    state: field.text({ sortable: true, filterable: true }),
    rate: field.text({ sortable: true }),
    effectiveDate: field.day({ sortable: true }),
    createdAt: field.moment({ sortable: true }),
    updatedAt: field.moment({ sortable: true }),
  },
})

export type TaxRateQuery = z.output<typeof taxRateList.query>
'''),("  query: taxRateQuery,","  query: taxRateList.query,"))
P='features/settings/server/tax-rates.ts'
sub(P,("import { type ListSpec, readList, readOne } from '#platform/server/lists/list.ts'\n","import { readList, readOne } from '#platform/server/lists/list.ts'\nimport { listSpec } from '#platform/server/lists/list-sql.ts'\n"),
("import type { TaxRateForm, TaxRateQuery, TaxRateRecord } from '../contract.ts'","import {\n  taxRateList as declaredList,\n  type TaxRateForm,\n  type TaxRateQuery,\n  type TaxRateRecord,\n} from '../contract.ts'"),
("export const taxRateList: ListSpec = {","export const taxRateList = listSpec(declaredList, {"),
('''  sorts: {
    id: { sql: 't.id' },
    country: { sql: 't.country collate "und-x-icu"' },
    state: { sql: 't.state collate "und-x-icu"' },
    rate: { sql: 't.rate' },
    effectiveDate: { sql: 't.effective_date' },
    createdAt: { sql: 't.created_at' },
    updatedAt: { sql: 't.updated_at' },
  },
  defaultSort: 'country,state,-effectiveDate',
  search: ['t.country', 't.state'],
  filters: {
    country: { sql: 't.country', type: 'text' },
    state: { sql: 't.state', type: 'text' },
  },
}
''','''  fields: {
    id: 't.id',
    country: { sort: 't.country collate "und-x-icu"', filter: 't.country' },
    state: { sort: 't.state collate "und-x-icu"', filter: 't.state' },
    rate: 't.rate',
    effectiveDate: 't.effective_date',
    createdAt: 't.created_at',
    updatedAt: 't.updated_at',
  },
  search: ['t.country', 't.state'],
})
'''))
