import type { Context } from '#platform/server/database/db.ts'
import type { StoredForm } from '../intake-form.ts'
import { stateWith } from './advance-message.ts'
import { readProblems } from './form-facts.ts'
import { lockSame, type NewMessage, recordMessage } from './record-message.ts'

/** A text that may be an order, with the form that was read from it. */
type TextMessage = Pick<
  NewMessage,
  'sourceKey' | 'raw' | 'mediaType' | 'sender' | 'senderKey' | 'subject'
> & {
  channel: 'text' | 'email'
  content: StoredForm
}

/**
 * Records a text as a message in the open transaction: received, or in need of attention. Bytes
 * that were settled before become a duplicate. Of a text that arrives twice at once, the second one
 * finds the message of the first, also if only one of them names its sender. Returns the id of the
 * message.
 */
export async function recordText(ctx: Context, message: TextMessage): Promise<number> {
  await lockSame(ctx, message, message.raw)
  const problems = await readProblems(ctx, message.content)
  const { customerId, customerPO } = message.content.form
  const read = { problems, state: stateWith(problems), customerId, customerPO }
  return recordMessage(ctx, { ...message, ...read }, { isDuplicateOfSettled: true })
}
