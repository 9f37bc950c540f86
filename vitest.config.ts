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
  'app/{cross-site,hostile-input.api,permissions}.test.ts',
  'features/documents/papers.api.test.ts',
]
const houseRules = ['tidy.test.ts', 'scripts/tidy/**/*.test.ts']
const never = ['**/node_modules/**', 'dist/**']

// API tests share one database per worker, so their files share the worker too.
const api = {
  include: withDatabase,
  exclude: never,
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // A shared machine may stall for a minute; what fails again is wrong.
  retry: process.env['CI'] ? 1 : 0,
}

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
          testTimeout: 30_000,
        },
      },
      { test: { name: 'tidy', include: houseRules, exclude: never, testTimeout: 30_000 } },
      { test: { name: 'api', ...api, env: { TEST_DATABASE: 'embedded' } } },
      {
        test: {
          name: 'api-postgres',
          ...api,
          exclude: [...never, ...onceIsEnough],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: 'scripts/drop-test-databases.ts',
        },
      },
    ],
  },
})
