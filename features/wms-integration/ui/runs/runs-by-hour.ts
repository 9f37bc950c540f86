import type { TypeStatus } from '../../contract.ts'
import { type DataType, dataTypes } from '../../rules.ts'

const hourMs = 3_600_000

/** The runs of one type of data that ended within an hour. */
export type HourOfRuns = { runs: number; failed: number; processed: number }

/**
 * Groups runs by hour, latest first. Each hour has its start (ISO) and the runs of each type;
 * undefined for a type without runs.
 */
export function hoursOf(types: readonly Pick<TypeStatus, 'dataType' | 'day'>[]) {
  const hours = new Map<number, Partial<Record<DataType, HourOfRuns>>>()
  for (const { dataType, day } of types) {
    for (const { at, isSuccess, processed } of day) {
      const start = Math.floor(Date.parse(at) / hourMs) * hourMs
      const hour = hours.get(start) ?? {}
      const before = hour[dataType] ?? { runs: 0, failed: 0, processed: 0 }
      hour[dataType] = {
        runs: before.runs + 1,
        failed: before.failed + (isSuccess ? 0 : 1),
        processed: before.processed + processed,
      }
      hours.set(start, hour)
    }
  }
  return [...hours]
    .toSorted(([a], [b]) => b - a)
    .map(([start, of]) => ({
      at: new Date(start).toISOString(),
      types: dataTypes.map((dataType) => of[dataType]),
    }))
}
