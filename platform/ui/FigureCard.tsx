import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Info } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { IconButton } from './IconButton.tsx'
import { Skeleton } from './Skeleton.tsx'

type FigureCardProps = {
  title: string
  /** Undefined while it is on its way. */
  value: string | undefined
  /** A smaller line under the figure. */
  sub?: ReactNode
  /** How it is counted, in words. */
  formula: string
  /** The day at whose end it is counted. */
  asOf?: string | undefined
  /** The rows behind the figure: a screen and what it is asked for. */
  rows?: { to: string; search: Record<string, string> } | undefined
}

/** A figure of a report: what it is, how it is counted, and the way to the rows behind it. */
export function FigureCard({ title, value, sub, formula, asOf, rows }: FigureCardProps) {
  return (
    <section aria-label={title} className="card flex min-w-0 flex-col gap-1 p-3 sm:p-4">
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-label text-muted">{title}</h2>
        <Formula title={title} text={formula} asOf={asOf} rows={rows} />
      </div>
      {value === undefined ? (
        <Skeleton className="h-7 w-24 sm:h-9 sm:w-32" />
      ) : (
        <p className="text-page sm:text-figure numbers font-semibold break-words">
          {rows ? (
            <Link
              to={rows.to}
              search={rows.search as never}
              className="text-inherit no-underline hover:underline"
            >
              {value}
            </Link>
          ) : (
            value
          )}
        </p>
      )}
      <div
        className={clsx(
          'text-table min-h-10 text-muted sm:min-h-5',
          value === undefined && 'invisible',
        )}
      >
        {sub}
      </div>
    </section>
  )
}

type FormulaProps = Pick<FigureCardProps, 'title' | 'asOf' | 'rows'> & { text: string }

function Formula({ title, text, asOf, rows }: FormulaProps) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton
          icon={Info}
          label={`How ${title} is counted`}
          className="no-print -mt-1 -mr-1"
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={`How ${title} is counted`}
          className="popover pop-in text-table w-72 p-3"
        >
          <p>{text}</p>
          {asOf && <p className="mt-2 text-muted">{`As of ${formatDay(asOf as Day)}`}</p>}
          {rows && (
            <Popover.Close asChild>
              <Link to={rows.to} search={rows.search as never} className="mt-2 inline-block">
                Show the rows
              </Link>
            </Popover.Close>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
