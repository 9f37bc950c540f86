import * as z from 'zod/mini'
import { dayOrUnsaid, text } from '#platform/kernel/fields.ts'

// The posting date of every step that posts to the journal.

/** The day on which the step is posted; defaults to today. */
export const postingDate = { postedOn: dayOrUnsaid }

/** The body of a step that has only an optional posting date. */
export const postingForm = z.object(postingDate)
export type PostingForm = z.output<typeof postingForm>

/** The body of a step that reverses something: the reason and an optional posting date. */
export const reasonedPostingForm = z.object({ reason: text(500), ...postingDate })
export type ReasonedPostingForm = z.output<typeof reasonedPostingForm>
