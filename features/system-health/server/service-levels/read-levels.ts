import { moment } from '#platform/kernel/days.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { ServiceLevelReport, ServiceLevelsReport } from '../../contract.ts'
import {
  budgetLeft,
  burnRate,
  countOf,
  type LevelCount,
  levelState,
  serviceLevels,
} from '../../service-levels.ts'
import { readCanaryResult, readLevelCounts, readMeasuredMinutes } from './level-store.ts'

/** Reads the last canary order and all service levels, as they were counted last. */
export async function readServiceLevels(ctx: Context): Promise<ServiceLevelsReport> {
  const { at, ...result } = await readCanaryResult(ctx.db)
  const counts = await readLevelCounts(ctx.db)
  const { measured, elapsed } = await readMeasuredMinutes(ctx)
  return {
    canary: { ...result, at: at === null ? null : moment(at) },
    measuredMinutes: measured,
    unmeasuredMinutes: elapsed - measured,
    levels: reportsOf(counts),
  }
}

/** The levels with budget, burn rates and state, in the order of their declaration. */
export function reportsOf(counts: readonly LevelCount[]): ServiceLevelReport[] {
  return serviceLevels.map(({ name, says, badPerThousand }) => {
    const window = countOf(counts, name, '28 days')
    const left = budgetLeft(window, badPerThousand)
    const burnRateIn = (span: '1 hour' | '6 hours') =>
      burnRate(countOf(counts, name, span), { badPerThousand, span })
    const burnRates = { hour: burnRateIn('1 hour'), sixHours: burnRateIn('6 hours') }
    const { measured, bad } = window
    const state = levelState({ measured, budgetLeft: left, burnRates })
    const targetPercent = (1000 - badPerThousand) / 10
    return { level: name, says, state, targetPercent, measured, bad, budgetLeft: left, burnRates }
  })
}
