import type { ReactNode } from 'react'

type FinancialStatementFrameProps = {
  label: string
  fields: ReactNode
  file: ReactNode
  children: ReactNode
}

/** The frame of a statement: its date fields, its export and its content. */
export function FinancialStatementFrame({
  label,
  fields,
  file,
  children,
}: FinancialStatementFrameProps) {
  return (
    <section aria-label={label} className="card flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <div className="flex flex-wrap items-end gap-2">{fields}</div>
        {file}
      </div>
      {children}
    </section>
  )
}
