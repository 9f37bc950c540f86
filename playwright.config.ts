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
  // A busy machine is slow, not wrong.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  // A shared machine may stall for a minute; what fails twice more is wrong.
  retries: process.env['CI'] ? 2 : 0,
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // A trace of every test is a third of the work of the suite.
    trace: 'on-first-retry',
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
