import { readActivity } from '#features/audit/contract.ts'
import { useRemoval } from '#platform/ui/records/use-removal.ts'
import { useWrite } from '#platform/web/api.ts'
import {
  changeCreditStatus,
  type Customer,
  deleteCustomer,
  listCustomers,
  listDeletedCustomers,
  readCustomer,
  restoreCustomer,
  updateCustomer,
} from '../contract.ts'

export const customerReads = [
  listCustomers,
  readCustomer,
  listDeletedCustomers,
  readActivity,
] as const

/** The writes of the customer list and details, each with a toast; deletion can be undone. */
export function useCustomerWrites() {
  const change = useWrite(updateCustomer, {
    refreshes: customerReads,
    success: 'Customer updated successfully',
    failure: 'Failed to update customer',
  })
  const setActive = ({ id, customerCode, name, email, version }: Customer, isActive: boolean) =>
    change.tryRun({
      params: { id },
      body: { customerCode, name, email, isActive },
      ifMatch: version,
    })
  const removal = useRemoval<Customer>({
    noun: 'customer',
    codeOf: ({ customerCode }) => customerCode,
    deletion: deleteCustomer,
    restoration: restoreCustomer,
    refreshes: customerReads,
    deactivate: (customer) => void setActive(customer, false),
  })
  const creditStatus = useWrite(changeCreditStatus, {
    refreshes: customerReads,
    success: ({ customerCode, creditStatus: newStatus }) => ({
      title: 'Success',
      text: `Credit for ${customerCode} is ${newStatus === 'blocked' ? '' : 'no longer '}blocked`,
    }),
    failure: 'Failed to update customer',
  })
  return { ...removal, setActive, creditStatus }
}
