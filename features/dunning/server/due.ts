import type { Settings } from '#features/settings/contract.ts'
import type { Day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { type LateInvoice, type Letter, letterOf } from '../rules.ts'

/** A past-due invoice with its customer, as read from the database. */
export type LateRow = {
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

type Late = LateInvoice & { invoiceNumber: string; docDate: Day; dueDate: Day }

/** A customer with the letter that is due. */
export type Due = { id: number; customer: LateRow; letter: Letter<Late> }

/**
 * Returns the letters that are due for these invoices, at most one per customer. Expects the
 * invoices sorted by customer.
 */
export function dueOf(
  late: readonly LateRow[],
  { settings, date }: { settings: Settings; date: Day },
): Due[] {
  const byCustomer = new Map<number, LateRow[]>()
  for (const row of late) {
    byCustomer.set(row.customerId, [...(byCustomer.get(row.customerId) ?? []), row])
  }
  return [...byCustomer].flatMap(([id, own]) => {
    const [customer] = own
    if (!customer) return []
    const invoices = own.map((row) => ({ ...row, openAmount: cents(row.openAmount) }))
    const { lastLetterOn } = customer
    const letter = letterOf<Late>(invoices, { lastLetterOn, today: date }, settings)
    return letter ? [{ id, customer, letter }] : []
  })
}
