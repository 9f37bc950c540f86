import * as z from 'zod/mini'
import { endpoint, listSums } from '#platform/kernel/endpoint.ts'
import { amountText, dayText, id } from '#platform/kernel/fields.ts'
import { defineList, field, sumsQueryOf } from '#platform/kernel/list.ts'
import { levelNames, reminderLevels } from './rules.ts'

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

/** An invoice on a letter, with the customer's number of its order. */
export const letterLine = z.extend(dueInvoice, { customerPO: nullableText })

export const letterDetails = z.extend(letter, {
  recipient: z.string(),
  address: nullableText,
  words: z.string(),
  lines: z.array(letterLine),
})
export type LetterDetails = z.infer<typeof letterDetails>

export const createReminders = endpoint('POST', '/api/dunning/letters', {
  permission: 'receivables.dun',
  body: remindForm,
  returns: z.array(letterDetails),
  status: 201,
  summary: 'Creates reminders for the selected invoices; an invoice gets each level only once',
})

const levelFilter = z.optional(
  z.string().check(z.regex(/^[1-3](?:,[1-3])*$/, levelsOnly), z.maxLength(20, levelsOnly)),
)

/** The list of reminders. */
export const letterList = defineList({
  name: 'reminders',
  row: letter,
  defaultSort: '-id',
  fields: {
    letterNumber: field.text({
      label: 'Letter',
      sortable: true,
      filterable: true,
      column: { width: 125 },
    }),
    customerId: field.reference({
      label: 'Customer',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 190, phone: 'line' },
    }),
    level: {
      ...field.choice(['1', '2', '3'], {
        label: 'Reminder',
        valueLabels: levelNames,
        sortable: true,
        filterable: true,
        column: { width: 135, phone: 'badge' },
      }),
      query: levelFilter,
    },
    letterOn: field.day({
      label: 'Date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 105, phone: 'date' },
    }),
    invoices: field.units({ label: 'Invoices', column: { width: 100 } }),
    total: field.amount({
      label: 'Past due',
      sortable: true,
      column: { width: 120, phone: 'amount' },
    }),
    fee: field.amount({ label: 'Fee', column: { width: 90 } }),
    createdByName: field.text({ label: 'Created by', column: { width: 120 } }),
    id: field.reference({ sortable: true }),
    invoiceId: field.reference({ filterable: true }),
    customerCode: field.text({ label: 'Customer', filterable: true }),
    /** Only letters issued on or before this day. */
    asOf: field.day({ filterable: true }),
  },
  chips: ['level', 'letterOn', 'customerCode'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Last reminders', filters: { level: '3' } },
  ],
  groups: { level: 'level', day: 'letterOn', customer: 'customerId' },
})

export const letterQuery = letterList.query
export type LetterQuery = z.output<typeof letterQuery>

export const listLetters = endpoint('GET', '/api/dunning/letters', {
  permission: 'receivables.read',
  query: letterQuery,
  returns: z.array(letter),
  summary: 'Reminders created for customers',
})

const letterSumsQuery = sumsQueryOf(letterList)
export type LetterSumsQuery = z.output<typeof letterSumsQuery>

export const sumLetters = endpoint('GET', '/api/dunning/letters/sums', {
  permission: 'receivables.read',
  isDerived: true,
  query: letterSumsQuery,
  returns: listSums,
  summary:
    'The number of matching reminders and the past-due amounts that they name, also by group. An ' +
    'amount that is in several reminders counts in each',
})
export const readLetter = endpoint('GET', '/api/dunning/letters/:id', {
  permission: 'receivables.read',
  returns: letterDetails,
  summary: 'One reminder',
})
