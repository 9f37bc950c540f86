import type { Context } from '#platform/server/database/db.ts'
import type { PaperDays, PaperName } from '../contract.ts'
import type { Paper } from '../paper.ts'

/** A document as its room gives it away. */
export type Issued = {
  paper: Paper
  /** What its file is called, without the ending; also the subject of a message with it. */
  fileName: string
  letter?: LetterParts
}

/** What a message with the document is made of. */
export type LetterParts = {
  /** The sentence that the message tells at first. */
  sentence: string
  /** Why this one is not to be sent. */
  whyNot?: string | undefined
  /** Whom it goes to, from the master record. */
  addressee: () => Promise<{ name: string; email: string }>
}

/** Where documents come from: each reads as the user who asks, and refuses what is not there. */
export type PaperSources = Record<
  PaperName,
  (ctx: Context, id: number, days: PaperDays) => Promise<Issued>
>
