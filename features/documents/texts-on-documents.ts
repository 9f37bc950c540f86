import type { DocumentTexts } from '#features/settings/document-texts.ts'
import { textNames } from '#features/settings/document-text-names.ts'
import type { CompanyProfile } from '#features/settings/rules.ts'
import { filledIn, type TextValues } from '#features/settings/text-placeholders.ts'
import type { DraftDocument, FiledDocument } from './printed-document.ts'

/** What a customer wants on documents: our number in their system, and a note. */
export type CustomerTexts = {
  customerId: number
  supplierNumber: string | null
  documentNote: string | null
}

type OwnTexts = {
  settings: Pick<CompanyProfile, 'companyName' | 'companyPhone' | 'companyEmail'> & DocumentTexts
  customer: CustomerTexts | undefined
}

/**
 * Adds the company's texts above and below the lines, and the supplier number and note of the
 * customer, with their fields filled in.
 */
export function withOwnTexts(
  draft: DraftDocument,
  { settings, customer }: OwnTexts,
): FiledDocument {
  const { kind, fields: _, customerId: __, ...document } = draft
  const values = valuesOfFields(draft, { settings, customer })
  const { above, below } = textNames[kind]
  const { supplierNumber, documentNote } = customer ?? {}
  const words = joined([filledIn(settings[above], values), document.words])
  const note = filledIn(documentNote ?? '', values)
  const notes = joined([document.notes, note, filledIn(settings[below], values)])
  return {
    ...document,
    ...(supplierNumber && {
      facts: [...document.facts, ['Supplier number', supplierNumber] as const],
    }),
    ...(words && { words }),
    notes: notes || null,
  }
}

/** The values of all fields of a document, those of the company and the customer included. */
export function valuesOfFields(
  { fields }: Pick<DraftDocument, 'fields'>,
  { settings, customer }: OwnTexts,
): TextValues {
  return {
    ...fields,
    'customer.supplierNumber': customer?.supplierNumber ?? '',
    'company.name': settings.companyName,
    'company.phone': settings.companyPhone,
    'company.email': settings.companyEmail,
  }
}

/** The texts that are not empty, as paragraphs. */
function joined(texts: readonly (string | null | undefined)[]): string {
  return texts.filter((text) => text?.trim()).join('\n\n')
}
