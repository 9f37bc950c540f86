import { type Context, inTransaction } from '#platform/server/database/db.ts'
import type { IntakeMessageDetails, PasteForm } from '../contract.ts'
import type { IntakeChannel } from '../rules.ts'
import { stateWith } from './advance-message.ts'
import { readProblems } from './form-facts.ts'
import { readMessageDetails } from './read-message.ts'
import { recordMessage } from './record-message.ts'
import { resolveText } from './resolve-text.ts'

/** Reads a pasted order text into a message of the inbox. Creates no order. */
export function createIntakeMessage(
  ctx: Context,
  { text, sender = '' }: PasteForm,
): Promise<IntakeMessageDetails> {
  return inTransaction(ctx, async (inner) => {
    const raw = Buffer.from(text, 'utf8')
    const own = sender || (inner.user?.username ?? '')
    const message = { channel: 'text' as const, text, raw, sender, shownSender: own }
    const id = await recordText(inner, { ...message, subject: firstWordsOf(text) })
    return readMessageDetails(inner, id)
  })
}

/** A text that may be an order. */
export type TextMessage = {
  channel: Extract<IntakeChannel, 'text' | 'email'>
  sourceKey?: string
  text: string
  raw: Buffer
  mediaType?: string
  /** Who sent it; the customer may be found by it. */
  sender: string
  /** What the list shows as sender. */
  shownSender?: string
  subject: string
}

/**
 * Reads a text into a message in the open transaction: received, or in need of attention. Bytes
 * that were settled before become a duplicate. Returns the id of the message.
 */
export async function recordText(ctx: Context, message: TextMessage): Promise<number> {
  const { text, sender, shownSender = sender, ...own } = message
  const content = await resolveText(ctx, text, sender)
  const problems = await readProblems(ctx, content)
  const { customerId, customerPO } = content.form
  const read = { content, problems, state: stateWith(problems), customerId, customerPO }
  return recordMessage(
    ctx,
    { ...own, sender: shownSender, ...read },
    { isDuplicateOfSettled: true },
  )
}

/** The first line that says something, as the name of a text. */
function firstWordsOf(text: string): string {
  const start = text.slice(0, 2000).trimStart()
  const end = start.search(/[\r\n]/)
  return (end === -1 ? start : start.slice(0, end)).trim().slice(0, 100)
}
