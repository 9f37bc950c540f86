import { useState } from 'react'
import type { AnswerOf } from '#platform/kernel/endpoint.ts'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readLastBacktest } from '../contract.ts'
import { isUnfinished } from '../rules.ts'
import { BacktestForm } from './BacktestForm.tsx'
import { BacktestOutcome } from './BacktestOutcome.tsx'

const pollMs = 1000

/** Tests a draft of credit rules, credit limits, list prices or tax on past orders. */
export function BacktestPage() {
  const read = useLastBacktest()
  return (
    <div className="grid grid-cols-1 gap-4">
      <BacktestForm />
      <Loaded
        read={read}
        skeleton={<Skeleton className="h-24" />}
        title="The last result could not be loaded"
      >
        {({ backtest }) => backtest && <BacktestOutcome backtest={backtest} />}
      </Loaded>
    </div>
  )
}

function isRunning(data: AnswerOf<typeof readLastBacktest> | undefined): boolean {
  return data !== undefined && data.backtest !== null && isUnfinished(data.backtest.state)
}

/** The last backtest, read every second while it waits or runs. */
function useLastBacktest() {
  const [isPolled, setPolled] = useState(false)
  const read = useRead(readLastBacktest, isPolled ? { everyMs: pollMs } : {})
  const isOpen = isRunning(read.data)
  if (isOpen !== isPolled) setPolled(isOpen)
  return read
}
