import { RotateCcw } from 'lucide-react'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { capitalize, counted } from '#platform/kernel/plurals-and-capitals.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { useFocusAfterRemoval } from '#platform/ui/table/use-selection-and-focus-after-removal.ts'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { type DeadMessage, listDeadMessages, retryDeadMessage } from '../contract.ts'

/** Card with the messages that could not be delivered, for administrators; hidden without any. */
export function DeadMessagesCard() {
  const may = useMay()
  return may('health.check') ? <Card /> : null
}

const intro =
  'After ten failed attempts the program stops delivering a message. Correct the cause, then retry.'

function Card() {
  const read = useRead(listDeadMessages, { everyMs: 60_000 })
  const messages = read.data ?? none
  const card = useFocusAfterRemoval(messages)
  return (
    <section
      ref={card}
      aria-labelledby="dead-messages-title"
      className="card flex flex-col gap-3 p-4"
    >
      <h2 id="dead-messages-title" className="text-card">
        Undelivered Messages
      </h2>
      <p className="text-table text-muted">{intro}</p>
      <Loaded read={read}>
        {() =>
          messages.length === 0 ? (
            <p>No undelivered messages.</p>
          ) : (
            <ul aria-label="Undelivered messages" className="text-table flex flex-col">
              {messages.map((message, place) => (
                <Message key={message.id} message={message} place={place} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

const none: readonly DeadMessage[] = []

function Message({ message, place }: { message: DeadMessage; place: number }) {
  const retry = useWrite(retryDeadMessage, {
    refreshes: [listDeadMessages],
    success: 'The message will be delivered again',
    failure: 'Failed to retry message',
  })
  const { id } = message
  return (
    <li
      data-row={place}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2"
    >
      <div className="min-w-0 flex-1 basis-72 break-words">
        <p className="font-medium">{`${message.topic} · ${recordOf(message)}`}</p>
        <p className="text-muted">{reasonOf(message)}</p>
      </div>
      <Button
        icon={RotateCcw}
        size="small"
        isOnce
        data-row-link
        isBusy={retry.isPending}
        onClick={() => void retry.tryRun({ params: { id } })}
      >
        {`Retry message ${id}`}
      </Button>
    </li>
  )
}

function recordOf({ aggregate, aggregateId }: DeadMessage): string {
  return `${capitalize(aggregate.replaceAll('_', ' '))} #${aggregateId}`
}

function reasonOf({ attempts, deadAt, error }: DeadMessage): string {
  const tries = `${counted(attempts, 'attempt')}, the last ${formatMoment(deadAt)}`
  return error === null ? tries : `${tries}: ${error}`
}
