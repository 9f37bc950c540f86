import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rowOf, withRow } from './nightly/results-table.mjs'
import {
  closingLine,
  closingLines,
  playwrightResult,
  record,
  startReport,
  vitestResult,
  stepResult,
} from './test-report.mjs'

function fileOf(report: object): string {
  const file = join(mkdtempSync(join(tmpdir(), 'prizm-report-')), 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('a run sums up its steps and lists slow and failed tests', () => {
  const report = startReport()
  const counts = { passed: 2, failed: 0, skipped: 1 }
  record(report, 'unit tests', 1500, { counts, tests: [{ name: 'slow', ms: 1200 }] })
  record(report, 'build', 300, stepResult('build', 1))
  expect(closingLine(report.counts)).toBe('2 passed, 1 failed, 1 skipped')
  expect(closingLines(report)).toEqual([
    'Steps:',
    '      1.5 s  unit tests: 2 passed, 0 failed, 1 skipped',
    '      0.3 s  build: 0 passed, 1 failed, 0 skipped',
    '',
    'Slowest tests:',
    '      1.2 s  slow',
    '',
    'What failed:',
    'build ended with code 1',
  ])
})

test('a Vitest run that crashed without a failed test counts as failed', () => {
  const file = fileOf({ numPassedTests: 3, testResults: [] })
  expect(vitestResult(file, 1, 'tests').counts).toEqual({ passed: 3, failed: 1, skipped: 0 })
  expect(vitestResult(file, 0, 'tests').counts).toEqual({ passed: 3, failed: 0, skipped: 0 })
  expect(vitestResult('missing.json', 1, 'tests').failures).toEqual(['tests ended with code 1'])
})

test('a browser test that passes only on retry counts as failed', () => {
  const results = [{ duration: 700 }]
  const file = fileOf({
    stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 2 },
    suites: [{ specs: [{ file: 'a.spec.ts', title: 'opens', tests: [{ results }] }] }],
  })
  expect(playwrightResult(file, 0, 'browser')).toMatchObject({
    counts: { passed: 1, failed: 1, skipped: 2 },
    tests: [{ name: 'a.spec.ts › opens', ms: 700 }],
  })
})

test('a nightly run adds a row to its table, the newest first', () => {
  const report = startReport()
  record(report, 'build', 90_000, stepResult('build', 0))
  const row = rowOf(report, 'abc1234', '2026-11-27')
  expect(row).toBe('| 2026-11-27 | abc1234 | 1.5 | 1 | 0 | 0 | build 1.5 |')
  expect(withRow('| day |\n| --- |\n| old |', row)).toBe(`| day |\n| --- |\n${row}\n| old |`)
})
