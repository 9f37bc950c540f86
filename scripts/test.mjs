import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { npm, runInstalled, wasStopped } from './children.mjs'
import { failedInPlaywright, failedInVitest } from './failed-tests.mjs'
import { build, install } from './fresh.mjs'
import { findPostgres, localServer } from './postgres.mjs'

// Every check and every test, each step by name, and one line of numbers at the end. A step that
// crashes counts as failed, whatever it managed to report before.

const checks = ['format', 'lint', 'types', 'house', 'dead-code']
const vitestReport = 'test-results/vitest.json'
const playwrightReport = 'test-results/playwright.json'
/** A run of everything begins no further presses after this: on a slow machine two hours. */
const enoughMs = 68 * 60_000
const begun = Date.now()
/** What failed, a line each, for the end of what is printed. */
const failed = []
// Files as Playwright takes them. The specs of parts of a screen, and `e2e/details`, are neither.
const journeys = 'e2e/[^/]*\\.spec\\.ts$'
const screens = 'features/.*Page\\.spec\\.ts$'

/** Format, lint, types, house rules and dead code. */
export async function check() {
  if ((await install()) !== 0) return finish({ passed: 0, failed: 1, skipped: 0 })
  return finish(await runChecks())
}

/**
 * The checks, then the tests: pure, API on both databases, and in the browser what people do and
 * every screen. With `--all` also the parts of the screens, and what tries every screen in every
 * way, which takes the better part of an hour.
 */
export async function test(args) {
  if ((await install()) !== 0) return finish({ passed: 0, failed: 1, skipped: 0 })
  mkdirSync('test-results', { recursive: true })
  let total = await runChecks()
  const isAll = args.includes('--all')
  const steps = [runVitest, runBuild, () => runBrowser(isAll ? [] : [journeys, screens])]
  if (isAll) steps.push(runAlone, runCrawl, runPresses)
  for (const step of steps) {
    if (!wasStopped()) total = add(total, await step())
  }
  return finish(total)
}

/** All at once, since most of them keep one processor busy; each says its part when it ends. */
async function runChecks() {
  const ended = await Promise.all(
    checks.map(async (name) => {
      const said = []
      const code = await npm(['run', '--silent', `check:${name}`], (chunk) => said.push(chunk))
      announce(name)
      process.stdout.write(Buffer.concat(said))
      return oneStep(code, name)
    }),
  )
  return ended.reduce(add)
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
  failed.push(...failedInVitest(report))
  const counts = {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + brokenFiles(report),
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0) + (postgres ? 0 : 1),
  }
  return honest(counts, code, 'unit and API tests')
}

/** Files that failed as a whole, before or after their tests. */
function brokenFiles(report) {
  const files = report?.testResults ?? []
  const hasFailed = (result) => result.status === 'failed'
  return files.filter((file) => hasFailed(file) && !file.assertionResults.some(hasFailed)).length
}

async function runBuild() {
  announce('build')
  return oneStep(await build(), 'build')
}

/** The stories of people, on PostgreSQL where one answers: the crawl has the embedded database. */
async function runBrowser(files) {
  announce('browser tests')
  const isFound = !process.env.DATABASE_URL && (await findPostgres())
  return runPlaywright(
    [...files, '--grep-invert=@crawl|@alone'],
    isFound ? { DATABASE_URL: localServer } : {},
  )
}

/** Every screen in every way, but for the presses. */
function runCrawl() {
  announce('crawl')
  const invert = '--grep-invert=@whole|every control does something'
  return runInTime(['--grep=@crawl', invert, '--fully-parallel'])
}

/** Every control, in an eighth of the ways that `npm run crawl` tries. */
function runPresses() {
  announce('every control')
  const invert = '--grep-invert=@whole|does nothing'
  return runInTime(['no-dead-controls', '--grep=@crawl', invert, '--fully-parallel'])
}

/** Tests of a crawl, as far as time allows; the others are skipped, and it is said how many. */
async function runInTime(chosen) {
  const counts = await runPlaywright(chosen, { CRAWL_UNTIL: String(begun + enoughMs) })
  if (counts.skipped > 0) {
    console.log(`${counts.skipped} tests were skipped: the time of this run is over`)
  }
  return counts
}

/** What measures, and so wants the machine for itself. */
function runAlone() {
  announce('many rows')
  return runPlaywright(['--grep=@alone', '--workers=1'])
}

async function runPlaywright(chosen, settings = {}) {
  if (!existsSync('dist/server/server.js')) return { passed: 0, failed: 1, skipped: 0 }
  rmSync(playwrightReport, { force: true })
  const args = ['test', '--reporter=list,json', ...chosen]
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport, ...settings }
  const code = await runInstalled('@playwright/test/cli.js', args, env)
  const report = readReport(playwrightReport)
  failed.push(...failedInPlaywright(report))
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  if (flaky > 0) console.log(`${flaky} of the browser tests passed only when tried again`)
  return honest({ passed: expected + flaky, failed: unexpected, skipped }, code, 'browser tests')
}

/** A step that ended badly without a failed test, such as a crash, is a failure of its own. */
function honest(counts, code, name) {
  if (code === 0 || counts.failed > 0) return counts
  failed.push(`${name} ended with code ${code}`)
  return { ...counts, failed: 1 }
}

function oneStep(code, name) {
  if (code !== 0) failed.push(`${name} ended with code ${code}`)
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

function finish(total) {
  const { passed, skipped } = total
  const failures = total.failed + (wasStopped() ? 1 : 0)
  if (failed.length > 0) console.log(['', 'What failed:', ...failed].join('\n'))
  console.log(`\n${passed} passed, ${failures} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return failures === 0 ? 0 : 1
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
