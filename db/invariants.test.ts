import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { brokenInvariants, emptyDatabase, testDatabase } from '#app/testing.ts'
import { purchaseOrderFlow } from '#features/purchase-orders/rules.ts'
import { salesOrderFlow } from '#features/sales-orders/rules.ts'
import type { Database } from '#platform/server/database/db.ts'
import { prepareDemo } from './demo.ts'
import { corruptions, illegal, legal } from './violations/all-violations.ts'

// The invariants detect violations: every violation is reported by its view, every legal write
// leaves all views empty, and every illegal write is rejected with the expected SQLSTATE.

let database: Database

beforeAll(async () => {
  database = await testDatabase()
  await emptyDatabase(database)
  const now = new Date('2026-03-02T15:00:00Z')
  await prepareDemo(database, { mode: 'load', seed: 'small', now })
})

/**
 * Runs statements in a transaction that is rolled back, and returns the invariants they violated.
 */
async function brokenBy(statements: string): Promise<string[]> {
  return alone(async (client) => {
    await client.query(statements)
    const found = await client.query<{ inv: string }>(
      'select * from check_invariants() where violations > 0',
    )
    // The faster check that other tests use must return the same.
    expect(await brokenInvariants(client)).toEqual(found.rows)
    return found.rows.map((row) => row.inv)
  })
}

async function codeOf(statements: string): Promise<string | undefined> {
  return alone((client) =>
    client.query(statements).then(
      () => undefined,
      (error: Error & { code?: string }) => error.code,
    ),
  )
}

async function alone<R>(work: (client: pg.PoolClient) => Promise<R>): Promise<R> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('the invariants', () => {
  test.each(legal)('stay clean after %s', async (_what, statements) => {
    expect(await brokenBy(statements)).toEqual([])
  })

  test('all have a test that violates them', async () => {
    const { rows } = await database.pool.query<{ inv: string }>(
      'select inv from check_invariants()',
    )
    const isCovered = ({ inv }: { inv: string }) =>
      corruptions.some(([view]) => inv.startsWith(view))
    expect(rows.filter((row) => !isCovered(row))).toEqual([])
  })

  test.each(corruptions)('%s sees %s', async (view, _what, statements) => {
    expect((await brokenBy(statements)).join()).toContain(view)
  })

  test.each(illegal)('%s refuses %s', async (code, _what, statements) => {
    expect(await codeOf(statements)).toBe(code)
  })

  test.each([
    ['sales_order', salesOrderFlow, 'pending'],
    ['purchase_order', purchaseOrderFlow, 'draft'],
  ] as const)('know the steps that %s knows, and no others', async (entity, flow, first) => {
    const found = await database.pool.query<{ step: string }>(
      `select from_status || ' to ' || to_status as step from allowed_transitions
       where entity = $1`,
      [entity],
    )
    const steps = Object.entries(flow).flatMap(([from, verbs]) =>
      Object.values(verbs).map((to) => `${from} to ${String(to)}`),
    )
    const known = new Set([` to ${first}`, ...steps])
    expect(found.rows.map((row) => row.step).sort()).toEqual([...known].sort())
  })

  test('match the planted violations exactly', async () => {
    const found = await database.pool.query<{ inv: string }>('select inv from check_invariants()')
    const proven = new Set(corruptions.map(([view]) => view.slice(0, 6)))
    const known = new Set(found.rows.map((row) => row.inv.slice(0, 6)))
    expect([...known].sort()).toEqual([...proven].sort())
  })
})
