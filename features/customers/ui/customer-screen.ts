import { listImports } from '#features/audit/imports-contract.ts'
import { readActivity } from '#features/audit/activity-contract.ts'
import { masterScreen } from '#platform/ui/master-data/master-screen.ts'
import {
  createCustomer,
  type Customer,
  customerColumns,
  customerList,
  deleteCustomer,
  importCustomers,
  listCustomers,
  listDeletedCustomers,
  readCustomer,
  restoreCustomer,
  undoCustomerImport,
  updateCustomer,
} from '../contract.ts'

export const customerReads = [
  listCustomers,
  readCustomer,
  listDeletedCustomers,
  readActivity,
] as const

/** What the screens of customers share. */
export const customerScreen = masterScreen<Customer, typeof listCustomers, typeof updateCustomer>({
  noun: 'customer',
  nouns: 'Customers',
  list: listCustomers,
  read: readCustomer,
  create: createCustomer,
  update: updateCustomer,
  deletion: deleteCustomer,
  restoration: restoreCustomer,
  deleted: listDeletedCustomers,
  refreshes: customerReads,
  declaredList: customerList,
  codeOf: ({ customerCode }) => customerCode,
  lookUp: (code) => ({ customerCode: code, limit: 100 }),
  activation: ({ customerCode, name, email }, isActive) => {
    return { customerCode, name, email, isActive }
  },
  file: {
    columns: customerColumns,
    importing: importCustomers,
    undoing: undoCustomerImport,
    recent: { endpoint: listImports, query: { table: 'customers' } },
    sample: '/samples/customers-clean.csv',
  },
})
