import type { DocumentTexts } from '#features/settings/document-texts.ts'
import { emailTextNames, textNames } from '#features/settings/document-text-names.ts'
import { type DocumentName, sendables } from '../contract.ts'

type TextName = keyof DocumentTexts

/** The settings of the email of a document; undefined if it is never sent. */
export function emailTextsOf(
  name: DocumentName,
): { subject: TextName; message: TextName } | undefined {
  const sendable = sendables.find((each) => each === name)
  return sendable && emailTextNames[sendable]
}

/** The settings with the texts of a document and its email, in the order of the form. */
export function textsOfDocument(name: DocumentName): TextName[] {
  const { above, below } = textNames[name]
  const email = emailTextsOf(name)
  return [above, below, ...(email ? [email.subject, email.message] : [])]
}
