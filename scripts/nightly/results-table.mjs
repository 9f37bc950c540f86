import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

// Keeps the results of nightly runs in a table in docs/nightly.md, newest first. Later runs compare
// a change with the commit in the first row.

const file = 'docs/nightly.md'
const ruler = /^\| -+ \|.*$/m

/**
 * Adds a row for a passing run, which becomes the new base commit. Failed runs are not recorded.
 */
export function appendNightly(report, commit) {
  if (report.counts.failed > 0) return
  writeFileSync(file, withRow(readFileSync(file, 'utf8'), rowOf(report, commit, today())))
}

/** The short hash of the commit under test. */
export function commitUnderTest() {
  return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim()
}

/** The paths of the files that differ between a commit and the one under test. */
export function filesChangedSince(commit) {
  const args = ['diff', '--name-only', '--no-renames', commit, 'HEAD']
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
}

/** Returns the table with the row inserted before the others. */
export function withRow(text, row) {
  return text.replace(ruler, (line) => `${line}\n${row}`)
}

/** One run as a row: date, commit, minutes, counts, and the minutes of each step. */
export function rowOf({ counts, steps }, commit, day) {
  const minutes = (ms) => Math.round(ms / 6000) / 10
  const all = steps.reduce((sum, { ms }) => sum + ms, 0)
  const each = steps.map(({ name, ms }) => `${name} ${minutes(ms)}`).join(', ')
  const { passed, failed, skipped } = counts
  return `| ${day} | ${commit} | ${minutes(all)} | ${passed} | ${failed} | ${skipped} | ${each} |`
}

function today() {
  return new Date().toISOString().slice(0, 10)
}
