import { readFileSync } from 'node:fs'
import { failedInPlaywright, failedInVitest } from './failed-tests.mjs'

// The report of a test run: its counts, failures, the time of each step, and the slowest tests.

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ name: string, ms: number }} TimedTest
 * @typedef {{ counts: Counts, failures?: string[], tests?: TimedTest[] }} Result
 * @typedef {TimedTest & Counts} Step
 * @typedef {{ counts: Counts, failures: string[], steps: Step[], tests: TimedTest[] }} Report
 */

export const noTests = { passed: 0, failed: 0, skipped: 0 }

/**
 * Creates the report of a run in progress; `record` adds each step.
 * @returns {Report}
 */
export function startReport() {
  return { counts: { ...noTests }, failures: [], steps: [], tests: [] }
}

/**
 * Adds the result of a step: its counts, failures and tests with their durations in milliseconds.
 * @param {Report} report
 * @param {string} name
 * @param {number} ms
 * @param {Result} result
 */
export function record(report, name, ms, { counts, failures = [], tests = [] }) {
  report.counts = add(report.counts, counts)
  report.failures.push(...failures)
  report.tests.push(...tests)
  report.steps.push({ name, ms, ...counts })
}

/** The sum of two counts. */
export function add(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}

/** The result of a step that passes or fails as a whole, such as the build. */
export function stepResult(name, code) {
  const counts = { ...noTests, [code === 0 ? 'passed' : 'failed']: 1 }
  return { counts, failures: code === 0 ? [] : [`${name} ended with code ${code}`] }
}

/** The result of a Vitest run from its JSON report; a crash without a failed test is a failure. */
export function vitestResult(file, code, name) {
  const report = readReport(file)
  const failures = failedInVitest(report)
  const counts = {
    passed: report?.numPassedTests ?? 0,
    failed: Math.max(report?.numFailedTests ?? 0, failures.length),
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  }
  const tests = (report?.testResults ?? []).flatMap(({ name: path, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(path)} › ${fullName}`,
      ms: duration ?? 0,
    })),
  )
  return withCrash({ counts, failures, tests }, code, name)
}

/** The result of a Playwright run from its JSON report. */
export function playwrightResult(file, code, name) {
  const report = readReport(file)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  const counts = { passed: expected, failed: unexpected + flaky, skipped }
  const tests = (report?.suites ?? []).flatMap(testsOf)
  return withCrash({ counts, failures: failedInPlaywright(report), tests }, code, name)
}

function testsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ results }) => ({
      name: `${file} › ${title}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

function withCrash(result, code, name) {
  if (code === 0 || result.counts.failed > 0) return result
  const counts = { ...result.counts, failed: 1 }
  return { ...result, counts, failures: [...result.failures, `${name} ended with code ${code}`] }
}

/** The summary of a run: seconds of each step, the ten slowest tests, the failures. */
export function closingLines({ steps, tests, failures }) {
  const slowest = tests.toSorted((one, other) => other.ms - one.ms).slice(0, 10)
  const stepLines = steps.map(
    ({ name, ms, passed, failed, skipped }) =>
      `  ${seconds(ms)}  ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`,
  )
  return [
    'Steps:',
    ...stepLines,
    ...(slowest.length > 0 ? ['', 'Slowest tests:'] : []),
    ...slowest.map(({ name, ms }) => `  ${seconds(ms)}  ${name}`),
    ...(failures.length > 0 ? ['', 'What failed:', ...failures] : []),
  ]
}

/** The last line of a run: `12 passed, 0 failed, 3 skipped`. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

/** Seconds with one decimal, aligned. */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`
}

function relative(path) {
  return path.startsWith(process.cwd()) ? path.slice(process.cwd().length + 1) : path
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
