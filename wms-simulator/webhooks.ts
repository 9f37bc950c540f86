import { sign } from '#platform/server/outbound/webhook-signature.ts'
import type { Faults, WarehouseEvent } from './warehouse-state.ts'

type Sender = { url: string | undefined; secret: string; faults: () => Faults }

const attempts = 3
const pauseMs = 500

/** Sends events to the other side in order, as well as the faults allow. */
export function createWebhookSender({ url, secret, faults }: Sender) {
  let queue: Promise<void> = Promise.resolve()
  let held: WarehouseEvent | undefined
  let count = 0
  const post = async ({ id, type, timestamp, data }: WarehouseEvent): Promise<void> => {
    const body = JSON.stringify({ type, timestamp, data })
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const headers = sign(secret, { id, body }, new Date())
      const answer = await fetch(url ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      }).catch(() => undefined)
      // What was refused is not sent again: the list of events has it, and a person looks at it.
      if (answer && answer.status < 500) return
      await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt))
    }
  }
  const send = async (event: WarehouseEvent): Promise<void> => {
    const { repeat, loseEvery, isReordering } = faults()
    count += 1
    if (loseEvery > 0 && count % loseEvery === 0) return
    if (isReordering && !held) {
      held = event
      return
    }
    for (let time = 0; time < repeat; time++) await post(event)
    const delayed = held
    held = undefined
    if (delayed) await send(delayed)
  }
  return (event: WarehouseEvent): Promise<void> => {
    if (!url) return Promise.resolve()
    queue = queue.then(() => send(event))
    return queue
  }
}
