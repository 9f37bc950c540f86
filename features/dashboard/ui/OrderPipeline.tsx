import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { LazyChartTable, TableToggle } from '#platform/ui/chart/TableToggle.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { FigureFormula } from '#platform/ui/reports/FigureCard.tsx'
import type { DashboardTrends } from '../contract.ts'

const colors: Record<string, string> = {
  pending: 'var(--chart-3)',
  processing: 'var(--chart-4)',
  shipped: 'var(--chart-2)',
}

const formula =
  'Number and total of the sales orders that are pending, processing or shipped. Each status ' +
  'opens its orders.'

type OrderPipelineProps = { trends: DashboardTrends | undefined; isPending: boolean }

/** Open orders by status with counts and amounts, as a chart or a table. */
export function OrderPipeline({ trends, isPending }: OrderPipelineProps) {
  const [isTable, setIsTable] = useState(false)
  const stages = (trends?.pipeline ?? []).filter(({ status }) => colors[status])
  const all = stages.reduce((sum, { orders }) => sum + orders, 0)
  return (
    <section aria-labelledby="pipeline" className="card p-4 md:col-span-full">
      <div className="mb-2 flex min-h-8 items-start justify-between gap-2 pointer-coarse:min-h-11">
        <h2 id="pipeline" className="text-card pt-1">
          Order pipeline
        </h2>
        {all > 0 && (
          <div className="flex shrink-0 items-start gap-1">
            <TableToggle isTable={isTable} onTurn={setIsTable} />
            <FigureFormula title="Order pipeline" formula={formula} asOf={trends?.to} />
          </div>
        )}
      </div>
      {isPending && <Skeleton className="h-36" />}
      {!isPending && all === 0 && (
        <p className="min-h-36 text-muted">{trends ? 'No open orders.' : 'Not loaded.'}</p>
      )}
      <div className={all > 0 ? 'min-h-36' : ''}>
        {all > 0 && (isTable ? <StagesTable stages={stages} /> : <Stages {...{ stages, all }} />)}
      </div>
    </section>
  )
}

type Stage = DashboardTrends['pipeline'][number]

function Stages({ stages, all }: { stages: readonly Stage[]; all: number }) {
  return (
    <>
      <div aria-hidden className="mb-3 flex h-4 overflow-hidden rounded-control">
        {stages.map(({ status, orders }) => (
          <span
            key={status}
            className="chart-mark"
            style={{ width: `${(100 * orders) / all}%`, background: colors[status] }}
          />
        ))}
      </div>
      <ul className="grid grid-cols-1 gap-1">
        {stages.map(({ status, orders, amount }) => (
          <li key={status}>
            <Link
              to="/sales-orders"
              search={{ 'f.status': status }}
              className="text-table numbers flex min-h-9 items-center justify-between gap-2
                rounded-control px-2 text-ink no-underline hover:bg-hover"
            >
              <StatusBadge status={status} />
              <span>{`${orders.toLocaleString('en-US')} · ${formatDecimal(amount)}`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function StagesTable({ stages }: { stages: readonly Stage[] }) {
  return (
    <LazyChartTable
      label="Order pipeline as a table"
      heads={['Status', 'Orders', 'Amount']}
      rows={stages.map(({ status, orders, amount }) => [
        <Link key={status} to="/sales-orders" search={{ 'f.status': status }}>
          <StatusBadge status={status} />
        </Link>,
        orders.toLocaleString('en-US'),
        formatDecimal(amount),
      ])}
    />
  )
}
