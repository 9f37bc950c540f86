import { chanceOf } from './seeded-random.ts'
import { type Cluster, startCluster } from './nodes/postgres-cluster.ts'
import { cleanUp, cleanUpOnExit } from './nodes/child-processes.ts'
import { findProgram } from './nodes/reverse-proxy.ts'
import { experiments } from './experiments.ts'
import { type Experiment, Findings } from './experiment.ts'
import { type Result, tableOf, verdictOf } from './results-table.ts'

// `npm run lab`: runs the experiments of all promises on live servers.

const nightlySeeds = 20

async function main(): Promise<number> {
  cleanUpOnExit()
  const args = process.argv.slice(2)
  const isNightly = args.includes('--nightly')
  const { rows, count } = readSeeds(args)
  const chosen = selectExperiments(rows)
  const firstSeed = Number(process.env['LAB_SEED'] ?? 1)
  if (!Number.isSafeInteger(firstSeed)) throw new Error('LAB_SEED must be a whole number')
  const cluster = chosen.some((each) => each.needsPostgres) ? await startCluster() : undefined
  console.log(`PostgreSQL: ${cluster?.name ?? 'none'}`)
  const results: Result[] = []
  const seeds = Array.from(
    { length: count ?? (isNightly ? nightlySeeds : 1) },
    (_, i) => firstSeed + i,
  )
  for (const seed of seeds) {
    for (const experiment of chosen) {
      const result = await runAndPrint(experiment, { seed, isNightly, cluster })
      results.push(result)
      const { row, failures } = result
      console.log(`${row.padEnd(4)} seed ${seed}: ${verdictOf(result)} ${failures.join(' | ')}`)
    }
  }
  await cluster?.close()
  console.log(`\n${tableOf(results)}`)
  return results.some((result) => verdictOf(result) === 'FAIL') ? 1 : 0
}

/** Parses the arguments: `--seeds 100` sets the number of seeds; the rest names experiments. */
function readSeeds(args: readonly string[]): { rows: string[]; count: number | undefined } {
  const place = args.indexOf('--seeds')
  const count = place < 0 ? undefined : Number(args[place + 1])
  if (count !== undefined && !(Number.isSafeInteger(count) && count > 0)) {
    throw new Error('--seeds needs a whole number')
  }
  const otherArgs = args.filter((_, index) => place < 0 || (index !== place && index !== place + 1))
  return { rows: otherArgs.filter((arg) => !arg.startsWith('--')), count }
}

function selectExperiments(rows: readonly string[]): Experiment[] {
  const requestedRows = rows.map((row) => row.toUpperCase())
  const unknown = requestedRows.filter((row) => !experiments.some((each) => each.row === row))
  if (unknown.length > 0) throw new Error(`No experiment shows ${unknown.join(', ')}`)
  return experiments.filter(
    (each) => requestedRows.length === 0 || requestedRows.includes(each.row),
  )
}

type Setting = { seed: number; isNightly: boolean; cluster: Cluster | undefined }

async function runAndPrint(experiment: Experiment, setting: Setting): Promise<Result> {
  const { row, promise } = experiment
  const { seed, cluster } = setting
  const findings = new Findings()
  const start = performance.now()
  const skipped = missingNeed(experiment, cluster)
  if (skipped === undefined) {
    const chance = chanceOf(seed).fork(row)
    await experiment.run({ ...setting, chance }, findings).catch((error: unknown) => {
      findings.failures.push(`broke off: ${error instanceof Error ? error.message : String(error)}`)
    })
  }
  const { figures, failures, invariants, checked } = findings
  const seconds = (performance.now() - start) / 1000
  return { row, promise, seed, figures, failures, invariants, checked, seconds, skipped }
}

/** What an experiment needs and this machine lacks; undefined if it can run. */
function missingNeed(
  { needsPostgres, needsProgram }: Experiment,
  cluster: Cluster | undefined,
): string | undefined {
  if (needsPostgres && !cluster) return 'no PostgreSQL here'
  if (needsProgram && !findProgram(needsProgram)) return `no ${needsProgram} here`
  return undefined
}

main()
  .then((code) => {
    process.exitCode = code
  })
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  })
  .finally(cleanUp)
