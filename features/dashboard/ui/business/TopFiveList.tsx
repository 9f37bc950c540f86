import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Day } from '#platform/kernel/days.ts'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { FigureFormula } from '#platform/ui/reports/FigureCard.tsx'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import type { TopRow } from './top-five-lists.ts'

type TopFiveListProps = {
  title: string
  rows: readonly TopRow[] | undefined
  isPending: boolean
  /** How the amounts are computed, and the last day of their period. */
  formula: string
  asOf: Day | undefined
}

/** The five best by order amount; each opens its orders. */
export function TopFiveList({ title, rows, isPending, formula, asOf }: TopFiveListProps) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section aria-labelledby={id} className="card min-h-84 min-w-0 p-4">
      <div className="mb-2 flex items-start justify-between gap-2">
        <h3 id={id} className="text-card pt-1">
          {title}
        </h3>
        <FigureFormula title={title} formula={formula} asOf={asOf} />
      </div>
      {isPending && <Skeleton className="h-56" />}
      {!isPending && !rows?.length && (
        <p className="text-muted">{rows ? 'No orders in these days.' : 'Not loaded.'}</p>
      )}
      <ol>
        {rows?.map(({ address, ...row }) => (
          <li key={row.id} className="border-t border-line first:border-t-0">
            <ScreenAddressLink
              address={address}
              className="text-table numbers block min-h-11 rounded-control px-1 py-1 text-ink
                no-underline hover:bg-hover"
            >
              <span className="block truncate" title={row.name}>
                {row.name}
              </span>
              <span className="flex justify-between gap-2 text-muted">
                <span>{counted(row.orders, 'order')}</span>
                <span className="font-semibold text-ink">{formatDecimal(row.amount)}</span>
              </span>
            </ScreenAddressLink>
          </li>
        ))}
      </ol>
    </section>
  )
}
