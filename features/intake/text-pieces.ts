import type { IntakeMarks } from './intake-form.ts'
import type { Confidence } from './text-spans.ts'

/** A piece of a text for the screen; with a confidence if a value was read from it. */
type TextPiece = { start: number; text: string; confidence?: Confidence }

/** Cuts a text at its marks, in order. Of marks that overlap, the one that begins first stays. */
export function piecesOf(text: string, marks: IntakeMarks): TextPiece[] {
  const places = Object.values(marks)
    .flatMap(({ start, end, confidence }) => {
      return start === null || end === null || end <= start ? [] : [{ start, end, confidence }]
    })
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
  const pieces: TextPiece[] = []
  let at = 0
  for (const { start, end, confidence } of places) {
    if (start < at || end > text.length) continue
    if (start > at) pieces.push({ start: at, text: text.slice(at, start) })
    pieces.push({ start, text: text.slice(start, end), confidence })
    at = end
  }
  if (at < text.length) pieces.push({ start: at, text: text.slice(at) })
  return pieces
}
