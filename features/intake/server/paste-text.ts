import { cutText } from '#platform/kernel/fields.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import type { IntakeMessageDetails, PasteForm } from '../contract.ts'
import { readMessageDetails } from './read-message.ts'
import { recordText } from './record-text.ts'
import { resolveText } from './resolve-text.ts'

/**
 * Reads a pasted order text into a message of the inbox. Creates no order. The same text of two
 * named senders is two messages; a colleague who pastes it without a sender gets the first one.
 */
export function createIntakeMessage(
  ctx: Context,
  { text, sender = '' }: PasteForm,
): Promise<IntakeMessageDetails> {
  return inTransaction(ctx, async (inner) => {
    const content = await resolveText(inner, text, sender)
    const id = await recordText(inner, {
      channel: 'text',
      raw: Buffer.from(text, 'utf8'),
      sender: sender || (inner.user?.username ?? ''),
      senderKey: sender.trim().toLowerCase(),
      subject: firstWordsOf(text),
      content,
    })
    return readMessageDetails(inner, id)
  })
}

/** The first line that says something, as the name of a text. */
function firstWordsOf(text: string): string {
  const start = text.slice(0, 2000).trimStart()
  const end = start.search(/[\r\n]/)
  return cutText((end === -1 ? start : start.slice(0, end)).trim(), 100)
}
