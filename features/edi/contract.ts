// One file: the schemas and endpoints of EDI are read together.
import * as z from 'zod/mini'
import { maxFileBytes } from '#platform/kernel/import.ts'
import { endpoint, listSums } from '#platform/kernel/endpoint.ts'
import { amountText, freeText, id, lineText, momentText, text } from '#platform/kernel/fields.ts'
import { defineList, field, sumsQueryOf } from '#platform/kernel/list.ts'
import { documentStateLabels, interchangeStateLabels } from './labels.ts'
import {
  documentStates,
  interchangeStates,
  lineCodes,
  partnerKinds,
  unknownSkuPolicies,
} from './rules.ts'

const nullableText = z.nullable(z.string())

const qualifier = text(2).check(
  z.regex(/^[A-Z0-9]{2}$/, { error: 'Two letters or digits, such as ZZ' }),
)
const identifier = text(15).check(
  z.regex(/^[A-Z0-9][A-Z0-9 &.-]*$/, { error: 'Capital letters and digits, at most 15' }),
)
const folderName = z.pipe(
  z.nullable(freeText(60)),
  z.transform((value) => value || null),
)
const folder = folderName.check(
  z.refine((value) => value === null || /^[a-z0-9][a-z0-9_-]*$/.test(value), {
    error: 'Use only lowercase letters, digits and hyphens',
  }),
)

/** An X12 trading partner, with the identifiers of both sides. */
export const ediPartner = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(partnerKinds),
  customerId: z.nullable(z.int()),
  customerCode: nullableText,
  qualifier: z.string(),
  identifier: z.string(),
  ownQualifier: z.string(),
  ownIdentifier: z.string(),
  usage: z.enum(['P', 'T']),
  unknownSku: z.enum(unknownSkuPolicies),
  /** The partner's mailbox folder; null if files are uploaded and downloaded by hand. */
  folder: nullableText,
  isActive: z.boolean(),
  lastHeardAt: z.nullable(momentText),
  version: z.int(),
})
export type EdiPartner = z.infer<typeof ediPartner>

export const ediPartnerForm = z.object({
  name: lineText(100),
  customerId: id('Please select a customer'),
  qualifier,
  identifier,
  ownQualifier: qualifier,
  ownIdentifier: identifier,
  usage: z.enum(['P', 'T']),
  unknownSku: z.enum(unknownSkuPolicies),
  folder: z.optional(folder),
  isActive: z.optional(z.boolean()),
})
export type EdiPartnerForm = z.output<typeof ediPartnerForm>

/** The acknowledgment of one order line. */
export const ediLine = z.object({
  lineNo: z.string(),
  sku: z.string(),
  quantity: z.string(),
  unit: z.string(),
  /** The price as the partner wrote it. */
  price: z.string(),
  code: z.enum(lineCodes),
  says: nullableText,
})
export type EdiLine = z.infer<typeof ediLine>

export const ediDocument = z.object({
  id: z.int(),
  interchangeId: z.int(),
  direction: z.enum(['in', 'out']),
  /** 0 if the file came from an unknown sender. */
  partnerId: z.int(),
  partnerName: nullableText,
  setId: z.string(),
  reference: nullableText,
  state: z.enum(documentStates),
  reason: nullableText,
  needsPerson: z.boolean(),
  settledAt: z.nullable(momentText),
  note: nullableText,
  orderNumber: nullableText,
  createdAt: momentText,
})
export type EdiDocument = z.infer<typeof ediDocument>

export const ediInterchange = z.object({
  id: z.int(),
  direction: z.enum(['in', 'out']),
  partnerId: z.nullable(z.int()),
  partnerName: nullableText,
  controlNumber: z.string(),
  usage: z.string(),
  state: z.enum(interchangeStates),
  ta1: nullableText,
  reason: nullableText,
  fileName: nullableText,
  /** The IDs of its sets, such as `850, 850`. */
  sets: z.string(),
  references: z.string(),
  size: z.int(),
  sha256: z.string(),
  answerTo: z.nullable(z.int()),
  createdAt: momentText,
  sentAt: z.nullable(momentText),
  acknowledgedAt: z.nullable(momentText),
})
export type EdiInterchange = z.infer<typeof ediInterchange>

/** Places of orders in a file, as `importEdi` returns them: `1.1,1.3`. */
export const places = z
  .string()
  .check(
    z.maxLength(4000, 'Too many orders. Split the file'),
    z.regex(/^\d{1,2}\.\d{1,3}(,\d{1,2}\.\d{1,3})*$/, 'Must be positions such as 1.1,1.3'),
  )

/** A response file: its kind, its name and its text. */
export const ediFile = z.object({ what: z.string(), fileName: z.string(), text: z.string() })
export type EdiFile = z.infer<typeof ediFile>

/** The result of importing one interchange, or of a dry run. */
export const ediImportResult = z.object({
  id: z.nullable(z.int()),
  controlNumber: z.string(),
  partnerName: nullableText,
  state: z.enum(interchangeStates),
  ta1: nullableText,
  reason: nullableText,
  orders: z.array(
    z.object({
      setId: z.string(),
      /** Its place in the file, if it is a new order that the user may hold or leave out. */
      place: nullableText,
      reference: nullableText,
      state: z.enum(documentStates),
      reason: nullableText,
      customerCode: nullableText,
      orderNumber: nullableText,
      total: z.nullable(amountText),
      lines: z.array(ediLine),
    }),
  ),
  answers: z.array(ediFile),
})
export type EdiImportResult = z.infer<typeof ediImportResult>

export const importEdi = endpoint('POST', '/api/edi/interchanges', {
  permission: 'orders.import',
  query: z.object({
    dryRun: z.optional(z.enum(['true', 'false'])),
    /** New orders to hold, and new orders to leave out; all others are accepted. */
    hold: z.optional(places),
    leave: z.optional(places),
  }),
  body: z.string({ error: 'Send an X12 file' }).check(z.maxLength(maxFileBytes)),
  bodyMediaType: 'application/edi-x12',
  returns: z.object({ interchanges: z.array(ediImportResult) }),
  summary: 'Imports an X12 file: orders (850) are created, held or skipped, and acknowledged',
})
const direction = field.only(['in', 'out'], {
  label: 'Direction',
  valueLabels: { in: 'In', out: 'Out' },
  filterable: true,
  column: { width: 95 },
})

/** The list of interchanges. */
export const ediInterchangeList = defineList({
  name: 'edi-interchanges',
  row: ediInterchange,
  defaultSort: '-id',
  fields: {
    controlNumber: field.text({ label: 'Interchange', column: { width: 130 } }),
    direction,
    partnerName: field.text({ label: 'Partner', column: { width: 170 } }),
    sets: field.text({ label: 'Documents', column: { width: 190 } }),
    state: field.choice(interchangeStates, {
      label: 'State',
      valueLabels: interchangeStateLabels,
      isSingle: true,
      filterable: true,
      column: { width: 330, phone: 'line' },
    }),
    createdAt: field.moment({ label: 'Time', column: { width: 130, phone: 'date' } }),
    id: field.references({ sortable: true }),
    partnerId: field.references({ filterable: true }),
  },
  chips: ['direction', 'state'],
  views: [
    { label: 'All', filters: {} },
    { label: 'In', filters: { direction: 'in' } },
    { label: 'Out', filters: { direction: 'out' } },
  ],
})

export const listEdiInterchanges = endpoint('GET', '/api/edi/interchanges', {
  permission: 'edi.read',
  query: ediInterchangeList.query,
  returns: z.array(ediInterchange),
  summary: 'The X12 interchanges received and sent, newest first',
})
export const readEdiInterchange = endpoint('GET', '/api/edi/interchanges/:id', {
  permission: 'edi.read',
  returns: z.extend(ediInterchange, {
    raw: z.string(),
    documents: z.array(ediDocument),
    answers: z.array(ediFile),
  }),
  summary: 'One interchange with its text, its transaction sets and its acknowledgments',
})
export const downloadEdiInterchange = endpoint('GET', '/api/edi/interchanges/:id/file', {
  permission: 'edi.read',
  file: 'application/edi-x12',
  summary: 'One interchange as a file',
})
/** The list of transaction sets. */
export const ediDocumentList = defineList({
  name: 'edi-documents',
  row: ediDocument,
  defaultSort: '-id',
  fields: {
    setId: field.text({
      label: 'Document',
      sortable: true,
      filterable: true,
      column: { width: 170 },
    }),
    reference: field.text({ label: 'Number', column: { width: 120 } }),
    partnerName: field.text({ label: 'Partner', column: { width: 150 } }),
    direction: { ...direction, sortable: true, column: { width: 90 } },
    state: field.choice(documentStates, {
      label: 'Outcome',
      filterLabel: 'State',
      valueLabels: documentStateLabels,
      isSingle: true,
      sortable: true,
      filterable: true,
      column: { width: 220, phone: 'line' },
    }),
    orderNumber: field.text({ label: 'Order', column: { width: 150 } }),
    createdAt: field.moment({ label: 'Time', column: { width: 120, phone: 'date' } }),
    id: field.references({ sortable: true }),
    open: field.only(['true', 'false'], {
      label: 'To do',
      valueLabels: { true: 'Needs attention', false: 'No action needed' },
      filterable: true,
    }),
    salesOrderId: field.references({ filterable: true }),
    partnerId: field.references({ label: 'Partner', sortable: true, filterable: true }),
  },
  chips: ['open', 'direction', 'state'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Needs attention', filters: { open: 'true' } },
    { label: 'In', filters: { direction: 'in' } },
    { label: 'Out', filters: { direction: 'out' } },
  ],
  groups: { partner: 'partnerId', state: 'state', set: 'setId', direction: 'direction' },
})

export const listEdiDocuments = endpoint('GET', '/api/edi/documents', {
  permission: 'edi.read',
  query: ediDocumentList.query,
  returns: z.array(ediDocument),
  summary:
    'The transaction sets received and sent, with their outcome, or only those that need a user',
})

const ediDocumentSumsQuery = sumsQueryOf(ediDocumentList)
export type EdiDocumentSumsQuery = z.output<typeof ediDocumentSumsQuery>

export const sumEdiDocuments = endpoint('GET', '/api/edi/documents/sums', {
  permission: 'edi.read',
  isDerived: true,
  query: ediDocumentSumsQuery,
  returns: listSums,
  summary: 'The number of matching transaction sets, also by group. They have no amount',
})
export const settleEdiDocument = endpoint('POST', '/api/edi/documents/:id/settle', {
  permission: 'edi.mend',
  body: z.object({ note: z.optional(freeText(200)) }),
  returns: ediDocument,
  summary: 'Marks a transaction set as done',
})
/** The list of trading partners. */
export const ediPartnerList = defineList({
  name: 'edi-partners',
  row: ediPartner,
  defaultSort: 'name',
  fields: {
    name: field.text({ label: 'Partner', sortable: true, column: { width: 200 } }),
    customerCode: field.text({ label: 'Customer', column: { width: 130, phone: 'line' } }),
    identifier: field.text({ label: 'Identifier', column: { width: 190 } }),
    usage: field.text({ label: 'For', column: { width: 110 } }),
    folder: field.text({ label: 'Folder', column: { width: 140 } }),
    isActive: field.yesNo({ label: 'Status', column: { width: 110, phone: 'badge' } }),
    lastHeardAt: field.moment({ label: 'Last file', column: { width: 130, phone: 'date' } }),
    id: field.references({ sortable: true }),
    customerId: field.references({ filterable: true }),
  },
  views: [{ label: 'All', filters: {} }],
})

export const listEdiPartners = endpoint('GET', '/api/edi/partners', {
  permission: 'edi.read',
  query: ediPartnerList.query,
  returns: z.array(ediPartner),
  summary: 'The X12 trading partners',
})
export const createEdiPartner = endpoint('POST', '/api/edi/partners', {
  permission: 'edi.manage',
  body: ediPartnerForm,
  returns: ediPartner,
  status: 201,
  summary: 'Starts the X12 exchange with a customer',
})
export const updateEdiPartner = endpoint('PUT', '/api/edi/partners/:id', {
  permission: 'edi.manage',
  checksVersion: true,
  body: ediPartnerForm,
  returns: ediPartner,
  summary: 'Changes the X12 exchange with a customer',
})
