import { clsx } from 'clsx'
import { Copy, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { EmailProblemsCard } from '#features/documents/ui/parts/EmailProblemsCard.tsx'
import { formatMinute, formatTime } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { copyText } from '#platform/ui/buttons/copy.ts'
import { keysOf, useShortcut } from '#platform/ui/keyboard/shortcuts.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { DataChecksCard } from './DataChecksCard.tsx'
import { DeadMessagesCard } from './DeadMessagesCard.tsx'
import { EndpointTests } from './EndpointTests.tsx'
import { EndpointList } from './EndpointList.tsx'
import { HealthCards } from './HealthCards.tsx'
import { Incidents } from './Incidents.tsx'
import { DatabaseStatistics } from './DatabaseStatistics.tsx'
import { MemoryUsage } from './MemoryUsage.tsx'
import { SealedHistoryCard } from './SealedHistoryCard.tsx'
import { ServiceLevelsCard } from './service-levels/ServiceLevelsCard.tsx'
import { TableSizesCard } from './TableSizesCard.tsx'
import { UnreadableFields } from './UnreadableFields.tsx'
import { listIncidents } from '../contract.ts'
import { diagnosticsOf } from './diagnostics.ts'
import { verdictOf } from '../rules.ts'
import { type Range, ranges } from './health-figures.ts'
import { basicEveryMs, detailedEveryMs, useHealth } from './use-health.ts'

type HealthProps = { health: ReturnType<typeof useHealth> }

/** System health page: verdict, every part, and recent incidents. */
export function SystemHealthPage() {
  const health = useHealth()
  const { basic, detailed, refresh, isReading, isCutOff } = health
  useShortcut('reload', refresh)
  return (
    <>
      <PageHeader
        title="System Health Check"
        subtitle="Monitor system status and endpoint health"
      />
      <PageContent>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Verdict health={health} />
          <p className="text-table numbers min-w-[24ch] text-muted">
            Last updated: {basic.dataUpdatedAt > 0 ? formatTime(basic.dataUpdatedAt) : 'Never'}
          </p>
          <Button
            icon={Copy}
            whyNot={basic.data || detailed.data ? undefined : 'No data yet'}
            onClick={() => void copyText(diagnosticsOf(basic.data, detailed.data))}
          >
            Copy diagnostics
          </Button>
          <Tooltip label="Refresh" keys={keysOf('reload')}>
            <Button icon={RefreshCw} isBusy={isReading} onClick={refresh}>
              Refresh
            </Button>
          </Tooltip>
        </div>
        {isCutOff && (
          <Alert
            title="Can't reach the server, retrying in 30 s"
            actions={<Button onClick={refresh}>Try again</Button>}
          >
            The last known state is shown.
          </Alert>
        )}
        {!isCutOff && (basic.error ?? detailed.error) && (
          <Alert
            title="System health could not be loaded"
            actions={<Button onClick={refresh}>Try again</Button>}
          >
            {(basic.error ?? detailed.error)?.message}
          </Alert>
        )}
        {detailed.data?.notices?.map((notice) => (
          <Alert key={notice} tone="warning">
            {notice}.
          </Alert>
        ))}
        <Parts health={health} />
        <p className="text-table text-muted">
          {`Refreshed every ${basicEveryMs / 1000} s, the details every ` +
            `${detailedEveryMs / 1000} s, while this tab is visible.`}
        </p>
      </PageContent>
    </>
  )
}

/** All panels, in grayscale if the data is outdated. */
function Parts({ health: { basic, detailed, isCutOff } }: HealthProps) {
  const [range, setRange] = useState<Range>(ranges[0])
  return (
    <div className={clsx('flex flex-col gap-4', isCutOff && 'grayscale')}>
      <HealthCards
        basic={basic.data}
        detailed={detailed.data}
        readAt={basic.dataUpdatedAt}
        isPending={basic.isPending}
        areDetailsPending={detailed.isPending}
      />
      <EndpointList
        health={basic.data}
        isPending={basic.isPending}
        range={range}
        onRange={setRange}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <MemoryUsage health={detailed.data} isPending={detailed.isPending} />
        <DatabaseStatistics health={detailed.data} isPending={detailed.isPending} />
      </div>
      <ServiceLevelsCard />
      <SealedHistoryCard />
      <DataChecksCard />
      <EmailProblemsCard />
      <DeadMessagesCard />
      <TableSizesCard />
      <UnreadableFields />
      <Incidents key={range.incidents.hours} span={range.incidents} />
      <EndpointTests health={detailed.data} isPending={detailed.isPending} />
    </div>
  )
}

/** The state in one sentence, with the start of the incident if it is not healthy. */
function Verdict({ health: { basic, isCutOff } }: HealthProps) {
  const { data } = useRead(listIncidents, { query: { hours: 24 }, everyMs: basicEveryMs })
  const overall = isCutOff ? 'unknown' : (basic.data?.overall ?? 'unknown')
  const database = basic.data?.database.status ?? 'unknown'
  const endpoints = Object.entries(basic.data?.endpoints ?? {})
  const named = endpoints.map(([name, { status }]) => ({ name, status }))
  const unhealthyNames = new Set(
    named.filter(({ status }) => status !== 'healthy').map(({ name }) => name),
  )
  const parts = database === 'healthy' ? unhealthyNames : new Set(['database'])
  const open = (data ?? []).filter(({ to, part }) => to === null && parts.has(part))
  const since = open.map(({ from }) => from).toSorted()[0]
  const { warnings, database: { error: databaseError } = {} } = basic.data ?? {}
  const sentence = verdictOf({ overall, database, databaseError, warnings }, named)
  return (
    <p
      role="status"
      className="text-card flex min-h-12 min-w-0 flex-1 basis-80 items-center gap-2 sm:min-h-0"
    >
      <StatusBadge status={overall} />
      <span>
        {basic.isPending ? 'Loading…' : sentence}
        {since && !basic.isPending && overall !== 'healthy' ? ` since ${formatMinute(since)}` : ''}
      </span>
    </p>
  )
}
