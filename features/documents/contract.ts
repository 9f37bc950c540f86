// One file: the schemas and endpoints of documents are read together.
import * as z from 'zod/mini'
import type { AuditedEntity } from '#features/audit/audited-entities.ts'
import type { Permission } from '#features/auth/rules.ts'
import { settings } from '#features/settings/contract.ts'
import type { TextDocument } from '#features/settings/document-texts.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { dayField, freeText, id, idParameter, momentText, text } from '#platform/kernel/fields.ts'
import {
  addressesOf,
  automaticNames,
  automaticStates,
  isAddress,
  sendingStatuses,
} from './rules.ts'

type Kind = {
  /** Base path of its endpoints, below its record. */
  path: string
  name: string
  /** The title of a file with several of them. */
  plural: string
  entity: AuditedEntity
  read: Permission
  /** Permission to send it by email; absent if it is never sent. */
  send?: Permission
}

/**
 * The document kinds and the permission to read each. Each feature supplies the content of its own.
 */
export const documentKinds = {
  'order-confirmation': {
    path: '/api/sales-orders/:id/confirmation',
    name: 'order confirmation',
    plural: 'Order confirmations',
    entity: 'sales_order',
    read: 'salesOrders.read',
    send: 'salesOrders.send',
  },
  'packing-slip': {
    path: '/api/sales-orders/:id/packing-slip',
    name: 'packing slip',
    plural: 'Packing slips',
    entity: 'sales_order',
    read: 'salesOrders.read',
  },
  'pick-list': {
    path: '/api/sales-orders/:id/pick-list',
    name: 'pick list',
    plural: 'Pick lists',
    entity: 'sales_order',
    read: 'salesOrders.read',
  },
  'shipment-notice': {
    path: '/api/shipments/:id/notice',
    name: 'shipment notice',
    plural: 'Shipment notices',
    entity: 'shipment',
    read: 'salesOrders.read',
    send: 'salesOrders.send',
  },
  invoice: {
    path: '/api/invoices/:id',
    name: 'invoice',
    plural: 'Invoices',
    entity: 'invoice',
    read: 'receivables.read',
    send: 'receivables.send',
  },
  'credit-memo': {
    path: '/api/credit-memos/:id',
    name: 'credit memo',
    plural: 'Credit memos',
    entity: 'credit_memo',
    read: 'receivables.read',
    send: 'receivables.send',
  },
  'purchase-order': {
    path: '/api/purchase-orders/:id',
    name: 'purchase order',
    plural: 'Purchase orders',
    entity: 'purchase_order',
    read: 'purchaseOrders.read',
    send: 'purchaseOrders.send',
  },
  'return-form': {
    path: '/api/returns/:id',
    name: 'return form',
    plural: 'Return forms',
    entity: 'return',
    read: 'returns.read',
    send: 'returns.send',
  },
  statement: {
    path: '/api/customers/:id/statement',
    name: 'statement of account',
    plural: 'Statements of account',
    entity: 'customer',
    read: 'receivables.read',
    send: 'receivables.send',
  },
  'dunning-letter': {
    path: '/api/dunning/letters/:id',
    name: 'reminder',
    plural: 'Reminders',
    entity: 'dunning_letter',
    read: 'receivables.read',
    send: 'receivables.send',
  },
} as const satisfies Record<TextDocument, Kind>
export type DocumentName = keyof typeof documentKinds
export const documentNames = Object.keys(documentKinds) as DocumentName[]

/** The documents that can be sent by email. */
export type Sendable = {
  [Name in DocumentName]: (typeof documentKinds)[Name] extends { send: Permission } ? Name : never
}[DocumentName]
export const sendables = documentNames.filter((name) => 'send' in documentKinds[name]) as Sendable[]

/**
 * The period of a statement and its form: its activity, or the items open on the last day. Other
 * documents have no period.
 */
const period = z.object({
  from: z.optional(dayField),
  to: z.optional(dayField),
  form: z.optional(z.enum(['activity', 'open'])),
})
export type DocumentPeriod = z.output<typeof period>
const noPeriod = z.object({}) as unknown as typeof period
const periodOf = (name: DocumentName) => (name === 'statement' ? period : noPeriod)

function pdfOf(name: DocumentName) {
  const { path, read, name: label } = documentKinds[name]
  return endpoint('GET', `${path}/pdf`, {
    permission: read,
    query: periodOf(name),
    file: 'application/pdf',
    summary: `The ${label} as PDF`,
  })
}

/** For each document, the endpoint that returns it as a PDF. */
export const readPdf = forEachDocument(pdfOf)

const nullableText = z.nullable(z.string())

/** The default email for a document. `whyNot` says why this document cannot be sent. */
export const letter = z.object({
  to: z.string(),
  cc: z.string(),
  subject: z.string(),
  message: z.string(),
  fileName: z.string(),
  whyNot: nullableText,
  /** A sentence listing characters missing from the PDF fonts; null if there are none. */
  unprintable: nullableText,
})
export type Letter = z.infer<typeof letter>

/** A document that was sent, or is queued. */
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
  /**
   * The mail server's error if it rejected the message, or if the message bounced later, fully or
   * for some recipients; for an `uncertain` one, that it may have been sent.
   */
  lastError: nullableText,
  /**
   * When a delivery report said that the message did not reach a recipient. If it reached none, the
   * status is `failed`.
   */
  bouncedAt: z.nullable(momentText),
  nextAttemptAt: momentText,
  queuedAt: momentText,
  /** The user who sent it; empty if the program sent it automatically. */
  queuedBy: z.string(),
  sentAt: z.nullable(momentText),
  /** The SHA-256 of the attachment as it was sent; null until then, and of older messages. */
  pdfSha256: nullableText,
  version: z.int(),
})
export type Sending = z.infer<typeof sending>

const maxAddresses = 10
const oneLine = z.refine<string>((text) => !/\p{Cc}|[\u2028\u2029]/u.test(text), {
  error: 'Must be one line',
})
const areAddresses = z.refine<string>((field) => addressesOf(field).every(isAddress), {
  error: 'Must be email addresses, separated by commas',
})
const withinMaxAddresses = z.refine<string>((field) => addressesOf(field).length <= maxAddresses, {
  error: `At most ${maxAddresses} addresses`,
})

/** An email as submitted by the user; the document is attached in its state at that time. */
export const sendingForm = z.object({
  to: text(1000).check(oneLine, areAddresses, withinMaxAddresses),
  cc: z.optional(freeText(1000).check(oneLine, areAddresses, withinMaxAddresses)),
  subject: text(200).check(oneLine),
  message: text(5000),
})
export type SendingForm = z.output<typeof sendingForm>

function letterCall(name: Sendable) {
  const { path, send, name: label } = documentKinds[name]
  return endpoint('GET', `${path}/letter`, {
    permission: send,
    query: periodOf(name),
    returns: letter,
    summary: `The default email message for the ${label}`,
  })
}

function sendCall(name: Sendable) {
  const { path, send, name: label } = documentKinds[name]
  return endpoint('POST', `${path}/sendings`, {
    permission: send,
    query: periodOf(name),
    body: sendingForm,
    returns: sending,
    status: 201,
    summary: `Sends the current ${label} by email`,
  })
}

function sendingsCall(name: Sendable) {
  const { path, read, name: label } = documentKinds[name]
  return endpoint('GET', `${path}/sendings`, {
    permission: read,
    returns: z.array(sending),
    summary: `The emails of the ${label}, with times and recipients`,
  })
}

/** For each sendable document, its email endpoints. */
export const readLetter = forEachSendable(letterCall)
export const sendDocument = forEachSendable(sendCall)
export const listSendings = forEachSendable(sendingsCall)

export const retrySending = endpoint('POST', '/api/sendings/:id/retry', {
  permission: 'documents.send',
  returns: sending,
  summary: 'Resends a message that failed, or that may not have been sent',
})
/** Why an email that failed, or may have been sent, needs no more attention. */
export const setAsideForm = z.object({ reason: text(500) })
export const setAsideSending = endpoint('POST', '/api/sendings/:id/set-aside', {
  permission: 'documents.send',
  body: setAsideForm,
  returns: sending,
  summary: 'Notes that a message that failed, or may have been sent, needs no more attention',
})
export const readSentPdf = endpoint('GET', '/api/sendings/:id/pdf', {
  permission: 'documents.send',
  file: 'application/pdf',
  summary: 'The attachment of a message, as it was sent',
})

/** Whether documents can be sent by email. `whyNot` says why not. */
export const mailState = z.object({
  whyNot: nullableText,
  /** The screen on which an administrator can remove the reason; null if there is none. */
  fixedIn: z.nullable(z.enum(['company-profile'])),
})
export type MailState = z.infer<typeof mailState>

export const readMail = endpoint('GET', '/api/mail', {
  permission: 'documents.send',
  returns: mailState,
  summary: 'Whether documents can be sent by email, or the reason why not',
})

/** Builds the same endpoint for each document. */
function forEachDocument<E>(build: (name: DocumentName) => E): Record<DocumentName, E> {
  return Object.fromEntries(documentNames.map((name) => [name, build(name)])) as Record<
    DocumentName,
    E
  >
}

function forEachSendable<E>(build: (name: Sendable) => E): Record<Sendable, E> {
  return Object.fromEntries(sendables.map((name) => [name, build(name)])) as Record<Sendable, E>
}

// The company logo, drawn again as a PNG of its own.

/** The largest logo file that is accepted. */
export const maxLogoBytes = 1024 * 1024

/** A picture file in base64. What it is, is read from its content, not from a name. */
export const logoForm = z.object({
  data: z
    .string('Please choose a file')
    .check(
      z.minLength(1, 'Please choose a file'),
      z.maxLength(Math.ceil(maxLogoBytes / 3) * 4, 'The file must not exceed 1 MB'),
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Must be base64'),
    ),
})
export const readLogo = endpoint('GET', '/api/company-logo', {
  permission: 'settings.read',
  query: z.object({
    version: z.optional(z.string().check(z.maxLength(64), z.regex(/^[0-9a-f]{64}$/))),
  }),
  file: 'image/png',
  summary: 'The company logo on documents, as PNG: the current one, or a version (companyLogo)',
})
export const saveLogo = endpoint('PUT', '/api/company-logo', {
  permission: 'settings.manage',
  body: logoForm,
  hasManyRecords: true,
  returns: settings,
  summary: 'Replaces the company logo by a PNG, JPEG or SVG file of up to 1 MB',
})
export const deleteLogo = endpoint('DELETE', '/api/company-logo', {
  permission: 'settings.manage',
  returns: settings,
  summary: 'Removes the company logo from documents',
})

// Maximum of a bulk send of one kind, such as the letters of a dunning run.

const maxBulk = 500

/** The result of one document: `already` means it was sent before or is queued. */
export const outcome = z.object({
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
    ids: z.array(id()).check(z.minLength(1, 'Please choose at least one'), z.maxLength(maxBulk)),
  }),
  returns: z.array(outcome),
  summary: 'Sends documents of one kind by email; retries failed ones and skips those already sent',
})

const idList = z.string().check(
  z.refine((text) => /^\d{1,9}(,\d{1,9})*$/.test(text) && text.split(',').length <= maxBulk, {
    error: `Must be at most ${maxBulk} numbers, separated by commas`,
  }),
  z.maxLength(maxBulk * 10),
)

export const readLastSendings = endpoint('GET', '/api/sendings', {
  permission: 'documents.send',
  query: z.object({ name: z.enum(sendables), ids: idList }),
  returns: z.array(sending),
  summary: 'The delivery status of emailed documents of one kind: the last message of each',
})

// Emails that are sent by themselves.

const automaticName = z.enum(automaticNames)

/** Whether a document is sent by itself, and to whom. */
export const emailRule = z.object({
  name: automaticName,
  /** The choice for this customer or vendor; null for the company's setting. */
  isSent: z.nullable(z.boolean()),
  /** The company's setting. */
  isSentByCompany: z.boolean(),
  /** The recipients, also when a person sends it; null for the email address of the record. */
  to: nullableText,
})
export type EmailRule = z.infer<typeof emailRule>

/**
 * An address that a mail server refused for good, until it accepts a message again; or whose
 * messages bounced (`isReported`), until one is accepted a week later.
 */
export const bounce = z.object({
  address: z.string(),
  reason: z.string(),
  at: momentText,
  isReported: z.boolean(),
})
export type EmailBounce = z.infer<typeof bounce>

/** The emails of a customer or vendor. */
export const emailRules = z.object({
  rules: z.array(emailRule),
  /** The day of the month of the statement; null for the company's, and for vendors. */
  statementDay: z.nullable(z.int()),
  companyStatementDay: z.int(),
  /** The email addresses of the record, which the recipients are chosen from. */
  addresses: z.array(z.string()),
  bounces: z.array(bounce),
})
export type EmailRules = z.infer<typeof emailRules>

const recipients = z.nullable(freeText(1000).check(oneLine, areAddresses, withinMaxAddresses))

/** Changes of the emails of a customer or vendor; absent rules and fields stay. */
export const emailRulesForm = z.object({
  rules: z
    .array(
      z.object({
        name: automaticName,
        isSent: z.optional(z.nullable(z.boolean())),
        to: z.optional(recipients),
      }),
    )
    .check(
      z.maxLength(automaticNames.length),
      z.refine((rules) => new Set(rules.map(({ name }) => name)).size === rules.length, {
        error: 'Each document once',
      }),
    ),
  statementDay: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(28)))),
})
export type EmailRulesForm = z.output<typeof emailRulesForm>

export const readCustomerEmails = endpoint('GET', '/api/customers/:id/emails', {
  permission: 'customers.read',
  returns: emailRules,
  summary: 'Which documents a customer gets by email without a person sending them, and where',
})
export const changeCustomerEmails = endpoint('PUT', '/api/customers/:id/emails', {
  // Not customers.edit: this decides who gets email in the name of the company.
  permission: 'receivables.send',
  body: emailRulesForm,
  returns: emailRules,
  summary: 'Changes which documents a customer gets by email, and to which addresses',
})
export const readVendorEmails = endpoint('GET', '/api/vendors/:id/emails', {
  permission: 'vendors.read',
  returns: emailRules,
  summary:
    'Whether a vendor gets purchase orders by email without a person sending them, and where',
})
export const changeVendorEmails = endpoint('PUT', '/api/vendors/:id/emails', {
  permission: 'purchaseOrders.send',
  body: emailRulesForm,
  returns: emailRules,
  summary: 'Changes whether a vendor gets purchase orders by email, and at which addresses',
})

/** An email that the program decided to send by itself, and what came of it. */
export const automaticEmail = z.object({
  id: z.int(),
  name: automaticName,
  recordId: z.int(),
  state: z.enum(automaticStates),
  /** Why it was not sent, or what failed last. */
  reason: nullableText,
  /** The message, if it was queued. */
  sendingId: z.nullable(z.int()),
  createdAt: momentText,
})
export type AutomaticEmail = z.infer<typeof automaticEmail>

export const listAutomaticEmails = endpoint('GET', '/api/automatic-emails', {
  // The document needs its own permission besides.
  permission: 'settings.read',
  query: z.object({ name: automaticName, ids: idList }),
  returns: z.array(automaticEmail),
  isDerived: true,
  summary: 'The emails of records that the program sent or wanted to send, the latest first',
})
export const retryAutomaticEmail = endpoint('POST', '/api/automatic-emails/:id/retry', {
  permission: 'documents.send',
  returns: automaticEmail,
  summary: 'Tries again to send an email whose document could not be sent',
})

export const setAsideAutomaticEmail = endpoint('POST', '/api/automatic-emails/:id/set-aside', {
  permission: 'documents.send',
  body: setAsideForm,
  returns: automaticEmail,
  summary: 'Notes that an email whose document could not be sent is not needed any more',
})

/** An email that needs a person: it failed, may have been sent, or could not be made. */
export const emailProblem = z.object({
  /** Which call retries it: `retrySending` or `retryAutomaticEmail`. */
  kind: z.enum(['sending', 'automatic']),
  id: z.int(),
  name: z.enum(sendables),
  recordId: z.int(),
  state: z.enum(['failed', 'uncertain', 'refused']),
  title: z.string(),
  to: z.string(),
  reason: nullableText,
  at: momentText,
})
export type EmailProblem = z.infer<typeof emailProblem>

export const emailProblemList = z.object({
  problems: z.array(emailProblem),
  /** Documents that wait because no email can be sent now, and why. */
  waiting: z.int(),
  whyNot: nullableText,
})
export type EmailProblemList = z.infer<typeof emailProblemList>
export const listEmailProblems = endpoint('GET', '/api/email-problems', {
  permission: 'health.check',
  returns: emailProblemList,
  isDerived: true,
  summary: 'Emails with documents that need a person, the latest first; at most 100',
})

// Many documents in one file.

/**
 * A line of the answer: a document that was added, or that was left out and why; at the end the
 * file, unless no document could be added.
 */
export const documentFileStep = z.union([
  z.object({ recordId: z.int(), says: nullableText }),
  z.object({ fileName: z.string(), base64: z.string() }),
])
export type DocumentFileStep = z.infer<typeof documentFileStep>

/** One PDF with a bookmark for each document, or a PDF for each in a ZIP file. */
export const documentFileForms = ['pdf', 'zip'] as const

export const readDocumentFile = endpoint('GET', '/api/document-files', {
  // Every role; each kind of document needs its own permission besides.
  permission: 'settings.read',
  query: z.object({
    name: z.enum(documentNames),
    ids: idList,
    form: z._default(z.enum(documentFileForms), 'pdf'),
  }),
  file: 'application/x-ndjson',
  summary:
    'Documents of one kind in one PDF with bookmarks, or in a ZIP file: a line of JSON for each ' +
    'document while it is drawn, then the file in base64',
})

// The company's and the customers' own texts on documents.

export const customerTexts = z.object({
  customerId: z.int(),
  supplierNumber: nullableText,
  documentNote: nullableText,
})
export const readCustomerTexts = endpoint('GET', '/api/document-texts/customers', {
  permission: 'customers.read',
  query: z.object({ ids: idList }),
  returns: z.array(customerTexts),
  isDerived: true,
  summary: 'The supplier numbers and notes of customers, which their documents show',
})

/** A record for the preview of texts; no record if there is none yet. */
export const documentTextSample = z.object({
  recordId: z.nullable(z.int()),
  title: z.string(),
  /** The values of the document's fields. */
  values: z.record(z.string(), z.string()),
  /** The document without own texts, as the screen draws it; `filedPaper` reads it. */
  paper: z.nullable(z.record(z.string(), z.unknown())),
  /** The texts of the customer on it; null if it shows none. */
  customer: z.nullable(customerTexts),
})
export type DocumentTextSample = z.infer<typeof documentTextSample>
export const readDocumentTextSample = endpoint('GET', '/api/document-texts/sample', {
  // The values are those of a record, whose permission is needed besides.
  permission: 'settings.read',
  query: z.object({
    name: z.enum(documentNames),
    before: idParameter,
    customerId: idParameter,
  }),
  returns: documentTextSample,
  isDerived: true,
  summary: 'A document for the preview of texts: of the latest record, or the one before another',
})
