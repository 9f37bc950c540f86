import { purchasingLists } from './benchmarked-purchasing-lists.ts'

/** Names that are in the database. */
export type Facts = {
  orderNumber: string
  customerPO: string
  customerName: string
  customerCode: string
  from: string
}

export type NamedStatements = Record<string, (facts: Facts) => string>

export type List = {
  name: string
  path: string
  sorts: readonly string[]
  filters: NamedStatements
  searches: NamedStatements
  /** True if the list returns a total count, which jumping to the last page requires. */
  isCounted?: boolean
}

export const salesOrders: List = {
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

const skus: List = {
  name: 'SKUs',
  path: '/api/skus',
  sorts: 'id sku name category price currentStock reserved available onOrder createdAt'.split(' '),
  filters: { category: () => 'category=Bulk', low: () => 'stock=low' },
  searches: {
    code: () => 'q=BLK-00017',
    name: () => 'q=article',
    'nothing there': () => 'q=zebra',
  },
}

const journal: List = {
  name: 'the journal',
  path: '/api/journal',
  sorts: ['id', 'postedOn', 'account', 'debit', 'credit'],
  filters: {
    account: () => 'account=2100',
    document: () => 'source=invoice&sourceId=4321',
    customer: ({ customerCode }) => `customerCode=${customerCode}`,
    from: ({ from }) => `from=${from}`,
  },
  searches: {
    number: () => 'q=INV-1004321',
    customer: ({ customerName }) => `q=${encodeURIComponent(customerName)}`,
    'nothing there': () => 'q=zebra',
  },
}

/** All lists except sales orders. */
export const furtherLists = [
  customers,
  skus,
  ...purchasingLists,
  journal,
  payments,
  invoices,
  returns,
  arOrders,
]
