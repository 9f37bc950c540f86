import { databasePart, sampleEveryMs, stateOf, thresholds } from '#features/system-health/rules.ts'
import type { Context } from '#platform/server/database/db.ts'
import { chanceOf } from '../seeded-random.ts'
import { insertRows, momentOf } from './insert-rows.ts'

const addSamples = {
  name: 'demo_add_health_samples',
  text: `insert into health_samples (part, status, response_ms, error, at)
         select * from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::timestamptz[])`,
}

/** When order lists were slow: hours before now, and for how long. */
const spell = { hoursAgo: 14, minutes: 12 }
const slowPart = '/api/sales-orders'

/** Health history of the last hours: good, except one period of slow order lists. */
export async function writeHealth(
  ctx: Context,
  calls: readonly string[],
  hours: number,
): Promise<void> {
  const chance = chanceOf('health')
  const end = ctx.now.getTime()
  const slowFrom = end - spell.hoursAgo * 3_600_000
  const slowTo = slowFrom + spell.minutes * 60_000
  const tuples: unknown[][] = []
  for (let at = end - hours * 3_600_000; at < end; at += sampleEveryMs) {
    for (const part of [databasePart, ...calls]) {
      const isSlow = part === slowPart && at >= slowFrom && at < slowTo
      const typicalMs = part === databasePart ? chance.between(1, 4) : chance.between(4, 30)
      const responseTime = isSlow ? chance.between(1100, 1900) : typicalMs
      const limit = part === databasePart ? thresholds.databaseMs : thresholds.endpointMs
      const status = stateOf({ responseTime, error: null }, limit)
      tuples.push([part, status, responseTime, null, momentOf(at)])
    }
  }
  await insertRows(ctx.db, addSamples, tuples)
}
