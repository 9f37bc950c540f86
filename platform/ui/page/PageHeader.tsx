import { clsx } from 'clsx'
import { type ReactNode, createContext, use, useEffect, useRef } from 'react'
import { useOpenRecord } from '../menu/screen-commands.ts'

/** The tools that the app frame adds to every page header: search and bell. */
export const HeaderTools = createContext<{ before?: ReactNode; after?: ReactNode }>({})

type PageHeaderProps = {
  title: string
  subtitle?: string
  /**
   * The record on top of the page, which comes first in the window title. If the page does not know
   * its name, the open details dialog provides it.
   */
  record?: string | undefined
  /** Controls of the whole page, such as its day, where there is room beside the title. */
  controls?: ReactNode
}

let isFirstPage = true

/** The header of a page. A page change moves the focus to its heading. */
export function PageHeader({ title, subtitle, record, controls }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const tools = use(HeaderTools)
  const [opened] = useOpenRecord()?.split(' · ') ?? []
  useEffect(() => {
    // A dialog opened by the URL, or the tour that leads here, already has the focus.
    const hasFocus =
      document.querySelector('[role=dialog]') ?? document.activeElement?.closest('[data-tour-card]')
    if (!isFirstPage && !hasFocus) heading.current?.focus()
    isFirstPage = false
  }, [])
  return (
    <header
      className={clsx(
        'no-print sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-surface',
        'px-3 md:px-4 lg:px-6',
      )}
    >
      <title>{[record ?? opened, title, 'Prizm'].filter(Boolean).join(' · ')}</title>
      {tools.before}
      <div className="min-w-0 flex-1">
        {/* On a phone a long title wraps to two lines before it is cut. */}
        <h1
          ref={heading}
          tabIndex={-1}
          className={clsx(
            'text-page truncate max-sm:text-card max-sm:line-clamp-2 max-sm:leading-5',
            'max-sm:whitespace-normal',
          )}
        >
          {title}
        </h1>
        {subtitle && (
          <p className="text-caption -mt-1 hidden truncate font-normal text-muted sm:block">
            {subtitle}
          </p>
        )}
      </div>
      {controls}
      {tools.after}
    </header>
  )
}

/** The content under the header, with the page's padding. */
export function PageContent({ children }: { children: ReactNode }) {
  return (
    <div
      className={clsx(
        'flex flex-col gap-2 p-2 sm:gap-4 sm:p-3 md:p-4 lg:p-6',
        'sm:compact:gap-1.5 sm:compact:py-2',
      )}
    >
      {children}
    </div>
  )
}
