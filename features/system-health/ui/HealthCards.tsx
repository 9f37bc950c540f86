import { type ReactNode, useEffect, useState } from 'react'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { DetailedHealth, Health } from '../contract.ts'
import { thresholds } from '../rules.ts'
import { duration, millis } from './health-figures.ts'

type HealthCardsProps = {
  basic: Health | undefined
  detailed: DetailedHealth | undefined
  /** When the health summary arrived, by the browser's clock. */
  readAt: number
  isPending: boolean
  areDetailsPending: boolean
}

/** The four main figures at the top. */
export function HealthCards(props: HealthCardsProps) {
  const { basic, detailed, readAt, isPending, areDetailsPending } = props
  const { status = 'unknown', responseTime = null } = basic?.database ?? {}
  return (
    <div className="grid grid-cols-2 gap-2 sm:gap-4 xl:grid-cols-4">
      <Card title="Overall Status" isPending={isPending}>
        <div className="flex h-6 items-center">
          <StatusBadge status={basic?.overall ?? 'unknown'} />
        </div>
        <p className="text-table text-muted">Worst of database and endpoints</p>
      </Card>
      <Card title="Database" isPending={isPending}>
        <div className="flex flex-wrap items-center gap-x-2">
          <StatusBadge status={status} />
          <span className="numbers text-card">{millis(responseTime)}</span>
        </div>
        <p className="text-table text-muted">{`Degraded above ${thresholds.databaseMs} ms`}</p>
      </Card>
      <Card title="Server Uptime" isPending={isPending}>
        <p className="numbers text-card">
          {basic ? <Uptime seconds={basic.uptime} readAt={readAt} /> : 'Unknown'}
        </p>
        <p className="text-table text-muted">Since the program was started</p>
      </Card>
      <Card title="Environment" isPending={areDetailsPending}>
        <p className="text-card">{detailed?.environment ?? 'Unknown'}</p>
        <p className="text-table text-muted">
          {detailed ? `Prizm ${detailed.version}, ${detailed.database.kind} database` : ''}
        </p>
      </Card>
    </div>
  )
}

type CardProps = { title: string; isPending: boolean; children: ReactNode }

function Card({ title, isPending, children }: CardProps) {
  return (
    <section aria-label={title} className="card flex min-h-28 min-w-0 flex-col gap-2 p-3 sm:p-4">
      <h2 className="text-label text-muted">{title}</h2>
      {isPending ? <Skeleton className="h-20 sm:h-13" /> : children}
    </section>
  )
}

/** Counts up each second from the server's value; not announced to screen readers. */
function Uptime({ seconds, readAt }: { seconds: number; readAt: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <span aria-live="off">{duration(seconds + Math.max(0, now - readAt) / 1000)}</span>
}
