import { authoritiesOf } from '#features/auth/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import type { Context } from '#platform/server/database/db.ts'
import { levelsOf } from './approval-levels.ts'

/**
 * What an approval is decided with: in whose names the user may approve on a day, and the approval
 * chain. The chain alone for a submission, whose first level is notified; nothing for other steps.
 */
export async function chainOf(ctx: Context, verb: string, date: Day) {
  if (verb === 'submit') return { levels: await levelsOf(ctx) }
  if (verb !== 'approve') return {}
  return { authorities: await authoritiesOf(ctx, date), levels: await levelsOf(ctx) }
}
