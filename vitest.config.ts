import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const withDatabase = [
  '**/api.test.ts',
  '**/*.api.test.ts',
  '{app,db,wms-simulator}/**/*.test.ts',
  'platform/server/**/*.test.ts',
]
/** Tests that do not depend on the database run once. */
export const onceIsEnough = [
  'db/backup/backup-and-restore.test.ts',
  'db/generate-migration.test.ts',
  'db/statements.test.ts',
  'platform/server/embedded/check-data-files.test.ts',
  'platform/server/embedded/recorded-damage.test.ts',
  'app/tests/access/cross-site.test.ts',
  'app/tests/access/hostile-input.api.test.ts',
  'app/tests/access/permissions.test.ts',
  'app/tests/clients/*.test.ts',
  'features/documents/server/printed-documents.api.test.ts',
  'features/documents/server/printed-documents/reference-images.api.test.ts',
  'features/documents/server/printed-documents/documents-of-500-lines.api.test.ts',
  'features/documents/server/printed-documents/documents-of-the-demo-data.api.test.ts',
]
/** Long tests of tools, files and starts. `npm test` leaves them to `.ci/run`. */
export const longTests = [
  'app/tests/clients/*.test.ts',
  'app/tests/lists/full-list-and-search-turns.api.test.ts',
  'db/demo.test.ts',
  'db/upgrade-from-earlier-versions.test.ts',
  'db/export/dump.test.ts',
  'db/generate-migration.test.ts',
  'features/documents/server/printed-documents/documents-of-500-lines.api.test.ts',
  'platform/server/embedded/check-data-files.test.ts',
  'platform/server/embedded/embedded-statement-limit.test.ts',
  'platform/server/embedded/recorded-damage.test.ts',
  'platform/server/runtime/start-errors.test.ts',
  'platform/server/runtime/start-on-postgres.test.ts',
]
/** Tests that need the nightly run, or `PICTURES`: they compare what a person has looked at. */
const nightlyTests = ['features/documents/server/printed-documents/reference-images.api.test.ts']
const houseRules = ['tidy.test.ts', 'scripts/tidy/**/*.test.ts']
const never = ['**/node_modules/**', 'dist/**']

/**
 * Tests never fail because the machine is slow: these limits end only hung tests. No retries: a
 * flaky test is a defect of the product or of the test.
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

const skippedHere = process.env['LONG_TESTS'] === 'skip' ? longTests : []
const isNight = process.env['NIGHTLY'] !== undefined || process.env['PICTURES'] !== undefined
const skippedByDay = isNight ? [] : nightlyTests

export default defineConfig({
  test: {
    // A stored text that is missing fails its test instead of being written by it.
    update: 'none',
    pool: 'forks',
    // A worker is idle a tenth of the time, waiting for its database.
    maxWorkers: Math.min(availableParallelism() + 1, 6),
    projects: [
      {
        test: {
          name: 'rules',
          include: ['**/*.test.ts'],
          exclude: [...never, ...withDatabase, ...houseRules],
          // The tests share no mutable state, and isolation takes twice as long.
          isolate: false,
          ...patient,
        },
      },
      { test: { name: 'tidy', include: houseRules, exclude: never, ...patient } },
      {
        test: {
          name: 'api',
          ...api,
          exclude: [...never, ...skippedHere, ...skippedByDay],
          env: { TEST_DATABASE: 'embedded' },
        },
      },
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
