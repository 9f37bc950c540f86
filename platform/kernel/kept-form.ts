// What is kept as JSON (drafts, preferences, reports, messages that wait) says in `$form` in which
// form it was written; the first form says nothing. A form that is only added to keeps its number,
// for its reader takes what is missing as unknown. Where a field changes its meaning, or what was
// optional is needed, the writer says the next number, and the reader takes both.

const firstForm = 1

/** The number of the form in which something was kept. */
function formOf(kept: unknown): number {
  if (typeof kept !== 'object' || kept === null || !('$form' in kept)) return firstForm
  return typeof kept.$form === 'number' ? kept.$form : Number.POSITIVE_INFINITY
}

/** Whether something was kept by a later version of the program, in a form this one cannot know. */
export function isOfLaterForm(kept: unknown, known = firstForm): boolean {
  return formOf(kept) > known
}

/** Why what was kept in a later form is not read. */
export const laterForm = 'It was kept by a later version of the program.'
