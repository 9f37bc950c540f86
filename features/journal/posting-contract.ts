import * as z from 'zod/mini'
import { dayOrUnsaid, text } from '#platform/kernel/fields.ts'

// The posting date of a step that posts into the books, as every such call has it.

/** The day on which the books have the step; today where it is left out. */
export const postingDate = { postedOn: dayOrUnsaid }

/** The body of a step that needs nothing but, perhaps, its posting date. */
export const postingForm = z.object(postingDate)
export type PostingForm = z.output<typeof postingForm>

/** The body of a step that takes something back: the reason, and perhaps the posting date. */
export const reasonedPostingForm = z.object({ reason: text(500), ...postingDate })
export type ReasonedPostingForm = z.output<typeof reasonedPostingForm>
