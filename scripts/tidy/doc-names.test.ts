import { expect, test } from 'vitest'
import { docNameViolations } from './doc-names.ts'

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
