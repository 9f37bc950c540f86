import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { record } from '../test-report.mjs'

// A nightly run takes hours. It notes which of its parts passed at which commit, so that a run that
// was cut off goes on with the others: `npm run nightly -- --from=FILE`.

/** Where a run notes its progress. */
export const progressFile = 'test-results/nightly.json'

/**
 * @typedef {import('../test-report.mjs').Report} Report
 * @typedef {import('../test-report.mjs').Step} Step
 * @typedef {{ commit: string, parts: Record<string, Step[]> }} Progress
 */

/**
 * Reads the progress of an earlier run. Throws if it ran at another commit.
 * @param {string} file
 * @param {string} commit
 * @returns {Progress}
 */
export function readProgress(file, commit) {
  const progress = JSON.parse(readFileSync(file, 'utf8'))
  if (progress.commit === commit) return progress
  throw new Error(`${file} is of commit ${progress.commit}, and this is ${commit}`)
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
    console.log(`\n── ${part}: passed earlier at this commit`)
    for (const { name, ms, ...counts } of earlier) record(report, name, ms, { counts })
    return
  }
  const before = report.steps.length
  await work()
  const steps = report.steps.slice(before)
  if (steps.length === 0 || steps.some(({ failed }) => failed > 0)) return
  progress.parts[part] = steps
  mkdirSync(dirname(progressFile), { recursive: true })
  writeFileSync(progressFile, `${JSON.stringify(progress, null, 2)}\n`)
}
