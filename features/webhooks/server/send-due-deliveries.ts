import { type Context, rows } from '#platform/server/database/db.ts'
import { recordOutage } from '#platform/server/database/recorded-outages.ts'
import type { Job } from '#platform/server/jobs/worker.ts'
import type { WebhookConfig } from './address.ts'
import { attemptDelivery, type DueDelivery } from './attempt-delivery.ts'
import { encryptWebhookSecrets } from './encrypt-secrets.ts'
import { queueEvents } from './queue-events.ts'
import * as store from './sending-store.ts'

const everyMs = 1000
const secretsEveryMs = 60_000

/**
 * A node sends to one webhook for half of this time, then releases it. The last attempt ends before
 * the lease does, so that no other node sends meanwhile.
 */
const leaseSeconds = 60

/** The background jobs of webhooks. `clock` gives the time of each attempt. */
export function webhookJobs(config: WebhookConfig, clock: () => Date): Job[] {
  const sender = createWebhookSender(config, clock)
  return [
    { name: 'webhook events', everyMs, run: queueEvents },
    { name: 'webhook deliveries', everyMs, run: sender.start, finish: sender.finish },
    { name: 'webhook secrets', everyMs: secretsEveryMs, run: encryptWebhookSecrets },
  ]
}

type Claimed = { id: number; lease: string }

/**
 * Sends what is due. Webhooks are served in parallel, so that a slow receiver delays only itself;
 * the deliveries of one webhook are sent one after the other, by one node.
 */
export function createWebhookSender(config: WebhookConfig, clock: () => Date) {
  const busy = new Map<number, Promise<void>>()
  let failure: Error | undefined
  let isStopping = false

  const serve = async (ctx: Context, { id, lease }: Claimed): Promise<void> => {
    const startedAt = performance.now()
    while (!isStopping && performance.now() - startedAt < leaseSeconds * 500) {
      const [due] = await rows<DueDelivery>(ctx.db, store.readNextDelivery, [id])
      if (!due) break
      const isResting = await attemptDelivery({ ...ctx, now: clock() }, due, config)
      if (isResting) return
    }
    await rows(ctx.db, store.releaseWebhook, [id, lease])
  }

  /** Starts to serve the webhooks with something due, and does not wait for their receivers. */
  const start = async (ctx: Context): Promise<void> => {
    const values = [leaseSeconds, [...busy.keys()]]
    const claimed = await rows<Claimed>(ctx.db, store.claimWebhooks, values)
    for (const each of claimed) {
      const served = serve(ctx, each)
        .catch((error: unknown) => {
          recordOutage(error)
          failure = error instanceof Error ? error : new Error('Sending failed', { cause: error })
        })
        .finally(() => busy.delete(each.id))
      busy.set(each.id, served)
    }
    const earlier = failure
    failure = undefined
    if (earlier) throw earlier
  }

  /** Waits until nothing is being sent. */
  const idle = async (): Promise<void> => {
    await Promise.all(busy.values())
  }

  /** Ends after the attempts that are under way. */
  const finish = (): Promise<void> => {
    isStopping = true
    return idle()
  }
  return { start, idle, finish }
}
