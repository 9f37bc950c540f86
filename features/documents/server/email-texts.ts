import { emailTextNames } from '#features/settings/document-text-names.ts'
import { filledIn } from '#features/settings/text-placeholders.ts'
import { readSettings } from '#features/settings/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { Sendable } from '../contract.ts'
import type { DraftDocument } from '../printed-document.ts'
import { oneLineSubject } from '../rules.ts'
import { valuesOfFields } from '../texts-on-documents.ts'
import { readCustomerTexts } from './texts-on-documents.ts'

/** The company's own subject and message for a document's email; empty where it has none. */
export async function emailTextsOf(
  ctx: Context,
  name: Sendable,
  draft: DraftDocument,
): Promise<{ subject: string; message: string }> {
  const settings = await readSettings(ctx)
  const { subject, message } = emailTextNames[name]
  if (settings[subject] === '' && settings[message] === '') return { subject: '', message: '' }
  const { customerId } = draft
  const [customer] = customerId === null ? [] : await readCustomerTexts(ctx, [customerId])
  const values = valuesOfFields(draft, { settings, customer })
  return {
    subject: oneLineSubject(filledIn(settings[subject], values)),
    message: filledIn(settings[message], values),
  }
}
