import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Info } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { formatDay, type Day } from '#platform/kernel/days.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { Skeleton } from './Skeleton.tsx'

/** A link to a screen with its search parameters. */
type CardLink = { to: string; search: Record<string, string> }

type FigureCardProps = {
  title: string
  /** Undefined while loading. */
  value: string | undefined
  /** A smaller line under the figure. */
  sub?: ReactNode
  /** How the figure is computed, in words. */
  formula: string
  /** The figure is as of the end of this day. */
  asOf?: Day | undefined
  /** The link to the rows behind the figure. */
  rows?: CardLink | undefined
  /** The parts of a ratio: name and amount of each, with a link to its rows. */
  parts?: readonly (CardLink & { label: string })[] | undefined
  /** The same figure by orders, with a link to them. */
  byOrders?: CardLink & { text: string }
}

/** A figure of a report: title, value, formula, and links to the rows behind it. */
export function FigureCard(props: FigureCardProps) {
  const { title, value, sub, formula, asOf, rows, parts, byOrders } = props
  return (
    <section aria-label={title} className="card flex min-w-0 flex-col gap-1 p-3 sm:p-4">
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-label text-muted">{title}</h2>
        <Formula title={title} text={formula} asOf={asOf} rows={rows} parts={parts} />
      </div>
      {value === undefined ? (
        <Skeleton className="h-7 w-24 sm:h-9 sm:w-32" />
      ) : (
        <p
          className={clsx(
            'text-page sm:text-figure numbers font-semibold whitespace-nowrap',
            value.length > 12 && 'max-sm:text-card',
          )}
        >
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
          // The minimum target size is 24 px, for touch and tremor.
          '[&_a]:inline-block [&_a]:leading-6',
        )}
      >
        {sub}
        {byOrders && (
          <p>
            <Link to={byOrders.to} search={byOrders.search as never}>
              {'From orders: '}
              <span className="max-sm:block">{byOrders.text}</span>
            </Link>
          </p>
        )}
      </div>
    </section>
  )
}

type FormulaProps = Pick<FigureCardProps, 'title' | 'asOf' | 'rows' | 'parts'> & { text: string }

function Formula({ title, text, asOf, rows, parts }: FormulaProps) {
  const links = parts ?? (rows ? [{ ...rows, label: 'Show the rows' }] : [])
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton
          icon={Info}
          label={`How ${title} is calculated`}
          className="no-print -mt-1 -mr-1"
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={`How ${title} is calculated`}
          className="popover pop-in text-table w-72 p-3"
        >
          <p>{text}</p>
          {asOf && <p className="mt-2 text-muted">{`As of ${formatDay(asOf)}`}</p>}
          {links.map(({ label, to, search }) => (
            <Popover.Close key={label} asChild>
              <Link to={to} search={search as never} className="mt-2 block w-fit">
                {label}
              </Link>
            </Popover.Close>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
