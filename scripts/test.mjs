import { chooseParts, readProgress, runPart } from './nightly/progress.mjs'
import { appendNightly, commitUnderTest, filesChangedSince } from './nightly/results-table.mjs'
import { runInstalled, wasStopped } from './children.mjs'
import { install } from './install-and-build.mjs'
import {
  closingLine,
  closingLines,
  noTests,
  record,
  startReport,
  stepResult,
} from './test-report.mjs'
import { runAudit, runBrowser, runBuild, runChecks, runScript, runVitest } from './test-steps.mjs'

// `npm run check`, `npm test` and `npm run nightly`. docs/testing.md says what runs when.

const startedAt = Date.now()
/** A run of changed tests starts no more screen tests after this; the nightly run covers them. */
const changedUntilMs = startedAt + 16 * 60_000

const notCrawl = '--grep-invert=@crawl|@alone|@shared-parts'
const onPostgres = { isOnPostgres: true }
const sharedParts = ['e2e/screens/shared-parts.spec', '--fully-parallel']
// File patterns for Playwright.
const journeys = 'e2e/(journeys|screens|measures|crawl)/[^/]*\\.spec\\.ts$'
const quickJourneys = 'e2e/(journeys/[^/]*|screens/every-screen)\\.spec\\.ts$'
const crawls = [
  'failing-calls',
  'focus-return',
  'layout',
  'layout-faults',
  'list-states',
  'no-dead-controls',
  'restored',
  'skeletons',
  'touch',
].map((name) => `e2e/crawl/${name}.spec`)

/** Format, lint, types, house rules, dead code, and the OpenAPI document. */
export async function check() {
  const report = startReport()
  if (!(await isReady())) return 1
  await runChecks(report)
  return finish(report)
}

/**
 * Checks, pure tests, most API tests on the embedded database, journeys and one test of each
 * screen. With `--changed`, as in CI, all tests that every change passes.
 */
export async function test(args) {
  const report = startReport()
  if (!(await isReady())) return 1
  if (args.includes('--changed')) await testChange(report)
  else await testQuickly(report)
  return finish(report)
}

async function testQuickly(report) {
  await runChecks(report)
  await runVitest(report, { postgresFiles: [], skipLong: true })
  await runBuild(report)
  await runBrowser(report, 'journeys and screens', [notCrawl, quickJourneys], onPostgres)
  console.log('PostgreSQL, long tests and changed screens are tested by .ci/run: docs/testing.md')
}

/**
 * All that every change passes: also the long tests, PostgreSQL, what the screens share, and the
 * specs and crawl of the screens changed since the last nightly run.
 */
async function testChange(report) {
  const chosen = await selectTests()
  if (!chosen) {
    record(report, 'selection of tests', 0, stepResult('selection of tests', 1))
    return
  }
  await runChecks(report)
  await runVitest(report, { postgresFiles: chosen.postgres })
  await runBuild(report)
  await runAudit(report)
  await runBrowser(report, 'journeys and screens', [notCrawl, journeys], onPostgres)
  await runChanged(report, chosen)
}

/**
 * The full run: all tests on both databases, the whole crawl, the lab and the benchmarks. With
 * `--from=FILE` it does not repeat what passed in an earlier run and cannot have changed since.
 * With `--only=PART,PART` it runs these parts and notes them, for a later run with `--from`.
 */
export async function nightly(args) {
  const report = startReport()
  if (!(await isReady())) return 1
  const commit = commitUnderTest()
  const from = optionOf(args, 'from')
  const all = partsOfNight(report)
  const chosen = chooseParts(
    optionOf(args, 'only'),
    all.map(([part]) => part),
  )
  const progress = from ? readProgress(from, commit, filesChangedSince) : { commit, parts: {} }
  process.env.NIGHTLY = '1'
  for (const [part, work] of all) {
    // Sequential: each part has the machine to itself. The build is always made: the parts after it
    // need its files.
    if (part === 'build') await work()
    else if (chosen.includes(part)) await runPart(report, progress, part, work)
  }
  if (!wasStopped() && chosen.length === all.length) appendNightly(report, commit)
  return finish(report)
}

/** The text after `--name=`, or undefined. */
function optionOf(args, name) {
  const start = `--${name}=`
  return args.find((each) => each.startsWith(start))?.slice(start.length)
}

/** The parts of the full run in their order. */
function partsOfNight(report) {
  const notPresses = '--grep-invert=@whole|every control does something'
  const crawl = ['--grep=@crawl', notPresses, '--fully-parallel']
  const presses = ['no-dead-controls', '--grep=@crawl', '--fully-parallel']
  const ofNight = { env: { CRAWL_NIGHT: String(night()) } }
  return [
    ['checks', () => runChecks(report)],
    ['unit and API tests', () => runVitest(report)],
    ['build', () => runBuild(report)],
    ['known vulnerabilities', () => runAudit(report)],
    ['production install', () => runScript(report, 'production install', ['check:production'])],
    ['browser tests', () => runBrowser(report, 'browser tests', [notCrawl], onPostgres)],
    ['shared parts', () => runBrowser(report, 'shared parts', sharedParts, onPostgres)],
    ['many rows', () => runBrowser(report, 'many rows', ['--grep=@alone', '--workers=1'])],
    ['crawl', () => runBrowser(report, 'crawl', crawl)],
    ['every control', () => runBrowser(report, 'every control', presses, ofNight)],
    ['lab', () => runScript(report, 'lab', ['lab'])],
    ['benchmarks', () => runScript(report, 'benchmarks', ['bench'])],
  ]
}

/** The shared parts, and the specs and crawl of changed screens, within the time limit. */
async function runChanged(report, { specs, screens }) {
  await runBrowser(report, 'shared parts', sharedParts, onPostgres)
  const env = { CRAWL_UNTIL: String(changedUntilMs), CRAWL_SCREENS: screens.join(',') }
  const settings = { isOnPostgres: true, env }
  if (specs.length > 0) {
    await runBrowser(report, 'specs of what changed', [notCrawl, ...specs], settings)
  }
  if (screens.length > 0) {
    const args = [
      ...crawls,
      '--grep=@crawl',
      '--grep-invert=@whole|does nothing',
      '--fully-parallel',
    ]
    await runBrowser(report, 'crawl of what changed', args, { env })
  }
  const { skipped } = report.counts
  if (skipped > 0) console.log(`${skipped} tests were skipped: docs/testing.md says which and why`)
}

async function isReady() {
  if ((await install()) === 0) return true
  console.log(closingLine({ ...noTests, failed: 1 }))
  return false
}

/** The files and screens selected for this change, as printed by `scripts/select-tests.ts`. */
async function selectTests() {
  const output = []
  const hear = (chunk) => output.push(chunk)
  const code = await runInstalled('tsx/dist/cli.mjs', ['scripts/select-tests.ts'], {}, hear)
  const text = Buffer.concat(output).toString()
  if (code !== 0) {
    console.log(text)
    return undefined
  }
  const chosen = JSON.parse(text)
  console.log(chosen.sentence)
  return chosen
}

/** The index of this night: control presses are spread over eight nights. */
function night() {
  return Math.floor(startedAt / 86_400_000) % 8
}

function finish(report) {
  const { counts } = report
  const total = { ...counts, failed: counts.failed + (wasStopped() ? 1 : 0) }
  console.log(['', ...closingLines(report), '', closingLine(total)].join('\n'))
  return total.failed === 0 ? 0 : 1
}
