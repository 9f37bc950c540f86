import type { ReactNode } from 'react'

type FormSectionProps = {
  title: string
  /** Shown read-only because the user's role may not edit it. */
  isDisabled?: boolean
  children: ReactNode
}

/** A titled group of fields: two columns from 768 px, one below. */
export function FormSection({ title, isDisabled = false, children }: FormSectionProps) {
  return (
    <fieldset disabled={isDisabled} className="mb-6 last:mb-0">
      <legend className="text-card mb-3">{title}</legend>
      {isDisabled && (
        <p className="text-caption -mt-2 mb-3 font-normal text-muted">
          Your role can view these fields but not change them.
        </p>
      )}
      <div className="grid gap-x-4 gap-y-4 md:grid-cols-2">{children}</div>
    </fieldset>
  )
}
