import { type Ref, useEffect, useRef } from 'react'
import { type FieldErrors, useFormContext } from 'react-hook-form'
import type { ApiError } from '#platform/web/api-client.ts'
import { Alert } from '../notices/Alert.tsx'
import { useFormParts } from './form-context.ts'
import { errorText } from './field-text.ts'

type ErrorSummaryProps = { failure: ApiError | undefined; attempt: number }

/** Why the form was not saved. A single invalid field receives the focus, several: the summary. */
export function ErrorSummary({ failure, attempt }: ErrorSummaryProps) {
  const { formState } = useFormContext()
  const { formId, labels } = useFormParts()
  const wrong = flat(formState.errors).map(({ name, message }) => ({
    id: `${formId}-${name}`,
    label: labels.get(name) ?? name,
    message,
  }))
  return <InvalidFields wrong={wrong} failure={failure?.message} attempt={attempt} />
}

type InvalidFieldsProps = {
  /** The invalid fields by input id, in form order. */
  wrong: readonly { id: string; label: string; message: string }[]
  /** The server's message for the whole form, if any. */
  failure: string | undefined
  /** The number of attempts: each new failed one moves the focus. */
  attempt: number
}

/** The error summary of a form, with a link to each invalid field. */
export function InvalidFields({ wrong, failure, attempt }: InvalidFieldsProps) {
  const box = useRef<HTMLDivElement>(null)
  const handledAttempt = useRef(0)
  useEffect(() => {
    // The errors may render before or after the attempt is counted.
    if (attempt === handledAttempt.current || (wrong.length === 0 && !failure)) return
    handledAttempt.current = attempt
    const [first, ...others] = wrong
    if (first && others.length === 0) focusField(first.id)
    else box.current?.focus()
  })
  if (wrong.length === 0 && !failure) return null
  return <Summary ref={box} wrong={wrong} title={failure ?? 'Please check these fields'} />
}

type SummaryProps = Pick<InvalidFieldsProps, 'wrong'> & { title: string; ref: Ref<HTMLDivElement> }

function Summary({ wrong, title, ref }: SummaryProps) {
  return (
    <div className="mb-4">
      <Alert ref={ref} title={title}>
        {wrong.length > 0 && (
          <ul className="list-disc pl-5">
            {wrong.map(({ id, label, message }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-block py-0.5 leading-5 text-inherit underline"
                  onClick={(event) => {
                    event.preventDefault()
                    focusField(id)
                  }}
                >
                  {`${label.replace(' *', '')}: ${message}`}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Alert>
    </div>
  )
}

function focusField(id: string): void {
  document.getElementById(id)?.focus()
}

function flat(errors: FieldErrors, prefix = ''): { name: string; message: string }[] {
  return Object.entries(errors).flatMap(([key, value]) => {
    const name = prefix + key
    const message = (value as { message?: unknown } | undefined)?.message
    if (typeof message === 'string') return [{ name, message: errorText(message) }]
    return value && typeof value === 'object' ? flat(value as FieldErrors, `${name}.`) : []
  })
}
