import { useState } from 'react'
import { fieldMistake } from '#features/settings/text-placeholders.ts'

/** Texts as they are typed; one with a mistake in its fields stays as it was before the mistake. */
export function usePrintableTexts(
  typed: readonly string[],
  fields: readonly string[],
): readonly string[] {
  const [last, setLast] = useState(typed)
  const current = typed.map((text, place) =>
    fieldMistake(text, fields) ? (last[place] ?? '') : text,
  )
  if (current.some((text, place) => text !== last[place])) setLast(current)
  return current
}
