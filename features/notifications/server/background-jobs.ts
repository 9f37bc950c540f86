import type { Job } from '#platform/server/jobs/worker.ts'
import { accountCheckEveryMs, notifyOfAccountChanges } from './account-notifications.ts'
import { notifyOfOutages, outageCheckEveryMs } from './outage-notifications.ts'
import { notifyStates, stateEveryMs } from './service.ts'

/** The background jobs that create notifications; their emails have jobs of their own. */
export function notificationJobs(): Job[] {
  return [
    { name: 'state notifications', everyMs: stateEveryMs, run: notifyStates },
    { name: 'outage notifications', everyMs: outageCheckEveryMs, run: notifyOfOutages },
    { name: 'account notifications', everyMs: accountCheckEveryMs, run: notifyOfAccountChanges },
  ]
}
