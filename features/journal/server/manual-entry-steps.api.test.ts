import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { ManualEntryDetails } from '../contract.ts'
import { journalFixture, statuses } from './testing.ts'

// Approval and reversal of manual journal entries. The test clock is at 2026-03-31.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof journalFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await journalFixture(prizm)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

describe('a second user', () => {
  beforeEach(() => fixture.setting({ journalEntryApproval: 'second' }))

  test('posts the entry, which is a draft until then', async () => {
    const draft = await fixture.entered()
    expect(draft).toMatchObject({ status: 'draft', needsApproval: true, postedByName: null })
    expect(await fixture.journal()).toEqual([])
    const own = await fixture.act(draft.id, 'post')
    expect([own.statusCode, own.json().code]).toEqual([403, 'self-approval'])
    const done = await fixture.act(draft.id, 'post', fixture.colleague)
    expect(done.json(), done.body).toMatchObject({ status: 'posted', version: 2 })
    expect(await fixture.journal()).toHaveLength(3)
    expect(await fixture.query(`select action, amount from approvals`)).toEqual([
      { action: 'post', amount: '1200.11' },
    ])
    expect((await fixture.act(draft.id, 'post', fixture.colleague)).json().code).toBe(
      'illegal-transition',
    )
    expect(
      (await fixture.act(draft.id, 'cancel', fixture.finance, { reason: 'Late' })).statusCode,
    ).toBe(409)
  })

  test('is still needed for a draft if the setting is turned off later', async () => {
    const draft = await fixture.entered()
    await fixture.setting({ journalEntryApproval: 'none' })
    expect((await fixture.act(draft.id, 'post')).statusCode).toBe(403)
    const cancelled = await fixture.act(draft.id, 'cancel', fixture.finance, {
      reason: 'Entered anew',
    })
    expect(cancelled.json()).toMatchObject({ status: 'cancelled' })
    expect((await fixture.act(draft.id, 'post', fixture.colleague)).json().code).toBe(
      'illegal-transition',
    )
    expect(await fixture.journal()).toEqual([])
  })

  test('cannot post into a closed month; concurrent posts post the entry once', async () => {
    const draft = await fixture.entered()
    const late = await fixture.entered({ postedOn: '2026-02-10' })
    await fixture.post('periods/202602/soft-close', fixture.finance)
    const points = await prizm.call('GET', '/api/periods/202602/closing', { as: fixture.finance })
    expect(points.json()).toContainEqual({
      name: 'draftEntries',
      count: 1,
      amount: '1200.11',
      detail: null,
    })
    await fixture.post('periods/202602/close', fixture.admin)
    expect((await fixture.act(late.id, 'post', fixture.colleague)).json().code).toBe(
      'period-closed',
    )
    expect(
      (await fixture.act(late.id, 'cancel', fixture.finance, { reason: 'Late' })).statusCode,
    ).toBe(200)
    const both = await Promise.all([
      fixture.act(draft.id, 'post', fixture.colleague),
      fixture.act(draft.id, 'post', fixture.admin),
    ])
    expect(statuses(both)).toEqual([200, 409])
    expect(await fixture.journal()).toHaveLength(3)
  })
})

describe('a reversal', () => {
  test('is a counter-entry with its own reason and day, and happens once', async () => {
    const entry = await fixture.entered()
    const answer = await fixture.act(entry.id, 'reverse', fixture.colleague, {
      reason: 'Wrong month',
      postedOn: '2026-03-20',
    })
    expect(answer.statusCode, answer.body).toBe(201)
    const reversal = answer.json<ManualEntryDetails>()
    expect(reversal).toMatchObject({
      status: 'posted',
      postedOn: '2026-03-20',
      reason: 'Wrong month',
      reversalOf: entry.id,
      reversalOfNumber: entry.entryNumber,
      amount: '1200.11',
      lines: [
        { account: '6000', debit: '0.00', credit: '1200.10', description: 'Warehouse' },
        { account: '6000', debit: '0.00', credit: '0.01' },
        { account: '1000', debit: '1200.11', credit: '0.00' },
      ],
    })
    expect(await fixture.read(entry.id)).toMatchObject({
      status: 'posted',
      reversedBy: reversal.entryNumber,
    })
    const asOf = async (day: string) =>
      (await prizm.call('GET', `/api/journal/trial-balance?asOf=${day}`, { as: fixture.finance }))
        .json()
        .accounts.map((each: { account: string; balance: string }) => [each.account, each.balance])
    expect(await asOf('2026-03-19')).toEqual([
      ['1000', '-1200.11'],
      ['6000', '1200.11'],
    ])
    expect(await asOf('2026-03-20')).toEqual([
      ['1000', '0.00'],
      ['6000', '0.00'],
    ])
    const again = await fixture.act(entry.id, 'reverse', fixture.finance, { reason: 'Twice' })
    expect([again.statusCode, again.json().detail]).toEqual([
      409,
      `This entry has already been reversed by ${reversal.entryNumber}`,
    ])
    const back = await fixture.act(reversal.id, 'reverse', fixture.finance, { reason: 'Back' })
    expect(back.json().detail).toBe('This entry reverses another one. Enter a new entry instead')
    const history = `select action, reason from audit_log
                     where entity = 'manual_entry' and entity_id = ${entry.id}
                       and action = 'reverse'`
    expect(await fixture.query(history)).toEqual([{ action: 'reverse', reason: 'Wrong month' }])
  })

  test('needs a reason and a valid day, and succeeds once for concurrent requests', async () => {
    const entry = await fixture.entered()
    const reverse = (body: object) => fixture.act(entry.id, 'reverse', fixture.finance, body)
    expect((await reverse({})).statusCode).toBe(422)
    const dated = (postedOn: string) => reverse({ reason: 'Wrong', postedOn })
    expect((await dated('2026-03-14')).json().errors[0].message).toBe(
      'Must not be before 3/15/2026, the entry date',
    )
    expect((await dated('2026-04-01')).statusCode).toBe(422)
    const both = await Promise.all([dated('2026-03-31'), dated('2026-03-31')])
    expect(statuses(both)).toEqual([201, 409])
    expect(await fixture.journal()).toHaveLength(6)
  })

  test('needs a second user too, and can be repeated after it is cancelled', async () => {
    const entry = await fixture.entered()
    await fixture.setting({ journalEntryApproval: 'second' })
    const reason = { reason: 'Wrong' }
    const draft = (
      await fixture.act(entry.id, 'reverse', fixture.finance, reason)
    ).json<ManualEntryDetails>()
    expect(draft).toMatchObject({ status: 'draft', postedOn: '2026-03-31' })
    expect((await fixture.act(entry.id, 'reverse', fixture.finance, reason)).statusCode).toBe(409)
    await fixture.act(draft.id, 'cancel', fixture.finance, reason)
    expect((await fixture.read(entry.id)).reversedBy).toBeNull()
    const anew = (
      await fixture.act(entry.id, 'reverse', fixture.finance, reason)
    ).json<ManualEntryDetails>()
    expect((await fixture.act(draft.id, 'reverse', fixture.finance, reason)).statusCode).toBe(409)
    expect((await fixture.act(anew.id, 'post', fixture.colleague)).statusCode).toBe(200)
  })
})
