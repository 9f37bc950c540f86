import * as z from 'zod/mini'
import { endpoint, listQuery, textQuery } from '#platform/kernel/endpoint.ts'
import { amountText, dayField, dayText, id, idParameter } from '#platform/kernel/fields.ts'
import { reminderLevels } from './rules.ts'

const nullableText = z.nullable(z.string())
const level = z.literal(reminderLevels)
const levelsOnly = { error: 'Must be levels from 1 to 3, separated by commas' }

export const dueInvoice = z.object({
  invoiceId: z.int(),
  invoiceNumber: z.string(),
  docDate: dayText,
  dueDate: dayText,
  daysLate: z.int(),
  openAmount: amountText,
  /** The reminder level that the invoice is now due for. */
  level,
})

/** A reminder letter that a customer is due to receive today. */
export const proposedLetter = z.object({
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  email: z.string(),
  lastLetterOn: z.nullable(dayText),
  level,
  total: amountText,
  fee: amountText,
  /** True if this letter blocks the customer from buying on credit. */
  blocksCredit: z.boolean(),
  invoices: z.array(dueInvoice),
})
export type ProposedLetter = z.infer<typeof proposedLetter>

export const proposeReminders = endpoint('GET', '/api/dunning/proposal', {
  permission: 'receivables.dun',
  isDerived: true,
  returns: z.array(proposedLetter),
  summary: 'The reminders due today, with the invoices and levels of each customer',
})

export const remindForm = z.object({
  letters: z
    .array(
      z.object({
        customerId: id(),
        invoiceIds: z.array(id()).check(z.minLength(1), z.maxLength(1000)),
      }),
    )
    .check(z.minLength(1, 'Please choose at least one customer'), z.maxLength(500)),
})
export type RemindForm = z.output<typeof remindForm>

/** A letter as the list endpoints return it. */
export const letter = z.object({
  id: z.int(),
  letterNumber: z.string(),
  customerId: z.int(),
  customerCode: z.string(),
  customerName: z.string(),
  level,
  letterOn: dayText,
  total: amountText,
  fee: amountText,
  feeInvoiceNumber: nullableText,
  invoices: z.int(),
  createdByName: nullableText,
})
export type Letter = z.infer<typeof letter>

export const letterDetails = z.extend(letter, {
  recipient: z.string(),
  address: nullableText,
  words: z.string(),
  lines: z.array(dueInvoice),
})
export type LetterDetails = z.infer<typeof letterDetails>

export const createReminders = endpoint('POST', '/api/dunning/letters', {
  permission: 'receivables.dun',
  body: remindForm,
  returns: z.array(letterDetails),
  status: 201,
  summary: 'Creates reminders for the selected invoices; an invoice gets each level only once',
})

export const letterQuery = z.object({
  ...listQuery,
  customerId: idParameter,
  invoiceId: idParameter,
  customerCode: textQuery,
  letterNumber: textQuery,
  level: z.optional(
    z.string().check(z.regex(/^[1-3](?:,[1-3])*$/, levelsOnly), z.maxLength(20, levelsOnly)),
  ),
  /** Only letters issued on or before this day. */
  asOf: z.optional(dayField),
  from: z.optional(dayField),
  to: z.optional(dayField),
})
export type LetterQuery = z.output<typeof letterQuery>

export const listLetters = endpoint('GET', '/api/dunning/letters', {
  permission: 'receivables.read',
  query: letterQuery,
  returns: z.array(letter),
  summary: 'Reminders created for customers',
})
export const readLetter = endpoint('GET', '/api/dunning/letters/:id', {
  permission: 'receivables.read',
  returns: letterDetails,
  summary: 'One reminder',
})
