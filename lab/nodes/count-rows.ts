import type { TestSystem } from './test-system.ts'

/** Returns a single number from the database. */
export async function count(
  world: Pick<TestSystem, 'database'>,
  text: string,
  values: unknown[] = [],
) {
  const { rows } = await world.database.query<Record<string, unknown>>(text, values)
  return Number(Object.values(rows[0] ?? {})[0])
}
