// Pieces of a pasted text with their places in it. All scans are linear in the text.

/** How sure a guess is: read from a named field, read from its form, or one of several readings. */
export const confidences = ['sure', 'likely', 'guess'] as const
export type Confidence = (typeof confidences)[number]

/** A piece of the text: `start` and `end` are offsets in it, in UTF-16 units. */
export type Span = { text: string; start: number; end: number }

/** A value that was read from the text, where it stands, and how sure that is. */
export type Guess<Value = string> = Span & { value: Value; confidence: Confidence }

/** The lines of a text without their ends, each with its place. */
export function linesOf(text: string): Span[] {
  const lines: Span[] = []
  let start = 0
  while (start <= text.length) {
    const found = text.indexOf('\n', start)
    const next = found === -1 ? text.length : found
    const end = next > start && text[next - 1] === '\r' ? next - 1 : next
    lines.push({ text: text.slice(start, end), start, end })
    start = next + 1
  }
  return lines
}

/** The piece without white space at its ends. */
export function trimmed({ text, start }: Span): Span {
  const from = text.length - text.trimStart().length
  const inner = text.trim()
  return { text: inner, start: start + from, end: start + from + inner.length }
}

/** A part of a piece, by offsets in the piece, without white space at its ends. */
export function partOf(span: Span, from: number, to = span.text.length): Span {
  const start = span.start + from
  return trimmed({ text: span.text.slice(from, to), start, end: span.start + to })
}

const isSpace = (character: string | undefined) =>
  character === ' ' || character === '\t' || character === '\u00A0'

/** The words of a line, separated by white space. */
export function wordsOf(line: Span): Span[] {
  const words: Span[] = []
  let at = 0
  while (at < line.text.length) {
    while (at < line.text.length && isSpace(line.text[at])) at += 1
    const from = at
    while (at < line.text.length && !isSpace(line.text[at])) at += 1
    if (at > from) words.push(partOf(line, from, at))
  }
  return words
}

export const separators = ['\t', '|', ';', '  ', ','] as const
export type Separator = (typeof separators)[number]

/** The cells of a line. Two or more spaces are one separator; empty cells are kept otherwise. */
export function cellsOf(line: Span, separator: Separator): Span[] {
  const cells: Span[] = []
  let from = 0
  let at = line.text.indexOf(separator)
  while (at !== -1) {
    cells.push(partOf(line, from, at))
    from = at + separator.length
    if (separator === '  ') while (line.text[from] === ' ') from += 1
    at = line.text.indexOf(separator, from)
  }
  cells.push(partOf(line, from))
  const isOpen = separator === '|' || separator === '  '
  const isEdge = (index: number) => index === 0 || index === cells.length - 1
  return isOpen ? cells.filter(({ text }, index) => text !== '' || !isEdge(index)) : cells
}

/** A guess of this value, read from a piece of the text. */
export function guessOf<Value>(
  { text, start, end }: Span,
  value: Value,
  confidence: Confidence,
): Guess<Value> {
  return { text, start, end, value, confidence }
}
