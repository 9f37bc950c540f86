import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/** The attributes that link an input to its label, hint and error. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  /** Ends with `*` if the field is required. */
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Spans both columns of the form. */
  wide?: boolean
  /** A fixed id, for error summaries that link to the input. */
  id?: string
  children: (control: ControlProps) => ReactNode
}

/** A label above an input, a hint below the label, the error under the input. */
export function Field({ label, hint, error, wide = false, id, children }: FieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const described = [hint && `${inputId}-hint`, error && `${inputId}-error`].filter(Boolean)
  return (
    <div className={wide ? 'min-w-0 md:col-span-2' : 'min-w-0'}>
      <label id={`${inputId}-label`} htmlFor={inputId} className="text-label mb-1 block w-fit">
        {label}
      </label>
      {hint && (
        <p id={`${inputId}-hint`} className="text-caption -mt-1 mb-1 font-normal text-muted">
          {hint}
        </p>
      )}
      {children({
        id: inputId,
        'aria-describedby': described.join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && <FieldError id={`${inputId}-error`} text={error} />}
    </div>
  )
}

function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className="text-table mt-1 flex items-start gap-1 text-danger">
      <CircleAlert aria-hidden size={14} strokeWidth={2} className="mt-[3px] shrink-0" />
      {text}
    </p>
  )
}
