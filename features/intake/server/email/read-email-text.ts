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

const sizeLimit = 'The email is larger than 5 MB'

/** The problem of an email of which only the header is known. */
export const tooLargeEmail = `${sizeLimit}. Only its header was read`

const sameId = 'has the same Message-ID. Check that this is another order, then save'

/** The problem of an email whose Message-ID another email had, such as a copy of it. */
export function sameIdEmail(id: number): string {
  return `Message ${id} ${sameId}`
}

/**
 * Those problems of an email that cannot be read from its bytes again. Another version of the
 * program may have worded that it is too large.
 */
export function lastingProblems(unread: readonly string[] = []): string[] {
  return unread.flatMap((problem) => {
    if (problem.startsWith(sizeLimit)) return [tooLargeEmail]
    return problem.endsWith(sameId) ? [problem] : []
  })
}

/** An email that could not be read: a person sees its raw bytes and the reason. */
export function unreadableEmail(error: unknown): EmailText {
  const reason = cutText(describeError(error), 200)
  const unread = [`The email could not be read: ${reason}`]
  return { messageId: null, from: '', subject: '', text: '', unread, report: null }
}

/** The form of an email, with the text that its marks refer to. */
export async function emailForm(
  ctx: Context,
  { text, from, unread }: EmailText,
): Promise<StoredForm> {
  const stored = await resolveText(ctx, text, from)
  return { ...stored, text, unread: [...unread, ...(stored.unread ?? [])] }
}
