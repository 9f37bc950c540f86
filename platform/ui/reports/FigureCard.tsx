import { clsx } from 'clsx'
import { Info } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import type { Day } from '#platform/kernel/days.ts'
import type { Address } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { usePressed } from '../page/LazyPart.tsx'
import { Skeleton } from '../page/Skeleton.tsx'
import { subStyle } from './figure-sub-style.ts'

export type FigureCardProps = {
  title: string
  /** Undefined while loading. */
  value: string | undefined
  /** A smaller line under the figure. */
  sub?: ReactNode
  /** How the figure is computed, in words. */
  formula: string
  /** The figure is as of the end of this day. */
  asOf?: Day | undefined
  /** What the figure is compared with, such as an account; rendered when the formula is opened. */
  tie?: ReactNode
  /** The link to the rows behind the figure. */
  rows?: Address | undefined
  /** The parts of a ratio: name and amount of each, with a link to its rows. */
  parts?: readonly (Address & { label: string })[] | undefined
  /** The same figure by orders, shown with the formula, with a link to them. */
  byOrders?: (Address & { text: string }) | undefined
  /** Two lines high: the smaller line is shown with the formula. */
  isCompact?: boolean
}

/**
 * A figure of a report: title, value, formula, and links to the rows behind it. A group and no
 * region: the list of its rows may have the same title.
 */
export function FigureCard({ isCompact = false, ...figure }: FigureCardProps) {
  const { title, value, sub, rows, ...explained } = figure
  if (isCompact) return <CompactFigure {...figure} />
  return (
    <div role="group" aria-label={title} className="card flex min-w-0 flex-col p-3 sm:px-4">
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-label text-muted">{title}</h2>
        <FigureFormula {...explained} title={title} rows={rows} />
      </div>
      {value === undefined ? (
        <Skeleton className="h-7 w-24 sm:h-9 sm:w-32" />
      ) : (
        <p
          className={clsx(
            'text-page sm:text-figure numbers font-semibold whitespace-nowrap sm:leading-9',
            value.length > 12 && 'max-sm:text-card',
          )}
        >
          <FigureValue value={value} rows={rows} />
        </p>
      )}
      <div className={clsx(subStyle, 'min-h-10 sm:min-h-6', value === undefined && 'invisible')}>
        {sub}
      </div>
    </div>
  )
}

/**
 * The figure in two lines, so that more rows of the list below it are in sight. On paper, where
 * nothing opens, it has its third line.
 */
function CompactFigure({ title, value, sub, rows, ...explained }: FigureCardProps) {
  return (
    <div
      role="group"
      aria-label={title}
      className="card flex min-w-0 items-center justify-between gap-2 py-1 pr-2 pl-3"
    >
      <div className="min-w-0">
        <h2 className="text-caption truncate text-muted" title={title}>
          {title}
        </h2>
        {value === undefined ? (
          <Skeleton className="h-6 w-24" />
        ) : (
          <p className="text-card numbers whitespace-nowrap">
            <FigureValue value={value} rows={rows} />
          </p>
        )}
        {value !== undefined && (
          <div className="text-table hidden text-muted print:block">{sub}</div>
        )}
      </div>
      <FigureFormula {...explained} title={title} rows={rows} sub={sub} />
    </div>
  )
}

/** The value, as a link to its rows if it has some. */
function FigureValue({ value, rows }: { value: string; rows: Address | undefined }) {
  if (!rows) return value
  return (
    <ScreenAddressLink address={rows} className="text-inherit no-underline hover:underline">
      {value}
    </ScreenAddressLink>
  )
}

export type FigureFormulaProps = Pick<
  FigureCardProps,
  'title' | 'sub' | 'formula' | 'asOf' | 'tie' | 'rows' | 'parts' | 'byOrders'
>

const loadPopover = async () => (await import('./FigureFormulaPopover.tsx')).FigureFormulaPopover

/**
 * A button that opens how a figure is computed: formula, day, comparison and links to its rows. The
 * popover is loaded by the first press: most are never opened.
 */
export function FigureFormula(props: FigureFormulaProps) {
  const { Part: Popover, press } = usePressed(loadPopover)
  const label = `How ${props.title} is calculated`
  if (!Popover) return <FormulaButton label={label} {...press} aria-haspopup="dialog" />
  return (
    <Popover {...props} label={label}>
      <FormulaButton label={label} />
    </Popover>
  )
}

type FormulaButtonProps = { label: string } & ButtonHTMLAttributes<HTMLButtonElement>

function FormulaButton(props: FormulaButtonProps) {
  return <IconButton {...props} icon={Info} className="no-print -mt-1 -mr-1" />
}
