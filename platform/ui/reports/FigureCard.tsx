import { clsx } from 'clsx'
import { Info } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import type { Address } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { Skeleton } from '../page/Skeleton.tsx'

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
}

/**
 * A figure of a report: title, value, formula, and links to the rows behind it. A group and no
 * region: the list of its rows may have the same title.
 */
export function FigureCard(props: FigureCardProps) {
  const { title, value, sub, formula, asOf, tie, rows, parts, byOrders } = props
  return (
    <div role="group" aria-label={title} className="card flex min-w-0 flex-col p-3 sm:px-4">
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-label text-muted">{title}</h2>
        <FigureFormula {...{ title, formula, asOf, tie, rows, parts, byOrders }} />
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
          {rows ? (
            <ScreenAddressLink address={rows} className="text-inherit no-underline hover:underline">
              {value}
            </ScreenAddressLink>
          ) : (
            value
          )}
        </p>
      )}
      <div
        className={clsx(
          'text-table min-h-10 text-muted sm:min-h-6',
          value === undefined && 'invisible',
          // The minimum target size is 24 px, for touch and tremor.
          '[&_a]:inline-block [&_a]:leading-6',
        )}
      >
        {sub}
      </div>
    </div>
  )
}

type FigureFormulaProps = Pick<
  FigureCardProps,
  'title' | 'formula' | 'asOf' | 'tie' | 'rows' | 'parts' | 'byOrders'
>

/** A button that opens how a figure is computed: formula, day, comparison and links to its rows. */
export function FigureFormula(props: FigureFormulaProps) {
  const { title, formula, asOf, tie, rows, parts, byOrders } = props
  const links = [
    ...(parts ?? (rows ? [{ ...rows, label: 'Show the rows' }] : [])),
    ...(byOrders ? [{ ...byOrders, label: `From orders: ${byOrders.text}` }] : []),
  ]
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
          <p>{formula}</p>
          {asOf && <p className="mt-2 text-muted">{`As of ${formatDay(asOf)}`}</p>}
          {tie && <div className="mt-2">{tie}</div>}
          {links.map((link) => (
            <Popover.Close key={link.label} asChild>
              <ScreenAddressLink address={link} className="mt-2 block w-fit">
                {link.label}
              </ScreenAddressLink>
            </Popover.Close>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
