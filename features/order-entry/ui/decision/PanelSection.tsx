import type { ReactNode } from 'react'

type PanelSectionProps = {
  title: string
  /** Beside the title. */
  tools?: ReactNode
  children: ReactNode
}

/** A section of the panel beside an order. */
export function PanelSection({ title, tools, children }: PanelSectionProps) {
  return (
    <section aria-label={title} className="border-t border-line pt-3">
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 className="text-label">{title}</h3>
        {tools}
      </div>
      {children}
    </section>
  )
}
