// Texts with fields such as {invoice.number}, which a document fills in.

/** A field of a text, or what stands between fields. `position` counts from 1 in its line. */
type Part = { text: string; field?: string; line: number; position: number }

const pieces = /\{([^{}\n]*)\}|\{|[^{]+/g

function* partsOf(text: string): Generator<Part> {
  let line = 1
  let position = 1
  for (const [piece, field] of text.matchAll(pieces)) {
    yield { text: piece, line, position, ...(field !== undefined && { field: field.trim() }) }
    const [last = '', ...before] = piece.split('\n').toReversed()
    line += before.length
    position = (before.length > 0 ? 1 : position) + Array.from(last).length
  }
}

/**
 * The first mistake in a text: a field that the document does not have, or a brace that begins
 * none, with its place. Undefined if there is no mistake.
 */
export function fieldMistake(text: string, known: readonly string[]): string | undefined {
  const hasLines = text.includes('\n')
  for (const part of partsOf(text)) {
    const at = `at position ${part.position}${hasLines ? ` of line ${part.line}` : ''}`
    if (part.text === '{') return `The brace ${at} does not begin a field such as {${known[0]}}`
    if (part.field !== undefined && !known.includes(part.field)) {
      return `Unknown field {${part.field}} ${at}`
    }
  }
  return undefined
}

/** What the fields of a document are filled with, by name. */
export type TextValues = Readonly<Record<string, string>>

/**
 * Fills in the fields of a text. What is filled in is not read again, so a value that looks like a
 * field stays as it is. A line whose fields are all empty is left out.
 */
export function filledIn(text: string, values: TextValues): string {
  const lines = text.split('\n').flatMap((line) => {
    const parts = [...partsOf(line)]
    const fields = parts.flatMap(({ field }) => (field === undefined ? [] : [field]))
    const isEmpty = fields.length > 0 && fields.every((field) => values[field] === '')
    return isEmpty ? [] : [parts.map((part) => valueOf(part, values)).join('')]
  })
  return lines.join('\n').trim()
}

/** A field without a value stands for itself, as in a preview without a record. */
function valueOf({ text, field }: Part, values: TextValues): string {
  return field !== undefined && Object.hasOwn(values, field) ? (values[field] ?? '') : text
}

/** Names the fields that a text may use, as a hint beside its input. */
export function fieldsHint(fields: readonly string[]): string {
  return `Fields: ${fields.map((field) => `{${field}}`).join(', ')}`
}
