import type { Context } from '#platform/server/database/db.ts'
import type { DocumentPeriod, DocumentName } from '../contract.ts'
import type { DraftDocument } from '../printed-document.ts'

/** A document as its feature supplies it. */
export type IssuedDocument = {
  paper: DraftDocument
  /** The subject of its email, and its name in the history. */
  subject: string
  letter?: LetterParts
}

/** The parts of a document's email. */
export type LetterParts = {
  /** The first sentence of the message. */
  sentence: string
  /** Why this document cannot be sent. */
  whyNot?: string | undefined
  /** The recipient from the master record: a customer or a vendor. */
  addressee: () => Promise<{ id: number; name: string; email: string }>
}

/**
 * The source of each document: reads it with the user's permissions; throws 404 if the record does
 * not exist.
 */
export type DocumentSources = Record<
  DocumentName,
  (ctx: Context, id: number, days: DocumentPeriod) => Promise<IssuedDocument>
>
