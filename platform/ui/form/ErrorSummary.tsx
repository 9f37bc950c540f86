import { useEffect, useRef } from 'react'
import { type FieldErrors, useFormContext } from 'react-hook-form'
import type { ApiError } from '#platform/web/send.ts'
import { Alert } from '../Alert.tsx'
import { useFormParts } from './form-parts.ts'

type ErrorSummaryProps = { failure: ApiError | undefined; attempt: number }

/** What kept the form from being saved. One wrong field takes the focus, several the summary. */
export function ErrorSummary({ failure, attempt }: ErrorSummaryProps) {
  const { formState } = useFormContext()
  const { formId, labels } = useFormParts()
  const box = useRef<HTMLDivElement>(null)
  const wrong = flat(formState.errors)
  const seen = useRef(0)
  useEffect(() => {
    // The errors may be drawn before or after the attempt is counted.
    if (attempt === seen.current || (wrong.length === 0 && !failure)) return
    seen.current = attempt
    const [first, ...others] = wrong
    if (first && others.length === 0) focusField(`${formId}-${first.name}`)
    else box.current?.focus()
  })
  if (wrong.length === 0 && !failure) return null
  return (
    <div className="mb-4">
      <Alert ref={box} title={failure?.message ?? 'Please check these fields'}>
        {wrong.length > 0 && (
          <ul className="list-disc pl-5">
            {wrong.map(({ name, message }) => (
              <li key={name}>
                <a
                  href={`#${formId}-${name}`}
                  className="text-inherit underline"
                  onClick={(event) => {
                    event.preventDefault()
                    focusField(`${formId}-${name}`)
                  }}
                >
                  {`${(labels.get(name) ?? name).replace(' *', '')}: ${message}`}
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
    if (typeof message === 'string') return [{ name, message: message || 'Invalid input' }]
    return value && typeof value === 'object' ? flat(value as FieldErrors, `${name}.`) : []
  })
}
