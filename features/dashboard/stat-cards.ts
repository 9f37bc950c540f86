import type { salesOrderList } from '#features/sales-orders/contract.ts'
import { searchFor } from '#platform/kernel/list.ts'

// The figures of the dashboard that count records: how each is computed, and the rows that it
// opens. Lists are imported only as types, so that the dashboard does not load their contracts.

const salesOrders = searchFor<typeof salesOrderList>()

/** Why no account has a figure of orders. */
export const ordersAreNotPosted =
  'The journal has no account for it: orders are posted when their goods are invoiced.'
const recordsAreNotPosted = 'The journal has no account for it: it is a number of records.'

/** The four cards, by their figure. `books` says why no account has the figure. */
export const statCards = {
  totalOrders: {
    title: 'Total Orders',
    formula: 'Number of sales orders in every status, cancelled ones included.',
    books: ordersAreNotPosted,
    rows: { to: '/sales-orders', search: salesOrders({}) },
  },
  totalRevenue: {
    title: 'Revenue',
    formula:
      'Totals of sales orders with tax and shipping, without cancelled orders. It is what ' +
      'customers ordered, not what was invoiced.',
    books: ordersAreNotPosted,
    rows: {
      to: '/sales-orders',
      search: salesOrders({ status: ['pending', 'processing', 'shipped', 'delivered'] }),
    },
  },
  pendingOrders: {
    title: 'Pending Orders',
    formula: 'Number of sales orders whose status is pending, held ones included.',
    books: ordersAreNotPosted,
    rows: { to: '/sales-orders', search: salesOrders({ status: 'pending' }) },
  },
  totalSkus: {
    title: 'Total SKUs',
    formula: 'Number of SKUs, active and inactive, without deleted ones.',
    books: recordsAreNotPosted,
    rows: { to: '/skus', search: {} },
  },
} as const

const active = { 'f.isActive': 'true' } as const

/** The tiles of the master data, by their figure. */
export const masterDataTiles = {
  activeCustomers: {
    title: 'Active Customers',
    formula: 'Number of active customers, without deleted ones.',
    books: recordsAreNotPosted,
    rows: { to: '/customers', search: active },
  },
  activeVendors: {
    title: 'Active Vendors',
    formula: 'Number of active vendors, without deleted ones.',
    books: recordsAreNotPosted,
    rows: { to: '/vendors', search: active },
  },
  activeSkus: {
    title: 'Active SKUs',
    formula: 'Number of active SKUs, without deleted ones.',
    books: recordsAreNotPosted,
    rows: { to: '/skus', search: active },
  },
} as const
