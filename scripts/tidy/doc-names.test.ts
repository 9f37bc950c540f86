import { expect, test } from 'vitest'
import { citedTestViolations, docNameViolations } from './doc-names.ts'

const code = [{ path: 'features/credit/rules.ts', text: 'export function checkCredit() {}' }]
const pageOf = (text: string) => [{ path: 'docs/glossary.md', text }]

test.each([
  ['`features/credit/rules.ts`: `checkCredit`', []],
  ['`rules.ts` has `checkCredit`', []],
  ['`assessCredit`', ['docs/glossary.md names assessCredit, which the code does not have']],
  ['`credit/limits.ts`', ['docs/glossary.md names credit/limits.ts, which the code does not have']],
  ['The credit limit of a customer, and PostgreSQL', []],
])('names of the documentation exist in the code: %s', (text, violations) => {
  expect(docNameViolations(pageOf(text), code)).toEqual(violations)
})

const tests = [
  { path: 'features/auth/server/api.test.ts', text: "test('a planted session is not used', …)" },
]
const citing = (text: string) => ({ path: 'docs/security.md', text })

test.each([
  ['| `features/auth/server/api.test.ts`: *a planted session is not used* |', []],
  ['Emphasis is *no citation* without a file.', []],
  [
    '| `features/auth/server/api.test.ts`: *a stolen session is not used* |',
    [
      'docs/security.md cites "a stolen session is not used", which is not in ' +
        'features/auth/server/api.test.ts',
    ],
  ],
  [
    '| `features/auth/api.test.ts`: *a planted session is not used* |',
    ['docs/security.md cites features/auth/api.test.ts, which does not exist'],
  ],
])('cited tests exist: %s', (text, violations) => {
  expect(citedTestViolations(citing(text), tests)).toEqual(violations)
})
