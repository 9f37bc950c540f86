import type pg from 'pg'
import { expect, test } from 'vitest'
import { Findings } from './experiment.ts'
import { checkInvariants } from './check-invariants.ts'

/** A fake database with the given invariant views and sealed history. */
function answering(hasChecks: boolean, rows: object[], altered: object[] = []) {
  const query = async (text: string) => {
    if (text.includes('pg_proc')) return { rows: hasChecks ? [{}] : [] }
    return { rows: text.includes('audit_seal_faults') ? altered : rows }
  }
  return { query } as unknown as Pick<pg.Pool, 'query'>
}

test('a database without invariant views is reported as such, not as passed', async () => {
  const findings = new Findings()
  await checkInvariants(answering(false, []), findings)
  expect(findings.invariants).toBe('no checks in the database')
  expect(findings.checked).toBe(0)
})

test('invariants with a count of zero hold', async () => {
  const findings = new Findings()
  await checkInvariants(answering(true, [{ inv: 'inv_01', violations: 0 }]), findings)
  expect(findings.invariants).toBe('0 of 1 broken')
  expect(findings.failures).toEqual([])
})

test.each([
  ['a broken one', [{ inv: 'inv_02', violations: '3' }]],
  ['one that counts nothing readable', [{ inv: 'inv_02', violations: null }]],
  ['none at all', []],
])('%s is a failure', async (_, rows) => {
  const findings = new Findings()
  await checkInvariants(answering(true, rows), findings)
  expect(findings.failures).not.toEqual([])
})

test('an altered audit log is a failure', async () => {
  const findings = new Findings()
  const sound = [{ inv: 'inv_01', violations: 0 }]
  await checkInvariants(answering(true, sound, [{ fault: 'act 7 is gone' }]), findings)
  expect(findings.failures).toEqual(['the sealed history: act 7 is gone'])
})
