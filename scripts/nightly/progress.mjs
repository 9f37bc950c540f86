import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { record } from '../test-report.mjs'

// A nightly run takes hours. It notes which of its parts passed at which commit, so that a run that
// was cut off goes on with the others: `npm run nightly -- --from=FILE`. A part that passed at an
// earlier commit is repeated only if a file that it may use has changed since.

/** Where a run notes its progress. */
export const progressFile = 'test-results/nightly.json'

/**
 * @typedef {import('../test-report.mjs').Report} Report
 * @typedef {import('../test-report.mjs').Step} Step
 * @typedef {{ commit: string, steps: Step[] }} Passed
 * @typedef {{ commit: string, parts: Record<string, Passed> }} Progress
 */

const docs = /^docs\/|^[A-Z]+\.md$/
const pureAndApiTests = /\.test\.tsx?$/
const browserTests = /\.spec\.tsx?$|^e2e\//
/** The browser tests beside the code. Only the part `browser tests` runs them. */
const specsOfRooms = /^(features|platform)\/.*\.spec\.tsx?$/
/** What notes the progress of a run and writes its row. */
const nightly = /^scripts\/nightly\//
const usedByNone = [docs, pureAndApiTests, nightly]
/** What the browser runs, and how it is built. The lab has no browser. */
const screens = [/^(features|platform)\/(.+\/)?ui\//, /^app\/frame\//]
const webBuild = [...screens, /^scripts\/bundle\//, /^vite(\.parts)?\.config\.ts$/]
const ofBrowser = [...usedByNone, /^(lab|bench)\//]
const withoutSpecs = [...ofBrowser, specsOfRooms]
const withoutCrawl = [...ofBrowser, /^e2e\/crawl\//]

/** Files that a part does not use. A part that is not named here may use all files. */
const unusedFiles = {
  'browser tests': withoutCrawl,
  'shared parts': withoutSpecs,
  'many rows': [...usedByNone, specsOfRooms, /^lab\/|^e2e\/crawl\//],
  crawl: withoutSpecs,
  'every control': withoutSpecs,
  lab: [...usedByNone, ...webBuild, browserTests, /^bench\//],
  benchmarks: [...usedByNone, browserTests, /^lab\//],
}

/**
 * Reads the progress of an earlier run: the parts that need not be repeated at this commit.
 * @param {string} file
 * @param {string} commit
 * @param {(commit: string) => readonly string[]} filesChangedSince
 * @returns {Progress}
 */
export function readProgress(file, commit, filesChangedSince) {
  const { parts } = JSON.parse(readFileSync(file, 'utf8'))
  const isUnused = (part, path) => (unusedFiles[part] ?? []).some((files) => files.test(path))
  const stillValid = Object.entries(parts).filter(([part, passed]) =>
    filesChangedSince(passed.commit).every((path) => isUnused(part, path)),
  )
  return { commit, parts: Object.fromEntries(stillValid) }
}

/**
 * The parts that a run is to do: those named, separated by commas, or all.
 * @param {string | undefined} names
 * @param {readonly string[]} all
 * @returns {readonly string[]}
 * @throws {Error} if a name is not one of a part
 */
export function chooseParts(names, all) {
  if (names === undefined) return all
  const chosen = names.split(',').map((name) => name.trim())
  const unknown = chosen.find((name) => !all.includes(name))
  if (unknown !== undefined) {
    throw new Error(`There is no part "${unknown}". The parts are: ${all.join(', ')}`)
  }
  return all.filter((part) => chosen.includes(part))
}

/**
 * Runs a part of the night and notes its steps if all of them passed. A part that passed before is
 * not repeated: its steps are added to the report as they were.
 * @param {Report} report
 * @param {Progress} progress
 * @param {string} part
 * @param {() => Promise<void>} work
 */
export async function runPart(report, progress, part, work) {
  const earlier = progress.parts[part]
  if (earlier) {
    console.log(`\n── ${part}: passed at ${earlier.commit}, and nothing that it uses has changed`)
    for (const { name, ms, ...counts } of earlier.steps) record(report, name, ms, { counts })
    return
  }
  const before = report.steps.length
  await work()
  const steps = report.steps.slice(before)
  if (steps.length === 0 || steps.some(({ failed }) => failed > 0)) return
  progress.parts[part] = { commit: progress.commit, steps }
  mkdirSync(dirname(progressFile), { recursive: true })
  writeFileSync(progressFile, `${JSON.stringify(progress, null, 2)}\n`)
}
