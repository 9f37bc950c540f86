import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failedInPlaywright, failedInVitest } from './failed-tests.mjs'

test('lists failed Vitest tests with the first line of the error', () => {
  const report = {
    testResults: [
      {
        name: '/x/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'holds', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'breaks',
            failureMessages: ['\u001B[31mno\u001B[39m\nat x'],
          },
        ],
      },
      { name: '/x/b.test.ts', status: 'failed', message: 'did not load', assertionResults: [] },
      { name: '/x/c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  }
  expect(failedInVitest(report)).toEqual([
    '/x/a.test.ts › breaks: no at x',
    '/x/b.test.ts › the file: did not load',
  ])
})

test('lists failed Playwright tests, but not those that passed on retry', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'e2e/a.spec.ts',
    line: 7,
    tests: [{ status, results: [{ error: { message: `${title} fails` } }, {}] }],
  })
  const report = {
    errors: [{ message: 'cannot start' }],
    suites: [
      {
        specs: [spec('first', 'unexpected'), spec('second', 'flaky')],
        suites: [{ specs: [spec('third', 'unexpected')] }],
      },
    ],
  }
  expect(failedInPlaywright(report)).toEqual([
    'e2e/a.spec.ts:7 › first: first fails',
    'e2e/a.spec.ts:7 › third: third fails',
    'Playwright › run: cannot start',
  ])
})

test('shows the page snapshot of a failed browser test', () => {
  const folder = mkdtempSync(join(tmpdir(), 'failed-'))
  const path = join(folder, 'context.md')
  writeFileSync(
    path,
    '# Why\n\n```yaml\n- navigation "Main"\n- main:\n  - alert: Gone\n```\n\n```ts\nx\n```\n',
  )
  const attachments = [
    { name: 'screenshot', path: 'shot.png' },
    { name: 'error-context', path },
  ]
  const results = [{ error: { message: 'no button' }, attachments }]
  const specs = [
    { title: 'one', file: 'a.ts', line: 1, tests: [{ status: 'unexpected', results }] },
  ]
  expect(failedInPlaywright({ suites: [{ specs }] })).toEqual([
    'a.ts:1 › one: no button\n    - main:\n      - alert: Gone',
  ])
})

test('a missing report lists nothing', () => {
  expect([failedInVitest(undefined), failedInPlaywright(undefined)]).toEqual([[], []])
})
