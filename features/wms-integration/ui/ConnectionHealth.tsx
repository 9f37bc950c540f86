import { type ReactNode, useState } from 'react'
import { useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { readWmsStatus, type WmsConnection, testWmsConnection } from '../contract.ts'
import { scheduleText } from '../rules.ts'

const ConnectionDialog = lazyPart(
  async () => (await import('./ConnectionDialog.tsx')).ConnectionDialog,
)

/** Shows the API, the schedule and the webhooks of the connection, each with a test button. */
export function ConnectionHealth({ connection }: { connection: WmsConnection | undefined }) {
  const whyNot = useWhyNot()('wms.manage')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-label="Connection Health" className="card p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-card">Connection Health</h2>
        {connection && (
          <Button size="small" whyNot={whyNot} onClick={() => setIsOpen(true)}>
            Change connection
          </Button>
        )}
      </div>
      {connection ? (
        <Connections connection={connection} />
      ) : (
        <p className="mt-2 text-muted">The connection settings could not be loaded.</p>
      )}
      {isOpen && connection && (
        <ConnectionDialog connection={connection} onClose={() => setIsOpen(false)} />
      )}
    </section>
  )
}

function Connections({ connection }: { connection: WmsConnection }) {
  const { url, lastApiAt, lastWebhookAt, hasWebhookSecret, isPaused } = connection
  const schedule = isPaused ? 'Paused' : scheduleText(connection.scheduleMinutes)
  return (
    <ul className="mt-2">
      <ConnectionState name="API Connection" status={apiState(connection)} part="api">
        {apiText(connection)}
        {url !== null && ` Last answer: ${formatMomentOr(lastApiAt)}.`}
      </ConnectionState>
      <ConnectionState name="Sync Schedule" status={scheduleState(connection)} part="schedule">
        {`${schedule}. Last success: ${formatMomentOr(connection.lastScheduleAt)}.`}
        {` Next: ${formatMomentOr(connection.nextRunAt, 'not planned')}.`}
      </ConnectionState>
      <ConnectionState
        name="Real-time Webhook"
        status={hasWebhookSecret ? (lastWebhookAt ? 'healthy' : 'unknown') : 'inactive'}
        part="webhook"
      >
        {hasWebhookSecret
          ? `Last webhook: ${formatMomentOr(lastWebhookAt)}.`
          : 'No webhook secret is set, so webhooks are refused.'}
      </ConnectionState>
    </ul>
  )
}

function apiState({ url, unreachableSince, lastApiAt }: WmsConnection): string {
  if (url === null) return 'inactive'
  if (unreachableSince !== null) return 'unhealthy'
  return lastApiAt === null ? 'unknown' : 'healthy'
}

function scheduleState(connection: WmsConnection): string {
  if (connection.url === null || connection.isPaused) return 'inactive'
  if (connection.scheduleLookedAt === null) return 'unknown'
  return connection.isScheduleAlive ? 'healthy' : 'unhealthy'
}

function apiText({ url, unreachableSince, lastFailure }: WmsConnection): string {
  if (url === null) return 'No warehouse is connected. An administrator can enter its address.'
  if (unreachableSince === null) return `${url}.`
  return `Down since ${formatMomentOr(unreachableSince)}: ${lastFailure ?? 'no answer'}.`
}

type Part = 'api' | 'schedule' | 'webhook'

type ConnectionStateProps = {
  name: string
  status: string
  part: Part
  children: ReactNode
}

function ConnectionState({ name, status, part, children }: ConnectionStateProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2">
      <span className="text-label w-40">{name}</span>
      <StatusBadge status={status} />
      <span className="text-table numbers min-w-0 flex-1 basis-60 break-words">{children}</span>
      <Test name={name} part={part} />
    </li>
  )
}

const titles = { api: 'Connection', schedule: 'Schedule', webhook: 'Connection' } as const

function Test({ name, part }: { name: string; part: Part }) {
  const mayRun = useMay()('wms.run')
  const test = useWrite(testWmsConnection, {
    refreshes: [readWmsStatus],
    success: ({ isOk, sentence }) => ({
      title: `${titles[part]} ${isOk ? 'works' : 'failed'}`,
      text: sentence,
      tone: isOk ? 'plain' : 'danger',
    }),
    failure: 'The test could not run',
  })
  if (!mayRun) return null
  return (
    <Button
      size="small"
      isBusy={test.isPending}
      aria-label={`Test ${name}`}
      onClick={() => void test.tryRun({ body: { part } })}
    >
      Test
    </Button>
  )
}
