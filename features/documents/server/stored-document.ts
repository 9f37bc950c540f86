import * as z from 'zod/mini'
import { companyProfile } from '#features/settings/contract.ts'
import { type CompanyProfile, emptyCompany } from '#features/settings/rules.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Company, PrintedDocument } from '../printed-document.ts'
import { storedPaper } from '../printed-document-schema.ts'
import { unreadableDocument } from '../rules.ts'
import {
  isOfLaterForm,
  laterForm,
  unreadableFieldSentence,
  unreadField,
} from '#platform/kernel/stored-json.ts'

type Shape<T> = Record<keyof T, z.ZodMiniType>

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
