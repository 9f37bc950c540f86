import { join } from 'node:path'
import { projectRoot } from '#platform/server/runtime/config.ts'
import type { Chance } from './chance.ts'
import type { Cluster } from './nodes/cluster.ts'

/** What every experiment gets: its dice, where to run, and how thorough to be. */
export type Lab = {
  seed: number
  chance: Chance
  isNightly: boolean
  cluster: Cluster | undefined
}

/** One promise, and how it is shown. */
export type Experiment = {
  /** The promise's number: `P03`. */
  row: string
  promise: string
  needsPostgres: boolean
  run(lab: Lab, findings: Findings): Promise<void>
}

/** Where histories and logs are kept after a run. */
export const resultsFolder = join(projectRoot, 'test-results/lab')

/** What an experiment measured, and which of its pass lines did not hold. */
export class Findings {
  readonly figures: string[] = []
  readonly failures: string[] = []
  /** What the database's own checks said; undefined until they were asked. */
  invariants: string | undefined
  /** Pass lines that were held against something. */
  checked = 0

  /** A figure for the table. */
  note(figure: string): void {
    this.figures.push(figure)
  }

  /** Holds one pass line. */
  expect(isSo: boolean, otherwise: string): void {
    this.checked += 1
    if (!isSo) this.failures.push(otherwise)
  }

  /** Holds a pass line that names an exact figure. */
  equal(what: string, have: unknown, want: unknown): void {
    this.expect(have === want, `${what}: ${String(have)}, not ${String(want)}`)
  }

  /** Holds many small pass lines at once: none of them may have a fault. */
  none(what: string, faults: readonly string[]): void {
    const shown = faults.slice(0, 3).join('; ')
    const more = faults.length > 3 ? ` and ${faults.length - 3} more` : ''
    this.expect(faults.length === 0, `${what}: ${shown}${more}`)
  }
}
