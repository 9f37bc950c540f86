import * as z from 'zod/mini'
import { dayText } from '#platform/kernel/fields.ts'
import type {
  DocumentColumn,
  DocumentFiling,
  DocumentLabel,
  DocumentParty,
  DocumentSlip,
  DocumentTable,
  DocumentTotal,
  FiledDocument,
  PrintedDocument,
} from './printed-document.ts'

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

const paperShape = {
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
}

/** The stored content of an email's document. Required fields have no defaults. */
export const storedPaper = z.object({
  ...paperShape,
  filing: z.optional(filing),
} satisfies Shape<PrintedDocument>)

/** The content of a document of today, as the browser reads it for a preview. */
export const filedPaper = z.object({ ...paperShape, filing } satisfies Shape<FiledDocument>)
