import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'

const chromium = await findChromium()
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

// The fixture in e2e/fixtures.ts starts the built program, one per worker.
export default defineConfig({
  testMatch: ['e2e/**/*.spec.ts', 'features/**/*.spec.ts'],
  globalSetup: './e2e/prepare.config.ts',
  outputDir: 'test-results/browser',
  snapshotPathTemplate: '{testFileDir}/{arg}{ext}',
  // A worker is idle a fifth of the time, waiting for pages and the database.
  workers: Math.min(availableParallelism() + 1, 6),
  fullyParallel: false,
  // Generous limits, so that a busy machine does not fail a test: they end only hung tests.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  // No retries: a flaky test is a defect of the product or of the test.
  retries: 0,
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    // The service worker would fetch every screen for each test; only
    // e2e/details/offline*.spec.ts allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Tracing every test takes a third of the suite's time: use `--trace on` when needed.
    trace: 'off',
    launchOptions: {
      executablePath: chromium.executablePath,
      args: ['--no-sandbox', ...quiet],
      env: { ...definedOf(process.env), ...chromium.env },
    },
  },
})

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}
