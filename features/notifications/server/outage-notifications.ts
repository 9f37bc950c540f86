import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { listLastingFailures } from '#platform/server/jobs/outside-service-failures.ts'
import { notify } from './service.ts'

export const outageCheckEveryMs = 30_000

/** Notifies administrators and managers once of each exchange that has been down for minutes. */
export function notifyOfOutages(ctx: Context): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const outages = await listLastingFailures(inner.db)
    await notify(
      inner,
      outages.map(({ part, title, link, sentence, beganAt }) => ({
        roles: ['admin', 'manager'] as const,
        kind: 'system' as const,
        key: `trouble-${part}-${beganAt}`.slice(0, 200),
        title,
        text: sentence,
        link,
      })),
    )
  })
}
