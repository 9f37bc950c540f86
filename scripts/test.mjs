import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { npm, runInstalled, wasStopped } from './children.mjs'
import { build, install } from './fresh.mjs'
import { findPostgres } from './postgres.mjs'

// Every check and every test, each step by name, and one line of numbers at the end. A step that
// crashes counts as failed, whatever it managed to report before.

const checks = ['format', 'lint', 'types', 'house', 'dead-code']
const vitestReport = 'test-results/vitest.json'
const playwrightReport = 'test-results/playwright.json'

/** Format, lint, types, house rules and dead code. */
export async function check() {
  if ((await install()) !== 0) return finish({ passed: 0, failed: 1, skipped: 0 })
  return finish(await runChecks())
}

/** The checks, then every test: pure, API on both databases, and in the browser. */
export async function test() {
  if ((await install()) !== 0) return finish({ passed: 0, failed: 1, skipped: 0 })
  mkdirSync('test-results', { recursive: true })
  let total = await runChecks()
  for (const step of [runVitest, runBuild, runPlaywright]) {
    if (!wasStopped()) total = add(total, await step())
  }
  return finish(total)
}

async function runChecks() {
  let total = { passed: 0, failed: 0, skipped: 0 }
  for (const name of checks) {
    if (wasStopped()) break
    announce(name)
    total = add(total, oneStep(await npm(['run', '--silent', `check:${name}`])))
  }
  return total
}

async function runVitest() {
  announce('unit and API tests')
  const postgres = await findPostgres()
  if (!postgres) console.log('API tests on PostgreSQL: skipped, none answers at 127.0.0.1:5432')
  const projects = ['rules', 'api', ...(postgres ? ['api-postgres'] : [])]
  rmSync(vitestReport, { force: true })
  const code = await runInstalled('vitest/vitest.mjs', [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ])
  const report = readReport(vitestReport)
  const counts = {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + brokenFiles(report),
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0) + (postgres ? 0 : 1),
  }
  return honest(counts, code)
}

/** Files that failed as a whole, before or after their tests. */
function brokenFiles(report) {
  const files = report?.testResults ?? []
  const hasFailed = (result) => result.status === 'failed'
  return files.filter((file) => hasFailed(file) && !file.assertionResults.some(hasFailed)).length
}

async function runBuild() {
  announce('build')
  return oneStep(await build())
}

async function runPlaywright() {
  announce('browser tests')
  if (!existsSync('dist/server/server.js')) return { passed: 0, failed: 1, skipped: 0 }
  rmSync(playwrightReport, { force: true })
  // What tries every control of every screen takes minutes: `npm run crawl`.
  const args = ['test', '--reporter=list,json', '--grep-invert=@crawl']
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport }
  const code = await runInstalled('@playwright/test/cli.js', args, env)
  const stats = readReport(playwrightReport)?.stats
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats ?? {}
  if (flaky > 0) console.log(`${flaky} of the browser tests passed only when tried again`)
  return honest({ passed: expected + flaky, failed: unexpected, skipped }, code)
}

/** A step that ended badly without a failed test, such as a crash, is a failure of its own. */
function honest(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function oneStep(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

function add(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}

function announce(name) {
  console.log(`\n── ${name}`)
}

function finish({ passed, failed, skipped }) {
  if (wasStopped()) failed += 1
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return failed === 0 ? 0 : 1
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
