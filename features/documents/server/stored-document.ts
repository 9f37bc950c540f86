import * as z from 'zod/mini'
import { companyProfile } from '#features/settings/contract.ts'
import { type CompanyProfile, emptyCompany } from '#features/settings/rules.ts'
import { dayText } from '#platform/kernel/fields.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type {
  Company,
  PrintedDocument,
  DocumentColumn,
  DocumentFiling,
  DocumentLabel,
  DocumentSlip,
  DocumentTable,
  DocumentParty,
  DocumentTotal,
} from '../printed-document.ts'
import { unreadableDocument } from '../rules.ts'
import {
  isOfLaterForm,
  laterForm,
  unreadableFieldSentence,
  unreadField,
} from '#platform/kernel/stored-json.ts'

type Shape<T> = Record<keyof T, z.ZodMiniType>

const optionalTrue = z.optional(z.literal(true))
const unknownText = z._default(z.nullable(z.string()), null)

const party = z.object({
  title: z.string(),
  name: z.nullable(z.string()),
  address: unknownText,
  use: z.optional(z.literal('receiving')),
} satisfies Shape<DocumentParty>)

const column = z.object({
  head: z.string(),
  isRight: optionalTrue,
  isWide: optionalTrue,
  isStrong: optionalTrue,
  look: z.optional(z.enum(['check', 'barcode'])),
} satisfies Shape<DocumentColumn>)

const sum = z.object({
  name: z.string(),
  amount: z.string(),
  isStrong: optionalTrue,
} satisfies Shape<DocumentTotal>)

const label = z.object({
  from: party,
  to: party,
  number: z.string(),
} satisfies Shape<DocumentLabel>)

const lines = z.array(z.array(z.string()))
const facts = z.array(z.tuple([z.string(), z.string()]))

const table = z.object({
  title: z.string(),
  columns: z.array(column),
  rows: lines,
} satisfies Shape<DocumentTable>)

const slip = z.object({ customer: z.string(), facts } satisfies Shape<DocumentSlip>)

const filing = z.object({
  name: z.string(),
  party: z.string(),
  on: z.nullable(dayText),
} satisfies Shape<DocumentFiling>)

/** The stored content of an email's document. Required fields have no defaults. */
export const storedPaper = z.object({
  title: z.string(),
  subtitle: z.optional(z.string()),
  mark: z.optional(z.string()),
  number: unknownText,
  parties: z.array(party),
  facts: z._default(facts, []),
  words: z.optional(z.string()),
  columns: z.array(column),
  rows: lines,
  empty: z.optional(z.string()),
  sums: z.array(sum),
  tables: z.optional(z.array(table)),
  notes: unknownText,
  signature: z.optional(z.string()),
  reply: z.optional(z.object({ title: z.string(), fields: z.array(z.string()) })),
  label: z.optional(label),
  isInternal: optionalTrue,
  asksForMoney: optionalTrue,
  slip: z.optional(slip),
  filing: z.optional(filing),
} satisfies Shape<PrintedDocument>)

const { shape } = companyProfile
const newer = <Name extends keyof CompanyProfile>(name: Name) =>
  z._default(shape[name], emptyCompany[name] as never)

/** The company as it was stored; documents of older versions lack what came later. */
export const storedCompany = z.object({
  companyName: z.string(),
  companyLegalName: newer('companyLegalName'),
  companyAddress: z._default(z.string(), ''),
  remitToAddress: newer('remitToAddress'),
  receivingAddress: newer('receivingAddress'),
  companyCountry: newer('companyCountry'),
  companyPhone: newer('companyPhone'),
  companyEmail: newer('companyEmail'),
  companyWeb: newer('companyWeb'),
  companyContact: z._default(z.string(), ''),
  taxNumbers: newer('taxNumbers'),
  /** Required, because a document that requests payment must not omit its bank details. */
  bankDetails: z.string(),
  checksPayableTo: newer('checksPayableTo'),
  invoiceFooter: z._default(z.string(), ''),
  accentColor: newer('accentColor'),
  paperSize: z._default(z.enum(['letter', 'a4']), 'letter'),
  dateStyle: newer('dateStyle'),
  pdfFormat: newer('pdfFormat'),
  companyLogo: z._default(z.string(), ''),
} satisfies Shape<Company>)

const storedDocument = z.object({ paper: storedPaper, company: storedCompany })

/** Parses a stored document of any version. Throws if it is invalid, naming the field. */
export function readStoredDocument(message: { paper: unknown; company: unknown }): {
  paper: PrintedDocument
  company: Company
} {
  if (isOfLaterForm(message.paper) || isOfLaterForm(message.company)) throw unreadable(laterForm)
  const read = storedDocument.safeParse(message)
  if (read.success) return withoutUndefined(read.data)
  throw unreadable(unreadableFieldSentence(unreadField(read.error)))
}

function unreadable(reason: string): Refusal {
  const sentence = `${reason} Send the document again from its record`
  return new Refusal('refused', unreadableDocument, sentence)
}

function withoutUndefined<T>(data: T): never {
  return JSON.parse(JSON.stringify(data)) as never
}
