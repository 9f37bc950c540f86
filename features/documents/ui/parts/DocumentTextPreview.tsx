import { useId } from 'react'
import { fieldMistake, filledIn, type TextValues } from '#features/settings/text-placeholders.ts'

type DocumentTextPreviewProps = {
  label: string
  text: string
  /** The fields that the text may use. */
  fields: readonly string[]
  values: TextValues
  /** What is shown for an empty text. */
  empty?: string
}

/** A text as a document prints it, or the mistake in its fields, while it is typed. */
export function DocumentTextPreview(props: DocumentTextPreviewProps) {
  const { label, text, fields, values, empty = 'Nothing is printed.' } = props
  const id = useId()
  const mistake = fieldMistake(text, fields)
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="text-label">
        {label}
      </h3>
      <p
        className={
          mistake
            ? 'text-table mt-1 break-words text-danger'
            : 'text-table mt-1 break-words whitespace-pre-line'
        }
      >
        {mistake ?? (filledIn(text, values) || empty)}
      </p>
    </section>
  )
}
