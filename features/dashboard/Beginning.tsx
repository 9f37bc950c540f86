import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Alert } from '#platform/ui/Alert.tsx'
import { Button } from '#platform/ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/Dialog.tsx'
import { Spinner } from '#platform/ui/Spinner.tsx'
import { useRead, useWrite } from '#platform/web/api.ts'
import { Step } from './Step.tsx'
import { type FirstSteps, beginBusiness, readFirstSteps } from './contract.ts'
import { hasBegun } from './first-steps-rules.ts'

const everyMs = 1000

/** The choice to begin with demo data or without, and what becomes of it. */
export function Beginning({ facts }: { facts: FirstSteps }) {
  const [asks, setAsks] = useState(false)
  const begin = useWrite(beginBusiness, {
    refreshes: [readFirstSteps],
    failure: 'Failed to begin',
  })
  const isLoading = facts.beginning === 'wanted'
  if (isLoading) return <Loading />
  const hasOwn = facts.hasCustomers || facts.hasVendors || facts.hasSkus
  if (facts.beginning === 'loaded') return <Step isDone>The demo data is loaded</Step>
  if (hasOwn) return <Step isDone>Begun with records of your own</Step>
  return (
    <>
      <Step isDone={hasBegun(facts)}>
        <span className="flex flex-wrap items-center gap-2">
          <Button size="small" onClick={() => setAsks(true)}>
            Load demo data
          </Button>
          <Button
            size="small"
            isBusy={begin.isPending}
            whyNot={facts.beginning === 'empty' ? 'It was started empty' : undefined}
            onClick={() => void begin.tryRun({ body: { with: 'empty' } })}
          >
            Start empty
          </Button>
        </span>
      </Step>
      {facts.failure !== null && (
        <li className="order-first col-span-full">
          <Alert title="The demo data was not loaded">{facts.failure}</Alert>
        </li>
      )}
      {asks && <LoadDialog onClose={() => setAsks(false)} />}
    </>
  )
}

/** Asks how far it is until it is done, and then has every screen read anew. */
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

/** What the demo data brings, and that it stays, before it comes. */
function LoadDialog({ onClose }: { onClose: () => void }) {
  const begin = useWrite(beginBusiness, { refreshes: [readFirstSteps] })
  const load = async () => {
    if (await begin.isDone({ body: { with: 'demo' } })) onClose()
  }
  return (
    <Dialog
      size="small"
      title="Load demo data"
      description="A year of a made-up business, to try everything with."
      onClose={onClose}
    >
      <DialogBody>
        <ul className="text-body grid list-disc gap-2 pl-5">
          <li>
            Customers, vendors, SKUs, orders, returns, invoices and bills are loaded, all or
            nothing. It takes about a minute; others may have to wait meanwhile.
          </li>
          <li>It cannot be taken out again: real work belongs in a database of its own.</li>
          <li>
            Its seven accounts begin with <strong>demo-</strong> and are switched off. Switch one on
            and give it a password under Manage users.
          </li>
          <li>Customers who pay late keep their credit: both rules about that are set to 0.</li>
        </ul>
        {begin.error && (
          <div className="mt-4">
            <Alert>{begin.error.sentence}</Alert>
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" isBusy={begin.isPending} onClick={() => void load()}>
          Load it now
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
