import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Spinner } from '#platform/ui/page/Spinner.tsx'
import { refresh, useRead, useWrite } from '#platform/web/api-hooks.ts'
import { SetupStep } from './SetupStep.tsx'
import { type FirstSteps, startBusiness, readFirstSteps } from '../contract.ts'
import { hasStarted } from './first-steps-visibility.ts'

const LoadDialog = lazyPart(async () => (await import('./LoadDemoDialog.tsx')).LoadDemoDialog)

const everyMs = 1000

/** The choice between demo data and an empty start, and its result. */
export function DemoDataChoice({ facts }: { facts: FirstSteps }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const start = useWrite(startBusiness, {
    refreshes: [readFirstSteps],
    failure: 'Failed to start',
  })
  const client = useQueryClient()
  const knownBeginning = facts.beginning
  const startEmpty = async () => {
    const isDone = await start.isDone({ body: { with: 'empty', seen: knownBeginning } })
    // Another administrator may have started the business in the meantime.
    if (!isDone) await refresh(client, [readFirstSteps])
  }
  const isLoading = facts.beginning === 'wanted'
  if (isLoading) return <Loading />
  const hasOwnRecords = facts.hasCustomers || facts.hasVendors || facts.hasSkus
  if (facts.beginning === 'loaded') return <SetupStep isDone>Demo data loaded</SetupStep>
  if (hasOwnRecords) return <SetupStep isDone>Started with your own records</SetupStep>
  return (
    <>
      <SetupStep isDone={hasStarted(facts)}>
        <span className="flex flex-wrap items-center gap-2">
          <Button size="small" onClick={() => setIsConfirming(true)}>
            Load demo data
          </Button>
          <Button
            size="small"
            isBusy={start.isPending}
            whyNot={facts.beginning === 'empty' ? 'Started empty' : undefined}
            onClick={() => void startEmpty()}
          >
            Start empty
          </Button>
        </span>
      </SetupStep>
      {facts.failure !== null && (
        <li className="order-first col-span-full">
          <Alert title="The demo data was not loaded">{facts.failure}</Alert>
        </li>
      )}
      {isConfirming && <LoadDialog seen={knownBeginning} onClose={() => setIsConfirming(false)} />}
    </>
  )
}

/** Polls the load progress; on completion, invalidates all queries. */
function Loading() {
  const { data } = useRead(readFirstSteps, { everyMs })
  const client = useQueryClient()
  useEffect(() => () => void client.invalidateQueries(), [client])
  const part = data && data.step > 0 ? `, part ${data.step} of ${data.steps}` : ''
  return (
    <li className="flex min-h-8 items-center gap-2">
      <Spinner size={16} />
      <span role="status">{`Loading the demo data${part} …`}</span>
    </li>
  )
}
