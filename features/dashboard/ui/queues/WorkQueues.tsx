import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Day } from '#platform/kernel/days.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { FigureFormula } from '#platform/ui/reports/FigureCard.tsx'
import type { Address } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import type { useRead } from '#platform/web/api-hooks.ts'
import type { readWorkQueues, UserQueues } from '../../contract.ts'
import { queueGroups, queuesOf } from '../../work-queues.ts'

type Queue = ReturnType<typeof queuesOf>[number]
type Figure = UserQueues['queues'][number]

type WorkQueuesProps = {
  read: ReturnType<typeof useRead<typeof readWorkQueues>>
  today: Day
}

const formula =
  'Number of records that wait for a step that your role may take, and their amount. Each queue ' +
  'opens exactly these records.'

/**
 * What waits for the user, by group: each number opens its rows. The rows of the groups are known
 * from the user's permissions, so nothing moves when the numbers arrive.
 */
export function WorkQueues({ read, today }: WorkQueuesProps) {
  const queues = queuesOf(useMay())
  const groups = queueGroups
    .map((group) => ({ ...group, queues: queues.filter((queue) => queue.group === group.id) }))
    .filter((group) => group.queues.length > 0)
  if (groups.length === 0) return null
  const { data, error } = read
  return (
    <section aria-labelledby="work-queues">
      <div className="mb-3 flex items-center justify-between gap-2">
        <h2 id="work-queues" className="text-card">
          Work queues
        </h2>
        <FigureFormula title="Work queues" formula={formula} asOf={data?.today} />
      </div>
      {error && !data && (
        <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
          {`The work queues could not be counted. ${error.sentence}`}
        </Alert>
      )}
      <div
        className="grid items-start gap-3 md:grid-cols-[repeat(auto-fit,minmax(20.5rem,1fr))]
          md:gap-4 min-[85rem]:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))]"
      >
        {groups.map((group) => (
          <Group
            key={group.id}
            label={group.label}
            queues={group.queues}
            figures={data?.queues}
            isPending={read.isPending}
            today={data?.today ?? today}
            isOnly={groups.length === 1}
          />
        ))}
      </div>
    </section>
  )
}

type GroupProps = {
  label: string
  queues: readonly Queue[]
  figures: readonly Figure[] | undefined
  isPending: boolean
  today: Day
  /** The only group fills the width, in columns. */
  isOnly: boolean
}

function Group({ label, queues, figures, isPending, today, isOnly }: GroupProps) {
  const id = `queues-${label}`
  const rows = queues.map((queue) => ({
    queue,
    figure: figures?.find(({ key }) => key === queue.key),
  }))
  const isDone = rows.every(({ figure }) => figure?.count === 0)
  return (
    <section aria-labelledby={id} className="card min-w-0 p-2">
      <div className="flex min-h-8 items-center justify-between gap-2 px-2">
        <h3 id={id} className="text-label">
          {label}
        </h3>
        {isDone && <span className="text-table text-muted">Nothing to do</span>}
      </div>
      <ul className={isOnly ? 'grid gap-x-4 md:grid-cols-2 xl:grid-cols-3' : undefined}>
        {rows.map(({ queue, figure }) => (
          <li key={queue.key}>
            <QueueLink
              label={queue.label}
              address={queue.linkOf(today)}
              figure={figure}
              isPending={isPending}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type QueueLinkProps = {
  label: string
  address: Address
  figure: Figure | undefined
  isPending: boolean
}

/** One queue; an empty one is muted. */
function QueueLink({ label, address, figure, isPending }: QueueLinkProps) {
  const isEmpty = figure?.count === 0
  const hasAmount = figure?.amount && !isEmpty
  return (
    <ScreenAddressLink
      address={address}
      className={`text-table numbers flex min-h-8 items-center gap-2 rounded-control px-2
        no-underline hover:bg-hover pointer-coarse:min-h-11 ${isEmpty ? 'text-muted' : 'text-ink'}`}
    >
      <span className="min-w-0 flex-1 break-words">{label}</span>
      {hasAmount && <span className="text-muted">{formatDecimal(figure.amount ?? '0.00')}</span>}
      {isPending ? (
        <Skeleton className="h-5 w-8" />
      ) : (
        <span className={`min-w-8 text-right ${isEmpty ? '' : 'font-semibold'}`}>
          {figure ? figure.count.toLocaleString('en-US') : '–'}
        </span>
      )}
    </ScreenAddressLink>
  )
}
