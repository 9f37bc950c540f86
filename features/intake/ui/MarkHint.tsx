import { useFormContext, useWatch } from 'react-hook-form'
import type { IntakeMark } from '../intake-form.ts'

type MarkHintProps = {
  mark: IntakeMark
  /** The field that the mark is beside. */
  name: string
}

/** What a field was read from, and how sure that is. */
export function MarkHint({ mark, name }: MarkHintProps) {
  const { control } = useFormContext()
  const value: unknown = useWatch({ control, name })
  const isSame = textOf(value) === mark.value
  const source = mark.text.length > 60 ? `${mark.text.slice(0, 60)}…` : mark.text
  return (
    <span
      data-confidence={isSame ? mark.confidence : 'changed'}
      className="text-caption font-normal text-muted"
    >
      {isSame ? `${mark.says}: “${source}”` : `Changed. The text says “${source}”`}
    </span>
  )
}

/** The value of a field as it is in a mark: a record by its id. */
function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'id' in value) return String(value.id)
  return typeof value === 'string' ? value : ''
}
