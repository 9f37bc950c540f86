import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const withDatabase = [
  '**/api.test.ts',
  '**/*.api.test.ts',
  '{app,db,wms-simulator}/**/*.test.ts',
  'platform/server/**/*.test.ts',
]
/** What asks the program and not its database: once is enough. */
const onceIsEnough = [
  '{db/generate,platform/server/embedded/{damage,seen-damage}}.test.ts',
  'app/tests/access/{cross-site,hostile-input.api,permissions}.test.ts',
  'features/documents/server/papers.api.test.ts',
]
const houseRules = ['tidy.test.ts', 'scripts/tidy/**/*.test.ts']
const never = ['**/node_modules/**', 'dist/**']

/**
 * A test fails because of what it finds, never because the machine is slow. These limits end only
 * what hangs. Nothing is retried: a test that fails once is a fault of the product or of the test.
 */
const patient = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 240_000 } },
}

// API tests share one database per worker, so their files share the worker too.
const api = {
  include: withDatabase,
  exclude: never,
  isolate: false,
  ...patient,
}

/** The files that run on PostgreSQL in this run: all of them, unless `npm test` chose some. */
const onPostgres = process.env['POSTGRES_TESTS']?.split(',') ?? withDatabase

export default defineConfig({
  test: {
    pool: 'forks',
    // A worker waits for its database a tenth of the time.
    maxWorkers: Math.min(availableParallelism() + 1, 6),
    projects: [
      {
        test: {
          name: 'rules',
          include: ['**/*.test.ts'],
          exclude: [...never, ...withDatabase, ...houseRules],
          // They share nothing that one could spoil for another; apart they take twice as long.
          isolate: false,
          ...patient,
        },
      },
      { test: { name: 'tidy', include: houseRules, exclude: never, ...patient } },
      { test: { name: 'api', ...api, env: { TEST_DATABASE: 'embedded' } } },
      {
        test: {
          name: 'api-postgres',
          ...api,
          include: onPostgres,
          exclude: [...never, ...onceIsEnough],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: 'scripts/drop-test-databases.ts',
        },
      },
    ],
  },
})
