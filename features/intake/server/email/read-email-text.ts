import { cutText } from '#platform/kernel/fields.ts'
import type { Context } from '#platform/server/database/db.ts'
import { inFileThread } from '#platform/server/imports/file-parsing-thread.ts'
import { describeError } from '#platform/server/runtime/error-serializer.ts'
import type { StoredForm } from '../../intake-form.ts'
import { resolveText } from '../resolve-text.ts'
import type { EmailText } from './email-thread-task.ts'

/**
 * The text of a raw email, read in the file thread for a user or for the program. Throws if it
 * cannot be read, takes too long, or the user has too many files waiting.
 */
export function readEmailText(source: Buffer, ownerId: number | undefined): Promise<EmailText> {
  return inFileThread<EmailText>('email', source.toString('base64'), ownerId)
}

/** What is said of an email of which only the head is known. */
export const tooLargeEmail = 'The email is larger than 5 MB. Only its head was read'

const sameId = 'has the same Message-ID. Check that this is another order, then save'

/** What is said of an email whose Message-ID another email had, such as a copy of it. */
export function sameIdEmail(id: number): string {
  return `Message ${id} ${sameId}`
}

/** True for what is said of an email and cannot be read from its bytes again. */
export function isLastingNotice(notice: string): boolean {
  return notice === tooLargeEmail || notice.endsWith(sameId)
}

/** An email that could not be read: a person sees its raw bytes and the reason. */
export function unreadableEmail(error: unknown): EmailText {
  const reason = cutText(describeError(error), 200)
  const unread = [`The email could not be read: ${reason}`]
  return { messageId: null, from: '', subject: '', text: '', unread }
}

/** The form of an email, with the text that its marks refer to. */
export async function emailForm(
  ctx: Context,
  { text, from, unread }: EmailText,
): Promise<StoredForm> {
  const stored = await resolveText(ctx, text, from)
  return { ...stored, text, unread: [...unread, ...(stored.unread ?? [])] }
}
