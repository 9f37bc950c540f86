import type { Settings } from '#features/settings/contract.ts'
import { addDays, type Day, formatDay } from '#platform/kernel/days.ts'
import { type Cents, cents, sum } from '#platform/kernel/money.ts'

/** Reminder levels in order: 1 is the first reminder, 3 the last. */
export const reminderLevels = [1, 2, 3] as const
export type ReminderLevel = (typeof reminderLevels)[number]

export const levelNames: Record<ReminderLevel, string> = {
  1: 'First reminder',
  2: 'Second reminder',
  3: 'Last reminder',
}

/** A past-due invoice with the highest reminder level sent for it so far; 0 for none. */
export type OverdueInvoice = {
  invoiceId: number
  daysLate: number
  dunningLevel: number
  openAmount: Cents
}

type Days = Pick<Settings, 'dunningDays1' | 'dunningDays2' | 'dunningDays3'>

const daysOf = (settings: Days, level: ReminderLevel) => settings[`dunningDays${level}`]

/**
 * Returns the next reminder level for an invoice once it is as many days late as the settings
 * require. Returns undefined before that day, and after the last level.
 */
export function reminderDue(
  { daysLate, dunningLevel }: Pick<OverdueInvoice, 'daysLate' | 'dunningLevel'>,
  settings: Days,
): ReminderLevel | undefined {
  const next = reminderLevels.find((level) => level === dunningLevel + 1)
  return next && daysLate >= daysOf(settings, next) ? next : undefined
}

type LetterRules = Days & Pick<Settings, 'dunningGapDays' | 'dunningMinimum'>
type LetterDates = { lastLetterOn: Day | null; today: Day }

export type Letter<Invoice extends OverdueInvoice> = {
  /** The highest reminder level among the invoices; sets the title and text of the letter. */
  level: ReminderLevel
  total: Cents
  invoices: (Invoice & { level: ReminderLevel })[]
}

/**
 * Builds the letter that a customer is due today, with the invoices that have reached their next
 * reminder. Returns undefined if no invoice has, if the gap since the last letter has not passed,
 * or if the total is below the minimum.
 */
export function letterOf<Invoice extends OverdueInvoice>(
  overdue: readonly Invoice[],
  { lastLetterOn, today }: LetterDates,
  settings: LetterRules,
): Letter<Invoice> | undefined {
  if (isWithinGap({ lastLetterOn, today }, settings)) return undefined
  const invoices = overdue.flatMap((invoice) => {
    const level = reminderDue(invoice, settings)
    return level ? [{ ...invoice, level }] : []
  })
  const total = sum(invoices.map(({ openAmount }) => openAmount))
  if (invoices.length === 0 || total < cents(settings.dunningMinimum)) return undefined
  const level = Math.max(...invoices.map((each) => each.level)) as ReminderLevel
  return { level, total, invoices }
}

/** True if a reminder at this level blocks the customer from buying on credit. */
export function blocksCredit(
  level: ReminderLevel,
  { dunningBlockFrom }: Pick<Settings, 'dunningBlockFrom'>,
): boolean {
  return dunningBlockFrom !== 'never' && level >= Number(dunningBlockFrom)
}

/** Returns the fee and the text of a letter at this level. */
export function letterTextOf(
  level: ReminderLevel,
  settings: Settings,
): { fee: Cents; text: string } {
  return { fee: cents(settings[`dunningFee${level}`]), text: settings[`dunningText${level}`] }
}

type OverdueCustomer = {
  daysLate: number
  pastDue: Cents
  isDisputed: boolean
  dunningLevel: number
  lastLetterOn: Day | null
  /** The day that the next step is computed for. */
  today: Day
}

/** True while the minimum gap in days since the customer's last letter has not passed. */
function isWithinGap(
  { lastLetterOn, today }: LetterDates,
  { dunningGapDays }: Pick<Settings, 'dunningGapDays'>,
): boolean {
  return lastLetterOn !== null && today < addDays(lastLetterOn, dunningGapDays)
}

/**
 * Returns the next collection step for a late customer. A dispute comes before any reminder, and a
 * reminder waits for its day and until the minimum gap between two letters has passed.
 */
export function nextStep(customer: OverdueCustomer, settings: LetterRules): string {
  if (customer.isDisputed) return 'Settle the dispute'
  if (customer.pastDue < cents(settings.dunningMinimum)) return 'Wait: below minimum'
  const next = reminderLevels.find((level) => level === customer.dunningLevel + 1)
  if (!next) return 'Call: all reminders were sent'
  const { lastLetterOn, today } = customer
  const day = addDays(today, daysOf(settings, next) - customer.daysLate)
  const afterGap = lastLetterOn === null ? day : addDays(lastLetterOn, settings.dunningGapDays)
  const until = day > afterGap ? day : afterGap
  return until > today ? `Wait until ${formatDay(until, 'en-US')}` : levelNames[next]
}
