import type { Settings } from '#features/settings/contract.ts'
import type { Day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { type OverdueInvoice, type Letter, letterOf } from '../rules.ts'

/** A past-due invoice with its customer, as read from the database. */
export type OverdueRow = {
  invoiceId: number
  invoiceNumber: string
  docDate: Day
  dueDate: Day
  daysLate: number
  openAmount: string
  dunningLevel: number
  customerId: number
  customerCode: string
  customerName: string
  email: string
  address: string | null
  creditStatus: 'normal' | 'blocked'
  lastLetterOn: Day | null
}

type LetterInvoice = OverdueInvoice & { invoiceNumber: string; docDate: Day; dueDate: Day }

/** A customer with the letter that is due. */
export type DueLetter = { id: number; customer: OverdueRow; letter: Letter<LetterInvoice> }

/**
 * Returns the letters that are due for these invoices, at most one per customer. Expects the
 * invoices sorted by customer.
 */
export function dueOf(
  overdue: readonly OverdueRow[],
  { settings, date }: { settings: Settings; date: Day },
): DueLetter[] {
  const byCustomer = new Map<number, OverdueRow[]>()
  for (const row of overdue) {
    byCustomer.set(row.customerId, [...(byCustomer.get(row.customerId) ?? []), row])
  }
  return [...byCustomer].flatMap(([id, customerRows]) => {
    const [customer] = customerRows
    if (!customer) return []
    const invoices = customerRows.map((row) => ({ ...row, openAmount: cents(row.openAmount) }))
    const { lastLetterOn } = customer
    const letter = letterOf<LetterInvoice>(invoices, { lastLetterOn, today: date }, settings)
    return letter ? [{ id, customer, letter }] : []
  })
}
