import { readActivity } from '#features/audit/activity-contract.ts'
import { listInvoices, readInvoice } from '#features/receivables/contract.ts'
import { listCustomers, readCustomer } from '#features/customers/contract.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { listLetters, proposeReminders, createReminders } from '../contract.ts'

/** Writes reminders and refetches what they change: letters, invoices and customers. */
export function useCreateReminders() {
  return useWrite(createReminders, {
    refreshes: [
      proposeReminders,
      listLetters,
      listInvoices,
      readInvoice,
      listCustomers,
      readCustomer,
      readActivity,
    ],
    success: ({ length }) => ({
      title: 'Success',
      text: length === 1 ? '1 reminder created' : `${length} reminders created`,
    }),
    failure: 'Failed to create reminders',
  })
}
