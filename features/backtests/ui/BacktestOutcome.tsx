import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { type Backtest, cancelBacktest, readLastBacktest } from '../contract.ts'
import { stateNames } from '../labels.ts'
import { isUnfinished } from '../rules.ts'
import { BacktestResult } from './BacktestResult.tsx'

/** The progress of a backtest, its result, or why there is none. */
export function BacktestOutcome({ backtest }: { backtest: Backtest }) {
  const { state, failure, result, finishedAt } = backtest
  if (isUnfinished(state)) return <Progress backtest={backtest} />
  if (state === 'failed') return <Alert title="The test failed">{failure}</Alert>
  if (result) return <BacktestResult result={result} finishedAt={finishedAt ?? ''} />
  const when = finishedAt === null ? '' : ` on ${formatMoment(finishedAt)}`
  return (
    <Alert tone="info">
      {state === 'stopped'
        ? `The last test was stopped${when}: the server or its database restarted. Run it again.`
        : `The last test was cancelled${when}.`}
    </Alert>
  )
}

function Progress({ backtest: { id, state, total, done } }: { backtest: Backtest }) {
  const cancel = useWrite(cancelBacktest, {
    refreshes: [readLastBacktest],
    failure: 'Failed to cancel the test',
  })
  const counts = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} orders`
  return (
    <section aria-label="Progress" className="card grid gap-3 p-4">
      <p className="text-table numbers">
        {/* Not the count, which a screen reader would say every second. */}
        <span role="status">{stateNames[state]}</span>
        {total > 0 && `: ${counts}`}
      </p>
      <progress
        aria-label="Compared orders"
        value={done}
        max={Math.max(total, 1)}
        className="w-full"
      />
      <div>
        <Button isBusy={cancel.isPending} onClick={() => void cancel.tryRun({ params: { id } })}>
          Cancel test
        </Button>
      </div>
    </section>
  )
}
