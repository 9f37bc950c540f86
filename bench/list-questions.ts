/** What is asked of a list; `facts` are of the database it is asked. */
export type Question = {
  group: string
  name: string
  path: string
  query(facts: Facts, orders: number): string
}

/** Names that are in the database. */
export type Facts = {
  orderNumber: string
  customerPO: string
  customerName: string
  customerCode: string
  from: string
}

type Named = Record<string, (facts: Facts) => string>

type List = {
  name: string
  path: string
  sorts: readonly string[]
  filters: Named
  searches: Named
  /** Whether its total is known, so that its last page has a place; else it is asked for so. */
  isCounted?: boolean
}

export const pageSize = 50

const salesOrders: List = {
  name: 'sales orders',
  path: '/api/sales-orders',
  isCounted: true,
  sorts: [
    'id',
    'orderNumber',
    'customerId',
    'customerName',
    'status',
    'orderSource',
    'totalAmount',
    'orderDate',
    'shipDate',
    'createdAt',
  ],
  filters: {
    status: () => 'status=delivered',
    'rare status': () => 'status=cancelled',
    'two statuses': () => 'status=pending,processing',
    source: () => 'orderSource=edi',
    customer: () => 'customerId=17',
    sku: () => 'skuId=17',
    'customer PO': ({ customerPO }) => `customerPO=${customerPO}`,
    'order number': ({ orderNumber }) => `orderNumber=${orderNumber}`,
    from: ({ from }) => `from=${from}`,
    'from and to': ({ from }) => `from=${from}&to=${from}`,
  },
  searches: {
    'order number': ({ orderNumber }) => `q=${orderNumber}`,
    'end of an order number': ({ orderNumber }) => `q=${orderNumber.slice(-5)}`,
    'customer PO': ({ customerPO }) => `q=${customerPO}`,
    'customer name': ({ customerName }) => `q=${encodeURIComponent(customerName)}`,
    'a word of every name': () => 'q=customer',
    'a word of notes': () => 'q=gate',
    'nothing there': () => 'q=zebra',
  },
}

const vendorBills: List = {
  name: 'vendor bills',
  path: '/api/vendor-bills',
  sorts: [
    'id',
    'billNumber',
    'vendorId',
    'status',
    'standing',
    'docDate',
    'dueDate',
    'totalAmount',
    'openAmount',
  ],
  filters: {
    status: () => 'status=posted',
    'rare status': () => 'status=blocked',
    standing: () => 'standing=part-paid',
    vendor: () => 'vendorCode=V-17',
    number: () => 'billNumber=B-1004321',
    open: () => 'open=true',
    overdue: () => 'overdue=true',
    from: ({ from }) => `from=${from}`,
  },
  searches: {
    number: () => 'q=B-1004321',
    vendor: () => 'q=Bulk Vendor 17',
    'nothing there': () => 'q=zebra',
  },
}

const vendorPayments: List = {
  name: 'vendor payments',
  path: '/api/vendor-payments',
  sorts: ['id', 'paymentNumber', 'vendorId', 'status', 'method', 'paidOn', 'amount'],
  filters: {
    status: () => 'status=posted',
    'rare status': () => 'status=draft',
    method: () => 'method=wire',
    vendor: () => 'vendorCode=V-17',
    number: () => 'paymentNumber=VP-100000004321',
    from: ({ from }) => `from=${from}`,
  },
  searches: {
    number: () => 'q=VP-100000004321',
    reference: () => 'q=REF-4321',
    'nothing there': () => 'q=zebra',
  },
}

const payments: List = {
  name: 'payments',
  path: '/api/payments',
  sorts: ['id', 'paymentNumber', 'customerId', 'receivedOn', 'amount', 'openAmount'],
  filters: {
    customer: ({ customerCode }) => `customerCode=${customerCode}`,
    number: () => 'paymentNumber=PAY-1004321',
    'rare status': () => 'status=void',
    method: () => 'method=wire',
    unapplied: () => 'unapplied=true',
    from: ({ from }) => `from=${from}`,
  },
  searches: {
    number: () => 'q=PAY-1004321',
    reference: () => 'q=REM-4321',
    customer: ({ customerName }) => `q=${encodeURIComponent(customerName)}`,
    'nothing there': () => 'q=zebra',
  },
}

const invoices: List = {
  name: 'invoices',
  path: '/api/invoices',
  sorts: ['id', 'invoiceNumber', 'customerId', 'docDate', 'dueDate', 'total', 'openAmount'],
  filters: {
    customer: ({ customerCode }) => `customerCode=${customerCode}`,
    number: () => 'invoiceNumber=INV-1004321',
    paid: () => 'state=paid',
    open: () => 'state=open',
    bucket: () => 'bucket=over90',
    disputed: () => 'disputed=true',
    from: ({ from }) => `from=${from}`,
  },
  searches: {
    number: () => 'q=INV-1004321',
    order: ({ orderNumber }) => `q=${orderNumber}`,
    customer: ({ customerName }) => `q=${encodeURIComponent(customerName)}`,
    'nothing there': () => 'q=zebra',
  },
}

const returns: List = {
  name: 'returns',
  path: '/api/returns',
  sorts: 'id returnNumber type partyName reason status totalAmount createdAt'.split(' '),
  filters: {
    type: () => 'type=rtv',
    status: () => 'status=completed',
    'rare status': () => 'status=rejected',
    customer: () => 'customerId=17',
    vendor: () => 'vendorId=17',
    sku: () => 'skuId=17',
    number: () => 'returnNumber=RMA-100000004321',
  },
  searches: {
    number: () => 'q=RMA-100000004321',
    customer: ({ customerName }) => `q=${encodeURIComponent(customerName)}`,
    'nothing there': () => 'q=zebra',
  },
}

const requisitions: List = {
  name: 'requisitions',
  path: '/api/requisitions',
  sorts: ['id', 'requisitionNumber', 'status', 'createdAt'],
  filters: {
    status: () => 'status=ordered',
    'rare status': () => 'status=rejected',
    mine: () => 'mine=true',
  },
  searches: {
    number: () => 'q=REQ-100000004321',
    sku: () => 'q=BLK-00017',
    'nothing there': () => 'q=zebra',
  },
}

const arOrders: List = {
  name: 'orders of the receivable report',
  path: '/api/reports/ar-orders',
  sorts: ['id', 'orderNumber', 'customerId', 'totalAmount', 'status', 'orderDate', 'shipDate'],
  filters: {
    status: () => 'status=delivered',
    'rare status': () => 'status=cancelled',
    customer: ({ customerCode }) => `customerCode=${customerCode}`,
    open: () => 'open=true',
    overdue: () => 'overdue=true',
    'past due': () => 'pastDue=true',
    bucket: () => 'bucket=over90',
  },
  searches: {
    number: ({ orderNumber }) => `q=${orderNumber}`,
    customer: ({ customerName }) => `q=${encodeURIComponent(customerName)}`,
    'nothing there': () => 'q=zebra',
  },
}

const customers: List = {
  name: 'customers',
  path: '/api/customers',
  sorts: ['id', 'customerCode', 'name', 'city', 'creditLimit', 'currentBalance', 'lastOrderDate'],
  filters: { inactive: () => 'isActive=false', over: () => 'credit=over' },
  searches: {
    code: ({ customerCode }) => `q=${customerCode}`,
    name: ({ customerName }) => `q=${encodeURIComponent(customerName)}`,
    'nothing there': () => 'q=zebra',
  },
}

const vendors: List = {
  name: 'vendors',
  path: '/api/vendors',
  sorts: ['id', 'vendorCode', 'name', 'openOrders', 'onTimePercent', 'leadTimeDays'],
  filters: { inactive: () => 'isActive=false' },
  searches: { code: () => 'q=V-17', 'nothing there': () => 'q=zebra' },
}

const furtherLists = [
  customers,
  vendors,
  vendorBills,
  vendorPayments,
  payments,
  invoices,
  returns,
  requisitions,
  arOrders,
]

const directionsOf = ({ sorts }: List) => sorts.flatMap((sort) => [sort, `-${sort}`])

/** All that is asked: of sales orders in groups of their own, of each other list in three. */
export function questions(): Question[] {
  const { path } = salesOrders
  return [
    { group: 'first page', name: 'first page', path, query: () => '' },
    ...sortsOf(salesOrders, ['every sort', 'last page of every sort']),
    ...namedOf(salesOrders, 'every filter', salesOrders.filters),
    ...namedOf(salesOrders, 'text search', salesOrders.searches),
    ...directionsOf(salesOrders).map((sort) => ({
      group: 'a rare status in every sort',
      name: sort,
      path,
      query: () => `status=cancelled&sort=${sort}`,
    })),
    ...directionsOf(salesOrders).map((sort) => ({
      group: 'every column in every sort',
      name: sort,
      path,
      query: () => `with=progress&sort=${sort}`,
    })),
    ...furtherLists.flatMap((list) => [
      ...sortsOf(list, [`${list.name}, every sort`, `${list.name}, every sort`]),
      ...namedOf(list, `${list.name}, every filter`, list.filters),
      ...namedOf(list, `${list.name}, text search`, list.searches),
    ]),
  ]
}

function sortsOf(list: List, [first, last]: readonly [string, string]): Question[] {
  const end = (orders: number) =>
    list.isCounted ? `offset=${Math.floor((orders - 1) / pageSize) * pageSize}` : 'cursor=last'
  const { path } = list
  return directionsOf(list).flatMap((sort) => [
    { group: first, name: sort, path, query: () => `sort=${sort}` },
    {
      group: last,
      name: `last page by ${sort}`,
      path,
      query: (_, orders) => `sort=${sort}&${end(orders)}`,
    },
  ])
}

function namedOf({ path }: List, group: string, named: Named): Question[] {
  return Object.entries(named).map(([name, query]) => ({ group, name, path, query }))
}
