import { join } from 'node:path'
import { projectRoot } from '#platform/server/runtime/config.ts'
import type { Chance } from './seeded-random.ts'
import type { Cluster } from './nodes/postgres-cluster.ts'

/** The inputs of an experiment: its random generator, where to run, and how thorough to be. */
export type Lab = {
  seed: number
  chance: Chance
  isNightly: boolean
  cluster: Cluster | undefined
}

/** One promise of the product and the experiment that demonstrates it. */
export type Experiment = {
  /** The promise's number: `P03`. */
  row: string
  promise: string
  needsPostgres: boolean
  /** A program that must be installed, such as a proxy; otherwise the experiment is skipped. */
  needsProgram?: string
  run(lab: Lab, findings: Findings): Promise<void>
}

/** Where histories and logs are kept after a run. */
export const resultsFolder = join(projectRoot, 'test-results/lab')

/** Collects the measurements of an experiment and its failed assertions. */
export class Findings {
  readonly figures: string[] = []
  readonly failures: string[] = []
  /** The result of the database's invariant views; undefined until they are queried. */
  invariants: string | undefined
  /** The number of assertions checked. */
  checked = 0

  /** A figure for the table. */
  note(figure: string): void {
    this.figures.push(figure)
  }

  /** Checks one assertion; `otherwise` is recorded if it fails. */
  expect(isSo: boolean, otherwise: string): void {
    this.checked += 1
    if (!isSo) this.failures.push(otherwise)
  }

  /** Checks that a value equals the expected one. */
  equal(what: string, have: unknown, want: unknown): void {
    this.expect(have === want, `${what}: ${String(have)}, not ${String(want)}`)
  }

  /** Checks many small assertions at once: the list of faults must be empty. */
  none(what: string, faults: readonly string[]): void {
    const firstFaults = faults.slice(0, 3).join('; ')
    const more = faults.length > 3 ? ` and ${faults.length - 3} more` : ''
    this.expect(faults.length === 0, `${what}: ${firstFaults}${more}`)
  }
}
