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

// The fixture in e2e/app.ts starts the built program, one per worker.
export default defineConfig({
  testMatch: ['e2e/**/*.spec.ts', 'features/**/*.spec.ts'],
  globalSetup: './e2e/prepare.config.ts',
  outputDir: 'test-results/browser',
  snapshotPathTemplate: '{testFileDir}/{arg}{ext}',
  // A worker waits for its pages and its database a fifth of the time.
  workers: Math.min(availableParallelism() + 1, 6),
  fullyParallel: false,
  // A busy machine is slow, not wrong: these limits end only what hangs.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  // A test that fails once is a fault of the product or of the test.
  retries: 0,
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    // The worker would fetch every screen for each test; e2e/details/offline.spec.ts has it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace of every test is a third of the work of the suite: ask for one with `--trace on`.
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
