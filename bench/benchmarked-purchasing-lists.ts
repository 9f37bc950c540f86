import type { List } from './benchmarked-lists.ts'

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

const vendors: List = {
  name: 'vendors',
  path: '/api/vendors',
  sorts: ['id', 'vendorCode', 'name', 'openOrders', 'onTimePercent', 'leadTimeDays'],
  filters: { inactive: () => 'isActive=false' },
  searches: { code: () => 'q=V-17', 'nothing there': () => 'q=zebra' },
}

const purchaseOrders: List = {
  name: 'purchase orders',
  path: '/api/purchase-orders',
  sorts: [
    'id',
    'orderNumber',
    'vendorId',
    'vendorName',
    'status',
    'totalAmount',
    'orderDate',
    'expectedDate',
    'createdAt',
  ],
  filters: {
    status: () => 'status=received',
    'rare status': () => 'status=approved',
    vendor: () => 'vendorCode=V-17',
    number: () => 'orderNumber=PO-100000004321',
    late: () => 'late=true',
    from: ({ from }) => `from=${from}`,
  },
  searches: {
    number: () => 'q=PO-100000004321',
    'end of a number': () => 'q=04321',
    vendor: () => 'q=Bulk Vendor 17',
    'nothing there': () => 'q=zebra',
  },
}

const apOrders: List = {
  name: 'orders of the payable report',
  path: '/api/reports/ap-orders',
  sorts: 'id orderNumber vendorId totalAmount status orderDate expectedDate'.split(' '),
  filters: {
    status: () => 'status=received',
    vendor: () => 'vendorCode=V-17',
    overdue: () => 'overdue=true',
  },
  searches: { number: () => 'q=PO-100000004321', 'nothing there': () => 'q=zebra' },
}

/** The purchasing and payables lists. */
export const purchasingLists: readonly List[] = [
  vendors,
  purchaseOrders,
  apOrders,
  vendorBills,
  vendorPayments,
  requisitions,
]
