import * as z from 'zod/mini'
import { Refusal } from '#platform/kernel/refusal.ts'
import type {
  Company,
  PrintedDocument,
  DocumentColumn,
  DocumentLabel,
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
} satisfies Shape<DocumentParty>)

const column = z.object({
  head: z.string(),
  isRight: optionalTrue,
  isWide: optionalTrue,
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

/** The stored content of an email's document. Required fields have no defaults. */
export const storedPaper = z.object({
  title: z.string(),
  subtitle: z.optional(z.string()),
  number: unknownText,
  parties: z.array(party),
  facts: z._default(z.array(z.tuple([z.string(), z.string()])), []),
  words: z.optional(z.string()),
  columns: z.array(column),
  rows: z.array(z.array(z.string())),
  empty: z.optional(z.string()),
  sums: z.array(sum),
  notes: unknownText,
  signature: z.optional(z.string()),
  label: z.optional(label),
  asksForMoney: optionalTrue,
} satisfies Shape<PrintedDocument>)

export const storedCompany = z.object({
  companyName: z.string(),
  companyAddress: z._default(z.string(), ''),
  companyContact: z._default(z.string(), ''),
  /** Required, because a document that requests payment must not omit its bank details. */
  bankDetails: z.string(),
  invoiceFooter: z._default(z.string(), ''),
  paperSize: z._default(z.enum(['letter', 'a4']), 'letter'),
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
