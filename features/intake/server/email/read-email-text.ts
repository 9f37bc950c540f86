import type { Context } from '#platform/server/database/db.ts'
import { inFileThread } from '#platform/server/imports/file-parsing-thread.ts'
import { describeError } from '#platform/server/runtime/error-serializer.ts'
import type { StoredForm } from '../../intake-form.ts'
import { resolveText } from '../resolve-text.ts'
import type { EmailText } from './email-thread-task.ts'

/** The text of a raw email. One that cannot be read is shown to a person with the reason. */
export async function readEmailText(source: Buffer): Promise<EmailText> {
  try {
    return await inFileThread<EmailText>('email', source.toString('base64'))
  } catch (error) {
    const unread = [`The email could not be read: ${describeError(error).slice(0, 200)}`]
    return { messageId: null, from: '', subject: '', text: '', unread }
  }
}

/** The form of an email, with the text that its marks refer to. */
export async function emailForm(
  ctx: Context,
  { text, from, unread }: EmailText,
): Promise<StoredForm> {
  const stored = await resolveText(ctx, text, from)
  return { ...stored, text, unread: [...unread, ...(stored.unread ?? [])] }
}
