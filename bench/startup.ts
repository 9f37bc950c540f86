import { type Figure, median } from './figures.ts'
import { createDatabase } from './postgres.ts'
import { startProduct } from './built-program.ts'
import { withEmbedded } from './embedded-database.ts'

const repeats = 5
const idleMs = 5000

/** From `npm run serve` to the first answer, and the memory of the program at rest. */
export async function benchStartUp(): Promise<Figure[]> {
  const database = await createDatabase('startup')
  const onPostgres = await measure('PostgreSQL', { DATABASE_URL: database.url }, [1.5, 150])
  await database.drop()
  const embedded = await withEmbedded((folder) =>
    measure('an existing embedded database', { DATA_DIR: folder }, [2.5, 450]),
  )
  return [...onPostgres, ...embedded]
}

async function measure(
  where: string,
  env: Record<string, string>,
  [mostSeconds, mostMegabytes]: [number, number],
): Promise<Figure[]> {
  const times: number[] = []
  for (let repeat = 0; repeat < repeats; repeat++) {
    const product = await startProduct(env, 'npm run serve')
    times.push(product.startedInSeconds)
    await product.stop()
  }
  const product = await startProduct(env)
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  const memory = product.residentMegabytes()
  await product.stop()
  const words = times.map((seconds) => seconds.toFixed(2)).join(', ')
  return [
    {
      part: 'startup',
      name: `first answer on ${where}`,
      measured: median(times),
      unit: 's',
      target: { atMost: mostSeconds },
      detail: `npm run serve: ${words} s`,
    },
    {
      part: 'startup',
      name: `memory at rest on ${where}`,
      measured: memory,
      unit: 'MB',
      target: { atMost: mostMegabytes },
      detail: `resident, ${idleMs / 1000} s after the start`,
    },
  ]
}
