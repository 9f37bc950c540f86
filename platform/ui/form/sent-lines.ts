import type { FieldErrors, FieldValues } from 'react-hook-form'

/** At which lines of a form those of a body stand, by the list of the body. */
const places = new WeakMap<object, readonly number[]>()

/**
 * The lines of a form that are sent; those whose wire form is undefined are left out. What is wrong
 * with a line that is sent is shown at its own place in the form (`inForm`, `errorsInForm`).
 */
export function sentLines<Line, Wire>(
  lines: readonly Line[],
  wireOf: (line: Line) => Wire | undefined,
): Wire[] {
  const sent: Wire[] = []
  const from: number[] = []
  for (const [place, line] of lines.entries()) {
    const wire = wireOf(line)
    if (wire === undefined) continue
    sent.push(wire)
    from.push(place)
  }
  places.set(sent, from)
  return sent
}

/** The path of a field in the form, of its path in the body: `items.0.quantity` of a later line. */
export function inForm(body: FieldValues, path: string): string {
  const [name = '', place, ...rest] = path.split('.')
  const found = placesOf(body, name)?.[Number(place)]
  return found === undefined ? path : [name, found, ...rest].join('.')
}

/** The errors of a body as those of the form. */
export function errorsInForm(body: FieldValues, errors: FieldErrors): FieldErrors {
  const entries = Object.entries(errors).map(([name, error]) => {
    const from = placesOf(body, name)
    if (!from || !Array.isArray(error)) return [name, error] as const
    const moved: unknown[] = []
    for (const [place, each] of error.entries()) moved[from[place] ?? place] = each
    return [name, moved] as const
  })
  return Object.fromEntries(entries) as FieldErrors
}

function placesOf(body: FieldValues, name: string): readonly number[] | undefined {
  const list: unknown = body[name]
  return Array.isArray(list) ? places.get(list) : undefined
}
