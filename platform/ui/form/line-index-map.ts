import type { FieldErrors, FieldValues } from 'react-hook-form'

/** The form line index of each body line, keyed by the body's list. */
const formIndexes = new WeakMap<object, readonly number[]>()

/**
 * Converts the lines of a form for the body; omits those whose wire form is undefined. `inForm` and
 * `errorsInForm` map errors back to the line indexes of the form.
 */
export function linesToWire<Line, Wire>(
  lines: readonly Line[],
  wireOf: (line: Line) => Wire | undefined,
): Wire[] {
  const sent: Wire[] = []
  const from: number[] = []
  for (const [index, line] of lines.entries()) {
    const wire = wireOf(line)
    if (wire === undefined) continue
    sent.push(wire)
    from.push(index)
  }
  formIndexes.set(sent, from)
  return sent
}

/** The form path of a body path: `items.0.quantity` may be that of a later line in the form. */
export function inForm(body: FieldValues, path: string): string {
  const [name = '', index, ...rest] = path.split('.')
  const found = formIndexesOf(body, name)?.[Number(index)]
  return found === undefined ? path : [name, found, ...rest].join('.')
}

/** Maps the errors of a body to the form. */
export function errorsInForm(body: FieldValues, errors: FieldErrors): FieldErrors {
  const entries = Object.entries(errors).map(([name, error]) => {
    const from = formIndexesOf(body, name)
    if (!from || !Array.isArray(error)) return [name, error] as const
    const moved: unknown[] = []
    for (const [index, each] of error.entries()) moved[from[index] ?? index] = each
    return [name, moved] as const
  })
  return Object.fromEntries(entries) as FieldErrors
}

function formIndexesOf(body: FieldValues, name: string): readonly number[] | undefined {
  const list: unknown = body[name]
  return Array.isArray(list) ? formIndexes.get(list) : undefined
}
