// One file: the schemas and endpoints of documents are read together.
import * as z from 'zod/mini'
import type { AuditedEntity } from '#features/audit/contract.ts'
import type { Permission } from '#features/auth/rules.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { dayField, freeText, text, id } from '#platform/kernel/fields.ts'
import { addressesOf, isAddress, sendingStatuses } from './rules.ts'

type Kind = {
  /** Where its calls are, below the record it is about. */
  path: string
  name: string
  entity: AuditedEntity
  read: Permission
  /** Who may send it by e-mail, where it is sent at all. */
  send?: Permission
}

/** The documents there are, and who may read each. Their rooms say what stands on them. */
export const paperKinds = {
  'order-confirmation': {
    path: '/api/sales-orders/:id/confirmation',
    name: 'order confirmation',
    entity: 'sales_order',
    read: 'salesOrders.read',
    send: 'salesOrders.send',
  },
  'packing-slip': {
    path: '/api/sales-orders/:id/packing-slip',
    name: 'packing slip',
    entity: 'sales_order',
    read: 'salesOrders.read',
  },
  'pick-list': {
    path: '/api/sales-orders/:id/pick-list',
    name: 'pick list',
    entity: 'sales_order',
    read: 'salesOrders.read',
  },
  invoice: {
    path: '/api/invoices/:id',
    name: 'invoice',
    entity: 'invoice',
    read: 'receivables.read',
    send: 'receivables.send',
  },
  'credit-memo': {
    path: '/api/credit-memos/:id',
    name: 'credit memo',
    entity: 'credit_memo',
    read: 'receivables.read',
    send: 'receivables.send',
  },
  'purchase-order': {
    path: '/api/purchase-orders/:id',
    name: 'purchase order',
    entity: 'purchase_order',
    read: 'purchaseOrders.read',
    send: 'purchaseOrders.send',
  },
  'return-form': {
    path: '/api/returns/:id',
    name: 'return form',
    entity: 'return',
    read: 'returns.read',
    send: 'returns.send',
  },
  statement: {
    path: '/api/customers/:id/statement',
    name: 'statement of account',
    entity: 'customer',
    read: 'receivables.read',
    send: 'receivables.send',
  },
  'dunning-letter': {
    path: '/api/dunning/letters/:id',
    name: 'reminder',
    entity: 'dunning_letter',
    read: 'receivables.read',
    send: 'receivables.send',
  },
} as const satisfies Record<string, Kind>
export type PaperName = keyof typeof paperKinds
export const paperNames = Object.keys(paperKinds) as PaperName[]

/** The documents that are sent by e-mail. */
export type Sendable = {
  [Name in PaperName]: (typeof paperKinds)[Name] extends { send: Permission } ? Name : never
}[PaperName]
export const sendables = paperNames.filter((name) => 'send' in paperKinds[name]) as Sendable[]

/**
 * The days a statement tells of and its form, what happened on them or what was open at the last;
 * the other documents have none.
 */
const days = z.object({
  from: z.optional(dayField),
  to: z.optional(dayField),
  form: z.optional(z.enum(['activity', 'open'])),
})
export type PaperDays = z.output<typeof days>
const noDays = z.object({}) as unknown as typeof days
const daysOf = (name: PaperName) => (name === 'statement' ? days : noDays)

function pdfOf(name: PaperName) {
  const { path, read, name: words } = paperKinds[name]
  return endpoint('GET', `${path}/pdf`, {
    permission: read,
    query: daysOf(name),
    file: 'application/pdf',
    summary: `The ${words} as PDF`,
  })
}

/** The call of each document that answers it as PDF. */
export const readPdf = forEach(pdfOf)

const nullableText = z.nullable(z.string())

/** What a message with a document says at first. `whyNot`: why this one is not to be sent. */
export const letter = z.object({
  to: z.string(),
  cc: z.string(),
  subject: z.string(),
  message: z.string(),
  fileName: z.string(),
  whyNot: nullableText,
  /** What the PDF would show as empty boxes, in a sentence; null where it shows everything. */
  unprintable: nullableText,
})
export type Letter = z.infer<typeof letter>

/** A document that was sent, or is on its way. */
export const sending = z.object({
  id: z.int(),
  name: z.enum(sendables),
  recordId: z.int(),
  status: z.enum(sendingStatuses),
  to: z.string(),
  cc: nullableText,
  subject: z.string(),
  message: z.string(),
  fileName: z.string(),
  attempts: z.int(),
  /** What the mail server said when it did not take it, or not for everybody. */
  lastError: nullableText,
  nextAttemptAt: z.string(),
  queuedAt: z.string(),
  queuedBy: z.string(),
  sentAt: nullableText,
  version: z.int(),
})
export type Sending = z.infer<typeof sending>

const mostAddresses = 10
const oneLine = z.refine<string>((text) => !/\p{Cc}|[\u2028\u2029]/u.test(text), {
  error: 'Must be one line',
})
const areAddresses = z.refine<string>((field) => addressesOf(field).every(isAddress), {
  error: 'Must be e-mail addresses, separated by commas',
})
const few = z.refine<string>((field) => addressesOf(field).length <= mostAddresses, {
  error: `At most ${mostAddresses} addresses`,
})

/** A message as somebody sends it. What is attached is the document as it is then. */
export const sendingForm = z.object({
  to: text(1000).check(oneLine, areAddresses, few),
  cc: z.optional(freeText(1000).check(oneLine, areAddresses, few)),
  subject: text(200).check(oneLine),
  message: text(5000),
})
export type SendingForm = z.output<typeof sendingForm>

function letterCall(name: Sendable) {
  const { path, send, name: words } = paperKinds[name]
  return endpoint('GET', `${path}/letter`, {
    permission: send,
    query: daysOf(name),
    returns: letter,
    summary: `What a message with the ${words} says at first`,
  })
}

function sendCall(name: Sendable) {
  const { path, send, name: words } = paperKinds[name]
  return endpoint('POST', `${path}/sendings`, {
    permission: send,
    query: daysOf(name),
    body: sendingForm,
    returns: sending,
    status: 201,
    summary: `Sends the ${words} by e-mail, as it is now`,
  })
}

function sendingsCall(name: Sendable) {
  const { path, read, name: words } = paperKinds[name]
  return endpoint('GET', `${path}/sendings`, {
    permission: read,
    returns: z.array(sending),
    summary: `When the ${words} was sent by e-mail, and to whom`,
  })
}

/** The calls of each document that is sent. */
export const readLetter = forEachSent(letterCall)
export const sendDocument = forEachSent(sendCall)
export const listSendings = forEachSent(sendingsCall)

export const retrySending = endpoint('POST', '/api/sendings/:id/retry', {
  permission: 'documents.send',
  returns: sending,
  summary: 'Offers a message again that the mail server did not take',
})
export const readSentPdf = endpoint('GET', '/api/sendings/:id/pdf', {
  permission: 'documents.send',
  file: 'application/pdf',
  summary: 'The file that a message carried, as it was then',
})
export const readMail = endpoint('GET', '/api/mail', {
  permission: 'documents.send',
  returns: z.object({ whyNot: nullableText }),
  summary: 'Whether documents can be sent by e-mail, and why not',
})

/** The same call for each document. */
function forEach<E>(make: (name: PaperName) => E): Record<PaperName, E> {
  return Object.fromEntries(paperNames.map((name) => [name, make(name)])) as Record<PaperName, E>
}

function forEachSent<E>(make: (name: Sendable) => E): Record<Sendable, E> {
  return Object.fromEntries(sendables.map((name) => [name, make(name)])) as Record<Sendable, E>
}

// Documents of one kind that are sent together: the letters of a dunning run.

const most = 500

/** What became of one of them: `already` was sent before, or is on its way. */
const outcome = z.object({
  recordId: z.int(),
  outcome: z.enum(['queued', 'retried', 'already', 'refused']),
  /** Why it cannot be sent. */
  says: z.nullable(z.string()),
})
export type SendingOutcome = z.infer<typeof outcome>

export const sendMany = endpoint('POST', '/api/sendings', {
  permission: 'documents.send',
  body: z.object({
    name: z.enum(sendables),
    ids: z.array(id()).check(z.minLength(1, 'Please choose at least one'), z.maxLength(most)),
  }),
  returns: z.array(outcome),
  summary: 'Sends documents of one kind by e-mail, those that were given up again, none twice',
})

const someIds = z.string().check(
  z.refine((text) => /^\d{1,9}(,\d{1,9})*$/.test(text) && text.split(',').length <= most, {
    error: `Must be at most ${most} numbers, separated by commas`,
  }),
  z.maxLength(most * 10),
)

export const readLastSendings = endpoint('GET', '/api/sendings', {
  permission: 'documents.send',
  query: z.object({ name: z.enum(sendables), ids: someIds }),
  returns: z.array(sending),
  summary: 'Where documents of one kind are that were sent by e-mail: the last message of each',
})

type RelatedKindFacts = {
  title: string
  read: Permission
  to: string
  tab?: string
  opensById?: true
}

/** What may belong to an order, in the order it is told in: its heading, and where each opens. */
export const relatedKinds = {
  backorder: { title: 'Back orders', read: 'skus.read', to: '/skus' },
  incoming: {
    title: 'Purchase orders that bring what is missing',
    read: 'purchaseOrders.read',
    to: '/purchase-orders',
  },
  waiting: {
    title: 'Sales orders that wait for its goods',
    read: 'salesOrders.read',
    to: '/sales-orders',
  },
  requisition: { title: 'Requisitions', read: 'requisitions.read', to: '/requisitions' },
  invoice: { title: 'Invoices', read: 'receivables.read', to: '/ar-reports', tab: 'invoices' },
  'credit-memo': {
    title: 'Credit memos',
    read: 'receivables.read',
    to: '/ar-reports',
    tab: 'memos',
  },
  bill: {
    title: 'Bills',
    read: 'payables.read',
    to: '/ap-reports',
    tab: 'bills',
    opensById: true,
  },
  return: { title: 'Returns', read: 'returns.read', to: '/returns' },
  replaces: { title: 'Replaces the goods of', read: 'returns.read', to: '/returns' },
  replacement: { title: 'Replacement orders', read: 'salesOrders.read', to: '/sales-orders' },
} as const satisfies Record<string, RelatedKindFacts>
export type RelatedKind = keyof typeof relatedKinds
export const relatedKindNames = Object.keys(relatedKinds) as RelatedKind[]

/** A record that belongs to an order. `says`: what it has to do with the order. */
export const related = z.object({
  kind: z.enum(relatedKindNames),
  id: z.int(),
  number: z.string(),
  status: z.string(),
  on: nullableText,
  amount: nullableText,
  says: nullableText,
})
export type Related = z.infer<typeof related>
