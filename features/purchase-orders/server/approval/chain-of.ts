import { authoritiesOf } from '#features/auth/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import type { Context } from '#platform/server/database/db.ts'
import { levelsOf } from './approval-levels.ts'

/**
 * What an approval is decided with: in whose names the user may approve on a day, and the approval
 * chain. Nothing for another step.
 */
export async function chainOf(ctx: Context, verb: string, date: Day) {
  if (verb !== 'approve') return {}
  return { authorities: await authoritiesOf(ctx, date), levels: await levelsOf(ctx) }
}
