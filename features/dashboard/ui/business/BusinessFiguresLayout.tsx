import type { ReactNode } from 'react'

type BusinessFiguresLayoutProps = {
  figures: ReactNode
  /** The chart and the two lists. */
  children: ReactNode
}

/** The heading and the grid of the owner's figures, with the same heights while they load. */
export function BusinessFiguresLayout({ figures, children }: BusinessFiguresLayoutProps) {
  return (
    <section aria-labelledby="business">
      <h2 id="business" className="text-card mb-3">
        Business, last 30 days
      </h2>
      <div
        className="grid auto-rows-[8rem] grid-cols-2 gap-3 max-[22rem]:grid-cols-1 md:grid-cols-3
          md:gap-4 min-[87.5rem]:grid-cols-5"
      >
        {figures}
      </div>
      <div className="mt-3 grid gap-3 md:mt-4 md:grid-cols-2 md:gap-4 xl:grid-cols-4">
        {children}
      </div>
    </section>
  )
}
