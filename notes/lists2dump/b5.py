import sys; sys.path.insert(0,'/tmp/lists2dump')
from ed import *
def w(p,t): open(p,'w').write(t)
IMPC=("import type { Column } from '#platform/ui/table/columns.ts'\n","import { columnsOf } from '#platform/ui/table/list-columns.ts'\n")
IMPF=("import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'\n","import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'\n")
# ---------- AR
w('features/ar-reports/labels.ts','''import type { DocumentKind, Figure } from './rules.ts'

/** The names of the kinds of documents behind a figure. */
export const kindNames: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  payment: 'Payment',
  memo: 'Credit memo',
  refund: 'Refund',
}

/** The names of the figures that have supporting documents. */
export const figureNames: Record<Figure, string> = {
  balance: 'Receivables balance',
  sales: 'Sold on credit, 90 days',
  monthSales: 'Sold on credit, month',
  received: 'Received in the month',
}
''')
P='features/ar-reports/contract.ts'
sub(P,("import { bucketIds } from '#features/receivables/rules.ts'","import { bucketIds, bucketLabels } from '#features/receivables/rules.ts'"),
("  choiceQuery,\n",""),("  listQuery,\n",""),("  textQuery,\n",""),
("import { documentKinds, figures } from './rules.ts'","import { defineList, field, tableOf, viewsOf } from '#platform/kernel/list.ts'\nimport { kindNames } from './labels.ts'\nimport { documentKinds, figures } from './rules.ts'"))
cut(P,"const arOrderQuery = z.object({","export type ArOrderQuery = z.output<typeof arOrderQuery>\n",'''/** The list of sales orders in the report. */
export const arOrderList = defineList({
  name: 'ar-orders',
  row: arOrder,
  defaultSort: '-orderDate',
  fields: {
    orderNumber: field.text({ label: 'SO Number', sortable: true, column: { width: 170 } }),
    customerId: field.reference({
      label: 'Customer',
      sortable: true,
      column: { isLong: true, width: 240, phone: 'line' },
    }),
    totalAmount: field.amount({
      label: 'Amount',
      sortable: true,
      column: { width: 130, phone: 'amount' },
    }),
    status: field.choice(salesOrderStatuses, {
      label: 'Status',
      sortable: true,
      filterable: true,
      column: { width: 125, phone: 'badge' },
    }),
    orderDate: field.day({
      label: 'Order Date',
      filterLabel: 'Order date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 120 },
    }),
    shipDate: field.day({
      label: 'Ship Date',
      sortable: true,
      column: { width: 165, phone: 'date' },
    }),
    id: field.reference({ sortable: true }),
    customerCode: field.text({ label: 'Customer', filterable: true }),
    /** Not delivered and past its ship date. */
    overdue: field.only(['true'], { filterable: true }),
    /** Shipped or delivered, and past due by the customer's terms. */
    pastDue: field.only(['true'], { label: 'Past due', filterable: true }),
    /** Receivables in one aging bucket. */
    bucket: field.only(bucketIds, {
      label: 'Aging',
      valueLabels: bucketLabels,
      filterable: true,
    }),
  },
  parameters: { asOf },
  chips: ['status', 'orderDate', 'customerCode', 'bucket', 'pastDue'],
})

/** The overdue orders only. */
export const arOverdueList = tableOf(arOrderList, {
  name: 'ar-overdue',
  defaultSort: 'shipDate',
  columns: {
    orderNumber: true,
    customerId: true,
    totalAmount: true,
    status: true,
    orderDate: true,
    shipDate: true,
  },
})

/** The built-in views of the list. */
export const arOrderViews = viewsOf(arOrderList, [
  { label: 'All', filters: {} },
  { label: 'Open', filters: { status: ['pending', 'processing'] } },
  { label: 'Overdue', filters: { pastDue: 'true' } },
])

export type ArOrderQuery = z.output<typeof arOrderList.query>
''')
cut(P,"const arDocumentQuery = z.object({","export type ArDocumentQuery = z.output<typeof arDocumentQuery>\n",'''/** The list of supporting documents. */
export const arDocumentList = defineList({
  name: 'ar-documents',
  row: arDocument,
  defaultSort: '-day',
  fields: {
    number: field.text({ label: 'Document', sortable: true, column: { width: 140 } }),
    kind: field.choice(documentKinds, {
      label: 'Kind',
      valueLabels: kindNames,
      sortable: true,
      filterable: true,
      column: { width: 120, phone: 'badge' },
    }),
    customerId: field.reference({
      label: 'Customer',
      sortable: true,
      column: { isLong: true, width: 230, phone: 'line' },
    }),
    day: field.day({ label: 'Date', sortable: true, column: { width: 110, phone: 'date' } }),
    dueDate: field.day({ label: 'Due', sortable: true, column: { width: 110 } }),
    amount: field.amount({
      label: 'Amount',
      sortable: true,
      column: { width: 130, phone: 'amount' },
    }),
    id: field.reference({ sortable: true }),
    customerCode: field.text({ label: 'Customer', filterable: true }),
  },
  parameters: { asOf, figure: z.optional(z.enum(figures)) },
  chips: ['figure', 'kind', 'customerCode'],
})

export type ArDocumentQuery = z.output<typeof arDocumentList.query>
''')
sub(P,("  query: arOrderQuery,","  query: arOrderList.query,"),("  query: arDocumentQuery,","  query: arDocumentList.query,"),
("z.extend(z.omit(arDocumentQuery, pagingAndOrder)","z.extend(z.omit(arDocumentList.query, pagingAndOrder)"),
('''const creditUseQuery = z.object({ ...listQuery, credit: z.optional(z.enum(['over'])), asOf })
export type CreditUseQuery = z.output<typeof creditUseQuery>
''','''/** The list of customers by credit usage. */
export const creditUseList = defineList({
  name: 'ar-credit',
  row: creditUse,
  defaultSort: '-utilisation',
  fields: {
    customerCode: field.text({ label: 'Customer Code', sortable: true, column: { width: 135 } }),
    customerName: field.text({
      label: 'Customer',
      sortable: true,
      column: { isLong: true, width: 220, phone: 'line' },
    }),
    currentBalance: field.amount({ label: 'Balance', sortable: true, column: { width: 135 } }),
    openOrderAmount: field.amount({
      label: 'Open orders',
      sortable: true,
      column: { width: 135 },
    }),
    creditLimit: field.amount({
      label: 'Credit Limit',
      sortable: true,
      column: { width: 135, phone: 'date' },
    }),
    availableCredit: field.amount({ label: 'Available', sortable: true, column: { width: 135 } }),
    utilisation: field.units({
      label: 'Utilisation',
      sortable: true,
      column: { width: 135, phone: 'amount' },
    }),
    id: field.reference({ sortable: true }),
    exposure: field.amount({ sortable: true }),
    credit: field.only(['over'], { label: 'Over limit', filterable: true }),
  },
  parameters: { asOf },
  chips: ['credit'],
})

/** The built-in views of the list. */
export const creditUseViews = viewsOf(creditUseList, [
  { label: 'All', filters: {} },
  { label: 'Above the limit', filters: { credit: 'over' } },
])

export type CreditUseQuery = z.output<typeof creditUseList.query>
'''),("  query: creditUseQuery,","  query: creditUseList.query,"),
('''const collectionQuery = z.object({ ...listQuery, asOf })
export type CollectionQuery = z.output<typeof collectionQuery>
''','''/** The list of customers to contact. */
export const collectionList = defineList({
  name: 'ar-collections',
  row: collection,
  defaultSort: '-priority',
  fields: {
    customerCode: field.text({ label: 'Customer Code', column: { width: 135 } }),
    customerName: field.text({
      label: 'Customer',
      column: { isLong: true, width: 210, phone: 'line' },
    }),
    pastDue: field.amount({
      label: 'Past due',
      sortable: true,
      column: { width: 130, phone: 'amount' },
    }),
    invoices: field.units({ label: 'Invoices', sortable: true, column: { width: 100 } }),
    daysLate: field.units({ label: 'Days late', sortable: true, column: { width: 110 } }),
    dunningLevel: field.units({ label: 'Reminders', column: { width: 110 } }),
    nextStep: field.text({ label: 'Next step', column: { width: 220, phone: 'date' } }),
    phone: field.text({ label: 'Phone', column: { width: 140 } }),
    id: field.reference({ sortable: true }),
    /** The past-due amount times the days late. */
    priority: field.amount({ sortable: true }),
  },
  parameters: { asOf },
})

/** The built-in views of the list. */
export const collectionViews = viewsOf(collectionList, [{ label: 'All', filters: {} }])

export type CollectionQuery = z.output<typeof collectionList.query>
'''),("  query: collectionQuery,","  query: collectionList.query,"))
P='features/ar-reports/server/store.ts'
sub(P,("import type { Filter } from '#platform/server/lists/list-filter.ts'\nimport type { ListSpec } from '#platform/server/lists/list.ts'\n","import { listSpec } from '#platform/server/lists/list-sql.ts'\nimport type { ListSpec } from '#platform/server/lists/list.ts'\nimport { arOrderList, creditUseList } from '../contract.ts'\n"),
("const status: Filter = { sql: 'o.status', type: 'text', orderedBy: 'o.id' }","const status = { sql: 'o.status', type: 'text', orderedBy: 'o.id' } as const"),
("const orderList: Omit<ListSpec, 'from' | 'values'> = {","const declaredList = listSpec(arOrderList, {"),
("  joins: 'join customers c on c.id = o.customer_id',\n  where: 'true',\n  id: 'o.id',\n  isCovered","  from: ordersNow,\n  joins: 'join customers c on c.id = o.customer_id',\n  where: 'true',\n  id: 'o.id',\n  isCovered"))
cut(P,'''  sorts: {
    id: { sql: 'o.id' },''','''  defaultSort: '-orderDate',
''','''  fields: {
    id: 'o.id',
    orderNumber: 'o.order_number',
    customerId: 'o.customer_id',
    totalAmount: 'o.total_amount',
    status,
    orderDate: 'o.order_date',
    shipDate: { sql: 'o.ship_date', isNullable: true },
    customerCode: {
      sql: 'lower(c.customer_code)',
      isFolded: true,
      within: 'o.customer_id = any(array(select c.id from customers c where %))',
    },
    overdue: { when: 'true', holds: 'o.is_overdue and o.ship_date < $1::date' },
    pastDue: { when: 'true', holds: `o.is_open and o.document_day <= o.due1 and ${documentBy(2)}` },
    bucket: { each: buckets },
  },
''')
cut(P,'''  filters: {
    status,''','''  countUpTo: 5_000,
}
''','''  countUpTo: 5_000,
})

/** `open` is for orders in an aging bucket. */
const orderList: ListSpec = {
  ...declaredList,
  filters: { ...declaredList.filters, open: { when: 'true', holds: 'o.is_open' } },
}
''')
sub(P,("export const creditList: ListSpec = {","export const creditList = listSpec(creditUseList, {"))
cut(P,'''  sorts: {
    id: { sql: 'c.id' },''','''  filters: { credit: { when: 'over', holds: isOver } },
}
''','''  fields: {
    id: 'c.id',
    customerCode: 'c.customer_code collate "und-x-icu"',
    customerName: 'c.name collate "und-x-icu"',
    creditLimit: 'c.credit_limit',
    currentBalance: 'c.current_balance',
    openOrderAmount: 'c.open_order_amount',
    exposure,
    availableCredit: `(c.credit_limit - ${exposure})`,
    utilisation: `(case when c.credit_limit = 0 then 1e12 else ${exposure} / c.credit_limit end)`,
    credit: { when: 'over', holds: isOver },
  },
  search: ['c.customer_code', 'c.name'],
})
''')
P='features/ar-reports/server/balances-as-of.ts'
sub(P,("export const collectionList: ListSpec = {","export const collectionList = listSpec(contract.collectionList, {"),
('''  sorts: {
    id: { sql: 'o.id' },
    pastDue: { sql: 'o.past_due' },
    daysLate: { sql: 'o.days_late' },
    invoices: { sql: 'o.invoices' },
    priority: { sql: '(o.past_due * o.days_late)' },
  },
  defaultSort: '-priority',
''','''  fields: {
    id: 'o.id',
    pastDue: 'o.past_due',
    daysLate: 'o.days_late',
    invoices: 'o.invoices',
    priority: '(o.past_due * o.days_late)',
  },
'''),('''  ],
  filters: {},
}
''','''  ],
})
'''),("import type { ListSpec } from '#platform/server/lists/list.ts'\n","import { listSpec } from '#platform/server/lists/list-sql.ts'\nimport * as contract from '../contract.ts'\n"))
P='features/ar-reports/server/figure-documents.ts'
sub(P,("const documents: Omit<ListSpec, 'from' | 'values'> = {","const documents = listSpec(arDocumentList, {"),
("  joins: 'join customers c on c.id = o.customer_id',\n  where: 'true',","  from: balanceNow,\n  joins: 'join customers c on c.id = o.customer_id',\n  where: 'true',"))
cut(P,'''  sorts: {
    id: { sql: 'o.id' },''','''  defaultSort: '-day',
''','''  fields: {
    id: 'o.id',
    number: 'o.number',
    kind: 'o.kind',
    customerId: 'o.customer_id',
    day: 'o.day',
    dueDate: { sql: 'o.due_date', isNullable: true },
    amount: 'o.amount',
    customerCode: {
      sql: 'lower(c.customer_code)',
      isFolded: true,
      within: 'o.customer_id = any(array(select c.id from customers c where %))',
    },
  },
''')
cut(P,'''  filters: {
    kind:''','''  countUpTo: 10_000,
}
''','''  countUpTo: 10_000,
})
''')
P='features/ar-reports/ui/ArOrdersTable.tsx'
cut(P,"const columns: readonly Column<ArOrder>[] = [","\n]\n",'''const columns = columnsOf(arOrderList, {
  customerId: {
    text: (order) => `Customer #${order.customerId} · ${order.customerName}`,
    cell: (order) => <CustomerLink order={order} />,
  },
  status: { text: (order) => order.status, cell: (order) => <StatusBadge status={order.status} /> },
  shipDate: (order) => (
    <OverdueDate text={formatOptionalDay(order.shipDate, '-')} isOverdue={order.isOverdue} />
  ),
})
''')
cut(P,"const statusFilter: Filter = {","/** Predefined list views. */",'''const filters = filtersOf(arOrderList, { customerCode: customerFilter })
const overdueFilters = [customerFilter, ...filters.filter(({ id }) => id === 'from')]

/** Predefined list views. */''')
cut(P,"/** Predefined list views. */","\n]\n\n","")
sub(P,IMPC,IMPF,("import { salesOrderStatuses } from '#features/sales-orders/rules.ts'\n",""),("import type { BuiltInView } from '#platform/kernel/list.ts'\n",""),
("import { formatDecimal } from '#platform/kernel/money.ts'\n",""),("import { buckets } from '#features/receivables/rules.ts'\n",""),
("import { type ArOrder, listArOrders } from '../contract.ts'","import {\n  type ArOrder,\n  arOrderList,\n  arOrderViews,\n  arOverdueList,\n  listArOrders,\n} from '../contract.ts'"),
('<ListViews name="ar-orders" list={list} views={views} />','<ListViews name={arOrderList.name} list={list} views={arOrderViews} />'),
("name={isOverdue ? 'ar-overdue' : 'ar-orders'}","name={isOverdue ? arOverdueList.name : arOrderList.name}"),
("usualSort={isOverdue ? 'shipDate' : '-orderDate'}","usualSort={isOverdue ? arOverdueList.defaultSort : arOrderList.defaultSort}"),
("filters={isOverdue ? [customerFilter, datesFilter] : allFilters}","filters={isOverdue ? overdueFilters : filters}"))
P='features/ar-reports/ui/CreditTable.tsx'
cut(P,"export const creditColumns: readonly Column<CreditUse>[] = [","\n]\n",'''export const creditColumns = columnsOf(creditUseList, {
  utilisation: {
    text: utilizationText,
    cell: (row) => (
      <span className={clsx(row.isOver && 'font-semibold text-danger')}>
        {utilizationText(row)}
        {row.isOver && <span className="text-caption"> over limit</span>}
      </span>
    ),
  },
})
''')
cut(P,"const filters: readonly Filter[] = [","\n]\n","const filters = filtersOf(creditUseList)\n")
cut(P,"/** Predefined list views. */","\n]\n\n","")
sub(P,IMPC,IMPF,("import type { BuiltInView } from '#platform/kernel/list.ts'\nimport { formatDecimal } from '#platform/kernel/money.ts'\n",""),
("const amount = { align: 'right', width: 135 } as const\n",""),
("import { type CreditUse, listCreditUse } from '../contract.ts'","import { type CreditUse, creditUseList, creditUseViews, listCreditUse } from '../contract.ts'"),
('<ListViews name="ar-credit" list={list} views={views} />','<ListViews name={creditUseList.name} list={list} views={creditUseViews} />'),
('        name="ar-credit"\n','        name={creditUseList.name}\n'),('usualSort="-utilisation"','usualSort={creditUseList.defaultSort}'))
P='features/ar-reports/ui/CollectionsTable.tsx'
cut(P,"export const collectionColumns: readonly Column<Collection>[] = [","\n]\n",'''export const collectionColumns = columnsOf(collectionList, {
  nextStep: { text: stepOf, cell: stepOf },
  phone: (row) => row.phone ?? '-',
})
''')
cut(P,"/** Predefined list views. */","}]\n\n","")
sub(P,IMPC,("import type { BuiltInView } from '#platform/kernel/list.ts'\nimport { formatDecimal } from '#platform/kernel/money.ts'\n",""),
("import { type Collection, listCollections } from '../contract.ts'","import {\n  type Collection,\n  collectionList,\n  collectionViews,\n  listCollections,\n} from '../contract.ts'"),
('<ListViews name="ar-collections" list={list} views={views} />','<ListViews name={collectionList.name} list={list} views={collectionViews} />'),
('        name="ar-collections"\n','        name={collectionList.name}\n'),('usualSort="-priority"','usualSort={collectionList.defaultSort}'))
P='features/ar-reports/ui/DocumentsTable.tsx'
cut(P,"const kindNames: Record","const columns: readonly Column<ArDocument>[] = [","const columns: readonly Column<ArDocument>[] = [")
cut(P,"const columns: readonly Column<ArDocument>[] = [","\n]\n",'''const columns = columnsOf(arDocumentList, {
  kind: { text: ({ kind }) => kindNames[kind], cell: ({ kind }) => kindNames[kind] },
  customerId: {
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (row) => <CustomerLink of={row} />,
  },
  dueDate: ({ dueDate }) => formatOptionalDay(dueDate, '-'),
})
''')
cut(P,"const filters: readonly Filter[] = [","\n]\n",'''const filters = filtersOf(arDocumentList, {
  figure: {
    kind: 'choice',
    id: 'figure',
    label: 'Figure',
    options: figures.map((value) => ({ value, label: figureNames[value] })),
  },
  customerCode: customerFilter,
})
''')
sub(P,IMPC,IMPF,("import { formatDecimal } from '#platform/kernel/money.ts'\n",""),
("import { type ArDocument, listArDocuments, sumArDocuments } from '../contract.ts'\nimport { type DocumentKind, documentKinds, type Figure, figures } from '../rules.ts'","import { arDocumentList, listArDocuments, sumArDocuments } from '../contract.ts'\nimport { figureNames, kindNames } from '../labels.ts'\nimport { type DocumentKind, figures } from '../rules.ts'"),
('      name="ar-documents"\n','      name={arDocumentList.name}\n'),('usualSort="-day"','usualSort={arDocumentList.defaultSort}'))
# ---------- AP
w('features/ap-reports/labels.ts','''import type { DocumentKind, Figure } from './rules.ts'

/** The names of the kinds of documents behind a figure. */
export const kindNames: Record<DocumentKind, string> = {
  bill: 'Bill',
  credit: 'Credit',
  order: 'Purchase order',
  payment: 'Payment',
}

/** The names of the figures that have supporting documents. */
export const figureNames: Record<Figure, string> = {
  outstanding: 'Outstanding payables',
  daysToPay: 'Days to pay, 90 days',
  volume: 'Payments in the month',
}
''')
P='features/ap-reports/contract.ts'
sub(P,("  choiceQuery,\n",""),("  listQuery,\n",""),("  textQuery,\n",""),
("import { bucketIds, documentKinds, figures } from './rules.ts'","import { defineList, field, tableOf, viewsOf } from '#platform/kernel/list.ts'\nimport { kindNames } from './labels.ts'\nimport { bucketIds, documentKinds, figures } from './rules.ts'"),
("  query: apOrderQuery,","  query: apOrderList.query,"),("  query: apBillQuery,","  query: apBillList.query,"),("  query: apDocumentQuery,","  query: apDocumentList.query,"),
("  query: vendorPerformanceQuery,","  query: vendorPerformanceList.query,"),("  query: vendorDeliveryQuery,","  query: vendorDeliveryList.query,"),("  query: goodsNotBilledQuery,","  query: goodsNotBilledList.query,"),
("z.omit(apDocumentQuery, pagingAndOrder)","z.omit(apDocumentList.query, pagingAndOrder)"),("z.omit(goodsNotBilledQuery, pagingAndOrder)","z.omit(goodsNotBilledList.query, pagingAndOrder)"))
cut(P,"const apOrderQuery = z.object({","export type ApOrderQuery = z.output<typeof apOrderQuery>\n",'''/** The list of purchase orders in the report. */
export const apOrderList = defineList({
  name: 'ap-orders',
  row: apOrder,
  defaultSort: '-orderDate',
  fields: {
    orderNumber: field.text({ label: 'PO Number', sortable: true, column: { width: 170 } }),
    vendorId: field.reference({
      label: 'Vendor',
      sortable: true,
      column: { isLong: true, width: 240, phone: 'line' },
    }),
    totalAmount: field.amount({
      label: 'Amount',
      sortable: true,
      column: { width: 130, phone: 'amount' },
    }),
    status: field.choice(purchaseOrderStatuses, {
      label: 'Status',
      sortable: true,
      filterable: true,
      column: { width: 125, phone: 'badge' },
    }),
    orderDate: field.day({
      label: 'Order Date',
      filterLabel: 'Order date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 120 },
    }),
    expectedDate: field.day({
      label: 'Expected Date',
      sortable: true,
      column: { width: 165, phone: 'date' },
    }),
    id: field.reference({ sortable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
    overdue: field.only(['true'], { label: 'Late', filterable: true }),
  },
  parameters: {
    asOf,
    /** Outstanding orders in one aging bucket. */
    bucket: z.optional(z.enum(bucketIds)),
  },
  chips: ['status', 'orderDate', 'vendorCode', 'bucket', 'overdue'],
})

/** The built-in views of the list. */
export const apOrderViews = viewsOf(apOrderList, [
  { label: 'All', filters: {} },
  { label: 'Awaiting approval', filters: { status: 'submitted' } },
  { label: 'On order', filters: { status: 'approved' } },
  { label: 'Overdue', filters: { overdue: 'true' } },
])

export type ApOrderQuery = z.output<typeof apOrderList.query>
''')
cut(P,"const apBillQuery = z.object({","export type ApBillQuery = z.output<typeof apBillQuery>\n",'''/** The list of open bills. */
export const apBillList = defineList({
  name: 'ap-schedule',
  row: apBill,
  defaultSort: 'dueDate',
  fields: {
    billNumber: field.text({ label: 'Bill Number', sortable: true, column: { width: 150 } }),
    dueDate: field.day({
      label: 'Due Date',
      filterLabel: 'Due date',
      sortable: true,
      range: ['dueFrom', 'dueTo'],
      column: { width: 165, phone: 'date' },
    }),
    vendorId: field.reference({
      label: 'Vendor',
      sortable: true,
      column: { isLong: true, width: 230, phone: 'line' },
    }),
    docDate: field.day({ label: 'Bill Date', sortable: true, column: { width: 115 } }),
    daysPastDue: field.units({ label: 'Days Past Due', column: { width: 120 } }),
    discountDate: field.day({ label: 'Discount Until', column: { width: 130 } }),
    openAmount: field.amount({
      label: 'Open',
      sortable: true,
      column: { width: 130, phone: 'amount' },
    }),
    id: field.reference({ sortable: true }),
    totalAmount: field.amount({ sortable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
    overdue: field.only(['true'], { filterable: true }),
  },
  parameters: { asOf, basis, bucket: z.optional(z.enum(bucketIds)) },
  chips: ['bucket', 'basis', 'dueDate', 'vendorCode'],
})

/** The overdue bills only. */
export const apOverdueList = tableOf(apBillList, {
  name: 'ap-overdue',
  columns: {
    billNumber: true,
    dueDate: true,
    vendorId: true,
    docDate: true,
    daysPastDue: true,
    discountDate: true,
    openAmount: true,
  },
})

export type ApBillQuery = z.output<typeof apBillList.query>
''')
cut(P,"const apDocumentQuery = z.object({","export type ApDocumentQuery = z.output<typeof apDocumentQuery>\n",'''/** The list of supporting documents. */
export const apDocumentList = defineList({
  name: 'ap-documents',
  row: apDocument,
  defaultSort: '-day',
  fields: {
    number: field.text({ label: 'Document', sortable: true, column: { width: 170 } }),
    kind: field.choice(documentKinds, {
      label: 'Kind',
      valueLabels: kindNames,
      sortable: true,
      filterable: true,
      column: { width: 135, phone: 'badge' },
    }),
    vendorId: field.reference({
      label: 'Vendor',
      sortable: true,
      column: { isLong: true, width: 230, phone: 'line' },
    }),
    day: field.day({ label: 'Date', sortable: true, column: { width: 110, phone: 'date' } }),
    dueDate: field.day({ label: 'Due', sortable: true, column: { width: 110 } }),
    billNumber: field.text({ label: 'Bill Number', column: { width: 150 } }),
    days: field.units({ label: 'Days', sortable: true, column: { width: 80 } }),
    amount: field.amount({
      label: 'Amount',
      sortable: true,
      column: { width: 130, phone: 'amount' },
    }),
    id: field.reference({ sortable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
  },
  parameters: { asOf, figure: z.optional(z.enum(figures)) },
  chips: ['figure', 'kind', 'vendorCode'],
})

export type ApDocumentQuery = z.output<typeof apDocumentList.query>
''')
cut(P,"const vendorPerformanceQuery = z","export type VendorPerformanceQuery = z.output<typeof vendorPerformanceQuery>\n",'''/** The list of vendors by delivery performance. */
export const vendorPerformanceList = defineList({
  name: 'ap-vendors',
  row: vendorPerformance,
  defaultSort: 'onTimePercent',
  fields: {
    vendorCode: field.text({ label: 'Vendor Code', sortable: true, column: { width: 120 } }),
    vendorName: field.text({
      label: 'Vendor',
      sortable: true,
      column: { isLong: true, width: 220, phone: 'line' },
    }),
    orders: field.units({ label: 'Received', sortable: true, column: { width: 110 } }),
    onTimePercent: field.units({
      label: 'On time',
      sortable: true,
      column: { width: 110, phone: 'amount' },
    }),
    late: field.units({ label: 'Late', sortable: true, column: { width: 80 } }),
    averageDaysLate: field.units({ label: 'Late by', sortable: true, column: { width: 110 } }),
    closedShort: field.units({ label: 'Closed short', sortable: true, column: { width: 110 } }),
    averageLeadDays: field.units({
      label: 'Lead time',
      sortable: true,
      column: { width: 110, phone: 'date' },
    }),
    amount: field.amount({ label: 'Amount', sortable: true, column: { width: 130 } }),
    id: field.reference({ sortable: true }),
    onTime: field.units({ sortable: true }),
  },
  parameters: { asOf, ...period },
  chips: ['from'],
})

export type VendorPerformanceQuery = z.output<typeof vendorPerformanceList.query>
''')
cut(P,"const vendorDeliveryQuery = z.object({","export type VendorDeliveryQuery = z.output<typeof vendorDeliveryQuery>\n",'''/** The list of a vendor's deliveries. */
export const vendorDeliveryList = defineList({
  name: 'vendor-deliveries',
  row: vendorDelivery,
  defaultSort: '-lastOn',
  fields: {
    orderNumber: field.text({ label: 'Order Number', sortable: true, column: { width: 170 } }),
    expectedDate: field.day({ label: 'Expected', sortable: true, column: { width: 110 } }),
    lastOn: field.day({
      label: 'Last receipt',
      sortable: true,
      column: { width: 120, phone: 'date' },
    }),
    /** Shown in words, as is `received`. */
    daysLate: field.text({
      label: 'On time',
      sortable: true,
      column: { width: 120, phone: 'badge' },
    }),
    received: field.text({ label: 'In full', column: { width: 110, phone: 'line' } }),
    billed: field.amount({ label: 'Billed', column: { width: 100 } }),
    priceVariance: field.amount({
      label: 'Above price',
      sortable: true,
      column: { width: 100, phone: 'amount' },
    }),
    billNumbers: field.text({ label: 'Bills', column: { width: 120 } }),
    id: field.reference({ sortable: true }),
    vendorId: field.wholeNumber({ filterable: true }),
    late: field.only(['true'], { label: 'Late', filterable: true }),
    short: field.only(['true'], { label: 'Short', filterable: true }),
  },
  parameters: { asOf },
  chips: ['late', 'short'],
})

export type VendorDeliveryQuery = z.output<typeof vendorDeliveryList.query>
''')
cut(P,"const goodsNotBilledQuery = z.object({","export type GoodsNotBilledQuery = z.output<typeof goodsNotBilledQuery>\n",'''/** The list of goods received and not billed. */
export const goodsNotBilledList = defineList({
  name: 'ap-goods',
  row: goodsNotBilled,
  defaultSort: 'orderDate',
  fields: {
    orderNumber: field.text({ label: 'Order Number', sortable: true, column: { width: 170 } }),
    vendorId: field.reference({
      label: 'Vendor',
      sortable: true,
      column: { isLong: true, width: 230, phone: 'line' },
    }),
    orderDate: field.day({ label: 'Order Date', sortable: true, column: { width: 115 } }),
    lastReceivedOn: field.day({
      label: 'Last Received',
      sortable: true,
      column: { width: 125, phone: 'date' },
    }),
    received: field.amount({ label: 'Received', column: { width: 120 } }),
    returned: field.amount({ label: 'Returned', column: { width: 120 } }),
    billed: field.amount({ label: 'Billed', column: { width: 120 } }),
    credited: field.amount({ label: 'Credited', column: { width: 120 } }),
    openAmount: field.amount({
      label: 'Not Billed',
      sortable: true,
      column: { width: 130, phone: 'amount' },
    }),
    id: field.reference({ sortable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
  },
  parameters: { asOf },
  chips: ['vendorCode'],
})

export type GoodsNotBilledQuery = z.output<typeof goodsNotBilledList.query>
''')
VC='''    vendorCode: {
      sql: 'lower(v.vendor_code)',
      isFolded: true,
      within: 'o.vendor_id = any(array(select v.id from vendors v where %))',
    },
'''
P='features/ap-reports/server/store.ts'
sub(P,("import type { ListSpec } from '#platform/server/lists/list.ts'\n","import { listSpec } from '#platform/server/lists/list-sql.ts'\nimport type { ListSpec } from '#platform/server/lists/list.ts'\nimport { apOrderList, vendorPerformanceList } from '../contract.ts'\nimport { daysInBucket } from './bills.ts'\n"),
("const orderList: Omit<ListSpec, 'from' | 'values'> = {","const declaredList = listSpec(apOrderList, {"),
('''    o.is_overdue as "isOverdue"`,
  joins: 'join vendors v on v.id = o.vendor_id',
''','''    o.is_overdue as "isOverdue"`,
  from: ordersNow,
  joins: 'join vendors v on v.id = o.vendor_id',
'''))
cut(P,'''  sorts: {
    id: { sql: 'o.id' },
    orderNumber''','''  defaultSort: '-orderDate',
''','''  fields: {
    id: 'o.id',
    orderNumber: 'o.order_number',
    vendorId: 'o.vendor_id',
    totalAmount: 'o.total_amount',
    status: 'o.status',
    orderDate: 'o.order_date',
    expectedDate: { sql: 'o.expected_date', isNullable: true },
'''+VC+'''    overdue: { when: 'true', holds: 'o.is_overdue' },
  },
''')
cut(P,'''  filters: {
    status: { sql: 'o.status', type: 'text' },''','''  countUpTo: 10_000,
}
''','''  countUpTo: 10_000,
})

/** `open` and the days are for orders in an aging bucket. */
const orderList: ListSpec = {
  ...declaredList,
  filters: {
    ...declaredList.filters,
    open: { when: 'true', holds: 'o.is_open' },
    ...daysInBucket,
  },
}
''')
sub(P,("const performance: Omit<ListSpec, 'values'> = {","const performance = listSpec(vendorPerformanceList, {"))
cut(P,'''  sorts: {
    id: { sql: 'o.id' },
    vendorCode''','''  search: ['o.vendor_code', 'o.name'],
  filters: {},
}
''','''  fields: {
    id: 'o.id',
    vendorCode: 'o.vendor_code collate "und-x-icu"',
    vendorName: 'o.name collate "und-x-icu"',
    orders: 'o.orders',
    onTime: 'o.on_time',
    late: 'o.late',
    closedShort: 'o.closed_short',
    onTimePercent: { sql: 'o.on_time_percent::numeric', isNullable: true },
    averageDaysLate: { sql: 'o.average_days_late::numeric', isNullable: true },
    averageLeadDays: { sql: 'o.average_lead_days::numeric', isNullable: true },
    amount: 'o.amount::numeric',
  },
  search: ['o.vendor_code', 'o.name'],
})
''')
P='features/ap-reports/server/bills.ts'
sub(P,("import type { ListSpec } from '#platform/server/lists/list.ts'\n","import type { Filter } from '#platform/server/lists/list-filter.ts'\nimport { listSpec } from '#platform/server/lists/list-sql.ts'\nimport type { ListSpec } from '#platform/server/lists/list.ts'\n"),
("import { buckets } from '../rules.ts'","import { apBillList } from '../contract.ts'\nimport { buckets } from '../rules.ts'"),
("const billList: Omit<ListSpec, 'values'> = {",'''/** The filters for an aging bucket, which the service sets. */
export const daysInBucket: Record<'fromDays' | 'toDays', Filter> = {
  fromDays: { sql: 'o.days', type: 'int', compare: '>=' },
  toDays: { sql: 'o.days', type: 'int', compare: '<=' },
}

const declaredList = listSpec(apBillList, {'''))
cut(P,'''  sorts: {
    id: { sql: 'o.id' },''','''  defaultSort: 'dueDate',
''','''  fields: {
    id: 'o.id',
    billNumber: 'lower(o.bill_number)',
    vendorId: 'o.vendor_id',
    docDate: 'o.doc_date',
    dueDate: 'o.due_date',
    totalAmount: 'o.total_amount',
    openAmount: 'o.open_amount',
'''+VC+'''    overdue: { when: 'true', holds: 'o.is_overdue' },
  },
''')
cut(P,'''  filters: {
    vendorCode''','''  countUpTo: 10_000,
}
''','''  countUpTo: 10_000,
})

const billList: ListSpec = {
  ...declaredList,
  filters: { ...declaredList.filters, ...daysInBucket },
}
''')
P='features/ap-reports/server/deliveries.ts'
sub(P,("import type { ListSpec } from '#platform/server/lists/list.ts'\nimport type { VendorDelivery, VendorDeliveryQuery } from '../contract.ts'","import { listSpec } from '#platform/server/lists/list-sql.ts'\nimport { type VendorDelivery, vendorDeliveryList, type VendorDeliveryQuery } from '../contract.ts'"),
("const list: Omit<ListSpec, 'values'> = {","const list = listSpec(vendorDeliveryList, {"))
cut(P,'''  sorts: {
    id: { sql: 'd.id' },''','''  defaultSort: '-lastOn',
''','''  fields: {
    id: 'd.id',
    orderNumber: 'd.order_number',
    expectedDate: { sql: 'd.expected_date', isNullable: true },
    lastOn: 'd.last_on',
    daysLate: { sql: 'd.days_late', isNullable: true },
    priceVariance: 'd.variance',
    vendorId: 'd.vendor_id',
    late: { when: 'true', holds: 'd.days_late > 0' },
    short: { when: 'true', holds: 'd.is_over and not d.is_in_full' },
  },
''')
cut(P,'''  filters: {
    vendorId''','''  countUpTo: 10_000,
}
''','''  countUpTo: 10_000,
})
''')
P='features/ap-reports/server/goods-not-billed.ts'
sub(P,("const goodsNotBilledList: Omit<ListSpec, 'values'> = {","const goodsNotBilledList = listSpec(contract.goodsNotBilledList, {"))
cut(P,'''  sorts: {
    id: { sql: 'o.id' },''','''  defaultSort: 'orderDate',
''','''  fields: {
    id: 'o.id',
    orderNumber: { sql: 'o.order_number', isNullable: true },
    vendorId: 'o.vendor_id',
    orderDate: { sql: 'o.order_date', isNullable: true },
    lastReceivedOn: { sql: 'o.received_on', isNullable: true },
    openAmount: 'o.open_amount',
'''+VC+'''  },
''')
cut(P,'''  filters: {
    vendorCode''','''  },
}
''','''})
''')
P='features/ap-reports/server/supporting-documents.ts'
sub(P,("const documents: Omit<ListSpec, 'from' | 'values'> = {","const documents = listSpec(apDocumentList, {"),
("  joins: 'join vendors v on v.id = o.vendor_id',\n  isComputed","  from: volume,\n  joins: 'join vendors v on v.id = o.vendor_id',\n  isComputed"))
cut(P,'''  sorts: {
    id: { sql: 'o.id' },''','''  defaultSort: '-day',
''','''  fields: {
    id: 'o.id',
    number: 'o.number',
    kind: 'o.kind',
    vendorId: 'o.vendor_id',
    day: 'o.day',
    dueDate: { sql: 'o.due_date', isNullable: true },
    days: { sql: 'o.days', isNullable: true },
    amount: 'o.amount',
'''+VC+'''  },
''')
cut(P,'''  filters: {
    kind''','''  countUpTo: 10_000,
}
''','''  countUpTo: 10_000,
})
''')
P='features/ap-reports/ui/ApOrdersTable.tsx'
cut(P,"const columns: readonly Column<ApOrder>[] = [","\n]\n",'''const columns = columnsOf(apOrderList, {
  vendorId: { text: vendorText, cell: (order) => <VendorLink of={order} /> },
  status: { text: (order) => order.status, cell: (order) => <StatusBadge status={order.status} /> },
  expectedDate: (order) => (
    <OverdueDate text={formatOptionalDay(order.expectedDate, '-')} isOverdue={order.isOverdue} />
  ),
})
''')
cut(P,"const statusFilter: Filter = {","/** The purchase orders as of the date. */",'''const filters = filtersOf(apOrderList, {
  vendorCode: vendorFilter,
  bucket: {
    kind: 'choice',
    id: 'bucket',
    label: 'Expected since',
    options: buckets.map(({ id, label }) => ({ value: id, label })),
  },
})

/** The purchase orders as of the date. */''')
sub(P,IMPC,IMPF,("import { purchaseOrderStatuses } from '#features/purchase-orders/rules.ts'\n",""),("import type { BuiltInView } from '#platform/kernel/list.ts'\n",""),
("import { formatDecimal } from '#platform/kernel/money.ts'\n",""),
("import { type ApOrder, listApOrders } from","import { apOrderList, apOrderViews, listApOrders } from"),
('<ListViews name="ap-orders" list={list} views={views} />','<ListViews name={apOrderList.name} list={list} views={apOrderViews} />'),
('        name="ap-orders"\n','        name={apOrderList.name}\n'),('usualSort="-orderDate"','usualSort={apOrderList.defaultSort}'),
("filters={[statusFilter, datesFilter, vendorFilter, bucketFilter, lateFilter]}","filters={filters}"))
P='features/ap-reports/ui/ApBillsTable.tsx'
cut(P,"export const billColumns: readonly Column<ApBill>[] = [","\n]\n",'''export const billColumns = columnsOf(apBillList, {
  dueDate: (bill) => (
    <OverdueDate text={formatOptionalDay(bill.dueDate, '-')} isOverdue={bill.isOverdue} />
  ),
  vendorId: { text: vendorText, cell: (bill) => <VendorLink of={bill} /> },
  daysPastDue: (bill) => bill.daysPastDue.toLocaleString('en-US'),
  discountDate: (bill) => formatOptionalDay(bill.discountDate, '-'),
})
''')
cut(P,"const filters: readonly Filter[] = [","\n]\n",'''const filters = filtersOf(apBillList, {
  bucket: {
    kind: 'choice',
    id: 'bucket',
    label: 'Aging',
    options: buckets.map(({ id, label }) => ({ value: id, label })),
  },
  basis: {
    kind: 'choice',
    id: 'basis',
    label: 'Age by',
    options: [{ value: 'invoice', label: 'Bill date' }],
  },
  vendorCode: vendorFilter,
})
''')
sub(P,IMPC,IMPF,("import { formatDecimal } from '#platform/kernel/money.ts'\n",""),
("import { type ApBill, listApBills } from","import { type ApBill, apBillList, apOverdueList, listApBills } from"),
("name={isOverdue ? 'ap-overdue' : 'ap-schedule'}","name={isOverdue ? apOverdueList.name : apBillList.name}"),('usualSort="dueDate"','usualSort={apBillList.defaultSort}'))
P='features/ap-reports/ui/DocumentsTable.tsx'
cut(P,"const kindNames: Record","const figureFilter: Filter = {",'''const columns = columnsOf(apDocumentList, {
  kind: { text: ({ kind }) => kindNames[kind], cell: ({ kind }) => kindNames[kind] },
  vendorId: { text: vendorText, cell: (row) => <VendorLink of={row} /> },
  dueDate: ({ dueDate }) => formatOptionalDay(dueDate, '-'),
  billNumber: ({ billNumber }) => billNumber ?? '-',
  days: ({ days }) => days ?? '-',
})

/** Columns that do not apply to the documents of a figure. */
const hiddenColumns: Record<Figure, readonly string[]> = {
  outstanding: ['billNumber', 'days'],
  daysToPay: ['kind', 'dueDate'],
  volume: ['kind', 'dueDate', 'billNumber', 'days'],
}

function columnsFor(figure: Figure) {
  return columns.filter(({ id }) => !hiddenColumns[figure].includes(id))
}

const figureFilter: Filter = {''')
cut(P,"const figureFilter: Filter = {","const byKind: SumGroup",'''const filters = filtersOf(apDocumentList, {
  figure: {
    kind: 'choice',
    id: 'figure',
    label: 'Figure',
    options: figures.map((value) => ({ value, label: figureNames[value] })),
  },
  vendorCode: vendorFilter,
})

const byKind: SumGroup''')
sub(P,IMPC,IMPF,("import { formatDecimal } from '#platform/kernel/money.ts'\n",""),
("import { type ApDocument, listApDocuments, sumApDocuments } from '../contract.ts'\nimport { type DocumentKind, documentKinds, type Figure, figures } from '../rules.ts'","import { type ApDocument, apDocumentList, listApDocuments, sumApDocuments } from '../contract.ts'\nimport { figureNames, kindNames } from '../labels.ts'\nimport { type DocumentKind, type Figure, figures } from '../rules.ts'"),
('      name="ap-documents"\n','      name={apDocumentList.name}\n'),('usualSort="-day"','usualSort={apDocumentList.defaultSort}'),("columns={columnsOf(figure)}","columns={columnsFor(figure)}"),("filters={[figureFilter, kindFilter, vendorFilter]}","filters={filters}"))
P='features/ap-reports/ui/GoodsNotBilledTable.tsx'
cut(P,"const amount = (","export const goodsColumns","export const goodsColumns")
cut(P,"export const goodsColumns: readonly Column<GoodsNotBilled>[] = [","\n]\n",'''export const goodsColumns = columnsOf(goodsNotBilledList, {
  orderNumber: codeOf,
  vendorId: { text: vendorText, cell: (row) => <VendorLink of={row} /> },
  orderDate: (row) => formatOptionalDay(row.orderDate, '-'),
  lastReceivedOn: (row) => formatOptionalDay(row.lastReceivedOn, '-'),
})

const filters = filtersOf(goodsNotBilledList, { vendorCode: vendorFilter })
''')
sub(P,("import type { Column } from '#platform/ui/table/columns.ts'\n","import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'\nimport { columnsOf } from '#platform/ui/table/list-columns.ts'\n"),("import { formatDecimal } from '#platform/kernel/money.ts'\n",""),
("import { type GoodsNotBilled, listGoodsNotBilled, sumGoodsNotBilled } from '../contract.ts'","import {\n  type GoodsNotBilled,\n  goodsNotBilledList,\n  listGoodsNotBilled,\n  sumGoodsNotBilled,\n} from '../contract.ts'"),
('      name="ap-goods"\n','      name={goodsNotBilledList.name}\n'),('usualSort="orderDate"','usualSort={goodsNotBilledList.defaultSort}'),("filters={[vendorFilter]}","filters={filters}"))
P='features/ap-reports/ui/PerformanceTable.tsx'
cut(P,"const number = { align","\n]\n",'''export const performanceColumns = columnsOf(vendorPerformanceList, {
  orders: (vendor) => count(vendor.orders),
  onTimePercent: ({ onTimePercent }) => (onTimePercent === null ? '-' : `${onTimePercent}%`),
  late: (vendor) => count(vendor.late),
  averageDaysLate: (vendor) => days(vendor.averageDaysLate),
  closedShort: (vendor) => count(vendor.closedShort),
  averageLeadDays: (vendor) => days(vendor.averageLeadDays),
})
''')
cut(P,"const filters: readonly Filter[] = [","]\n",'''const filters = filtersOf(vendorPerformanceList, {
  from: { kind: 'dates', id: 'from', to: 'to', label: 'Received' },
})
''')
sub(P,IMPC,IMPF,("import { formatDecimal } from '#platform/kernel/money.ts'\n",""),("import { type VendorPerformance, listVendorPerformance } from","import { listVendorPerformance, vendorPerformanceList } from"),
('      name="ap-vendors"\n','      name={vendorPerformanceList.name}\n'),('usualSort="onTimePercent"','usualSort={vendorPerformanceList.defaultSort}'))
P='features/ap-reports/ui/DeliveriesTab.tsx'
cut(P,"const number = { align","\n]\n",'''
const columns = columnsOf(vendorDeliveryList, {
  expectedDate: ({ expectedDate }) => formatOptionalDay(expectedDate, '-'),
  daysLate: {
    text: lateText,
    cell: (row) => (
      <Mark tone={row.daysLate === null ? 'none' : row.daysLate > 0 ? 'bad' : 'good'}>
        {lateText(row)}
      </Mark>
    ),
  },
  received: {
    text: fullText,
    cell: (row) => (
      <Mark tone={row.isInFull ? 'good' : row.isOver ? 'bad' : 'none'}>{fullText(row)}</Mark>
    ),
  },
  billNumbers: ({ billNumbers }) => billNumbers ?? '-',
})
''')
cut(P,"const filters: readonly Filter[] = [","\n]\n","const filters = filtersOf(vendorDeliveryList)\n")
sub(P,IMPC,IMPF,("import { formatDecimal } from '#platform/kernel/money.ts'\n",""),("import { type VendorDelivery, listVendorDeliveries } from","import { listVendorDeliveries, type VendorDelivery, vendorDeliveryList } from"),
('      name="vendor-deliveries"\n','      name={vendorDeliveryList.name}\n'),('usualSort="-lastOn"','usualSort={vendorDeliveryList.defaultSort}'))
