import type { Db } from '#platform/server/database/db.ts'
import type { Measure } from '#platform/server/operations/metric-values.ts'
import { canaryStates, goodShare } from '../../service-levels.ts'
import { readCanaryResult, readLevelCounts } from './level-store.ts'
import { reportsOf } from './read-levels.ts'

/**
 * Reads what `/metrics` shows of the canary order and of the service levels: a fixed number of
 * values, from two small tables, whatever was measured.
 */
export async function readLevelMeasures(db: Db): Promise<Measure[]> {
  const { at, state } = await readCanaryResult(db)
  const levels = reportsOf(await readLevelCounts(db))
  const of = (name: string, help: string, valueOf: (level: (typeof levels)[number]) => number) =>
    levels.map((each) => ({ name, help, labels: { level: each.level }, value: valueOf(each) }))
  return [
    ...canaryStates.map((each) => ({
      name: 'prizm_canary',
      help: '1 for the state of the last canary order, else 0',
      labels: { state: each.replace(' ', '_') },
      value: each === state ? 1 : 0,
    })),
    {
      name: 'prizm_canary_last_run_timestamp_seconds',
      help: 'The minute of the last result of the canary order; 0 before the first one',
      value: at === null ? 0 : Date.parse(at) / 1000,
    },
    ...of(
      'prizm_service_level_target_ratio',
      'Share of minutes that should be good',
      ({ targetPercent }) => targetPercent / 100,
    ),
    ...of(
      'prizm_service_level_good_ratio',
      'Share of the measured minutes of 28 days that were good; 1 if none was measured',
      goodShare,
    ),
    ...of(
      'prizm_service_level_budget_left_ratio',
      'What is left of the error budget of 28 days: 1 if all of it, below 0 if it is exceeded',
      ({ budgetLeft }) => budgetLeft,
    ),
    ...levels.flatMap(({ level, burnRates: { hour, sixHours } }) =>
      Object.entries({ '1h': hour, '6h': sixHours }).map(([window, value]) => ({
        name: 'prizm_service_level_burn_rate',
        help: 'How many times faster than allowed the error budget was used in this time',
        labels: { level, window },
        value,
      })),
    ),
  ]
}
