import { type Figure, median } from './figures.ts'
import { createDatabase } from './postgres.ts'
import { startProduct, timeBareServer } from './built-program.ts'
import { withEmbedded } from './embedded-database.ts'

const repeats = 7
/** Longer than the threads that end when they are idle, and until V8 has returned free memory. */
const idleMs = 60_000

type Target = { timesBare: number; megabytes: number }

/**
 * From `npm run serve` to the first answer, as a multiple of the time of a bare server with the
 * same libraries, and the memory of the program at rest.
 */
export async function benchStartUp(): Promise<Figure[]> {
  const database = await createDatabase('startup')
  const env = { DATABASE_URL: database.url }
  const onPostgres = await measure('PostgreSQL', env, { timesBare: 3, megabytes: 150 })
  await database.drop()
  const target = { timesBare: 3, megabytes: 500 }
  const embedded = await withEmbedded((folder) =>
    measure('an existing embedded database', { DATA_DIR: folder }, target),
  )
  return [...onPostgres, ...embedded]
}

async function measure(
  where: string,
  env: Record<string, string>,
  target: Target,
): Promise<Figure[]> {
  const times: number[] = []
  const bareTimes: number[] = []
  for (let repeat = 0; repeat < repeats; repeat++) {
    const product = await startProduct(env, { command: 'npm run serve' })
    times.push(product.startedInSeconds)
    await product.stop()
    bareTimes.push(await timeBareServer(env))
  }
  const product = await startProduct(env)
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  const memory = product.residentMegabytes()
  await product.stop()
  return [
    {
      part: 'startup',
      name: `first answer on ${where}`,
      // Each start with the bare one right after it, when the machine was as busy.
      measured: median(times.map((seconds, at) => seconds / (bareTimes[at] ?? 0))),
      unit: '×',
      target: { atMost: target.timesBare },
      detail: `npm run serve: ${listed(times)} s; a bare server: ${listed(bareTimes)} s`,
    },
    {
      part: 'startup',
      name: `memory at rest on ${where}`,
      measured: memory,
      unit: 'MB',
      target: { atMost: target.megabytes },
      detail: `resident, ${idleMs / 1000} s after the start`,
    },
  ]
}

function listed(times: readonly number[]): string {
  return times.map((seconds) => seconds.toFixed(2)).join(', ')
}
