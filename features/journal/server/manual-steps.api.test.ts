import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { ManualEntryDetails } from '../contract.ts'
import { booksDesk, statuses } from './testing.ts'

// Approval and reversal of manual journal entries. The test clock is at 2026-03-31.

let prizm: TestApp
let desk: Awaited<ReturnType<typeof booksDesk>>

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await booksDesk(prizm)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

describe('a second user', () => {
  beforeEach(() => desk.setting({ journalEntryApproval: 'second' }))

  test('posts the entry, which is a draft until then', async () => {
    const draft = await desk.entered()
    expect(draft).toMatchObject({ status: 'draft', needsApproval: true, postedByName: null })
    expect(await desk.journal()).toEqual([])
    const own = await desk.act(draft.id, 'post')
    expect([own.statusCode, own.json().code]).toEqual([403, 'self-approval'])
    const done = await desk.act(draft.id, 'post', desk.colleague)
    expect(done.json(), done.body).toMatchObject({ status: 'posted', version: 2 })
    expect(await desk.journal()).toHaveLength(3)
    expect(await desk.query(`select action, amount from approvals`)).toEqual([
      { action: 'post', amount: '1200.11' },
    ])
    expect((await desk.act(draft.id, 'post', desk.colleague)).json().code).toBe(
      'illegal-transition',
    )
    expect((await desk.act(draft.id, 'cancel', desk.finance, { reason: 'Late' })).statusCode).toBe(
      409,
    )
  })

  test('is still needed for a draft if the setting is turned off later', async () => {
    const draft = await desk.entered()
    await desk.setting({ journalEntryApproval: 'none' })
    expect((await desk.act(draft.id, 'post')).statusCode).toBe(403)
    const cancelled = await desk.act(draft.id, 'cancel', desk.finance, { reason: 'Entered anew' })
    expect(cancelled.json()).toMatchObject({ status: 'cancelled' })
    expect((await desk.act(draft.id, 'post', desk.colleague)).json().code).toBe(
      'illegal-transition',
    )
    expect(await desk.journal()).toEqual([])
  })

  test('cannot post into a closed month; concurrent posts post the entry once', async () => {
    const draft = await desk.entered()
    const late = await desk.entered({ postedOn: '2026-02-10' })
    await desk.post('periods/202602/soft-close', desk.finance)
    const points = await prizm.call('GET', '/api/periods/202602/closing', { as: desk.finance })
    expect(points.json()).toContainEqual({
      name: 'draftEntries',
      count: 1,
      amount: '1200.11',
      detail: null,
    })
    await desk.post('periods/202602/close', desk.admin)
    expect((await desk.act(late.id, 'post', desk.colleague)).json().code).toBe('period-closed')
    expect((await desk.act(late.id, 'cancel', desk.finance, { reason: 'Late' })).statusCode).toBe(
      200,
    )
    const both = await Promise.all([
      desk.act(draft.id, 'post', desk.colleague),
      desk.act(draft.id, 'post', desk.admin),
    ])
    expect(statuses(both)).toEqual([200, 409])
    expect(await desk.journal()).toHaveLength(3)
  })
})

describe('a reversal', () => {
  test('is a counter-entry with its own reason and day, and happens once', async () => {
    const entry = await desk.entered()
    const answer = await desk.act(entry.id, 'reverse', desk.colleague, {
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
    expect(await desk.read(entry.id)).toMatchObject({
      status: 'posted',
      reversedBy: reversal.entryNumber,
    })
    const asOf = async (day: string) =>
      (await prizm.call('GET', `/api/journal/trial-balance?asOf=${day}`, { as: desk.finance }))
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
    const again = await desk.act(entry.id, 'reverse', desk.finance, { reason: 'Twice' })
    expect([again.statusCode, again.json().detail]).toEqual([
      409,
      `This entry has already been reversed by ${reversal.entryNumber}`,
    ])
    const back = await desk.act(reversal.id, 'reverse', desk.finance, { reason: 'Back' })
    expect(back.json().detail).toBe('This entry reverses another one. Enter a new entry instead')
    const history = `select action, reason from audit_log
                     where entity = 'manual_entry' and entity_id = ${entry.id}
                       and action = 'reverse'`
    expect(await desk.query(history)).toEqual([{ action: 'reverse', reason: 'Wrong month' }])
  })

  test('needs a reason and a valid day, and succeeds once for concurrent requests', async () => {
    const entry = await desk.entered()
    const reverse = (body: object) => desk.act(entry.id, 'reverse', desk.finance, body)
    expect((await reverse({})).statusCode).toBe(422)
    const dated = (postedOn: string) => reverse({ reason: 'Wrong', postedOn })
    expect((await dated('2026-03-14')).json().errors[0].message).toBe(
      'Must not be before 3/15/2026, the day of the entry',
    )
    expect((await dated('2026-04-01')).statusCode).toBe(422)
    const both = await Promise.all([dated('2026-03-31'), dated('2026-03-31')])
    expect(statuses(both)).toEqual([201, 409])
    expect(await desk.journal()).toHaveLength(6)
  })

  test('needs a second user too, and can be repeated after it is cancelled', async () => {
    const entry = await desk.entered()
    await desk.setting({ journalEntryApproval: 'second' })
    const reason = { reason: 'Wrong' }
    const draft = (
      await desk.act(entry.id, 'reverse', desk.finance, reason)
    ).json<ManualEntryDetails>()
    expect(draft).toMatchObject({ status: 'draft', postedOn: '2026-03-31' })
    expect((await desk.act(entry.id, 'reverse', desk.finance, reason)).statusCode).toBe(409)
    await desk.act(draft.id, 'cancel', desk.finance, reason)
    expect((await desk.read(entry.id)).reversedBy).toBeNull()
    const anew = (
      await desk.act(entry.id, 'reverse', desk.finance, reason)
    ).json<ManualEntryDetails>()
    expect((await desk.act(draft.id, 'reverse', desk.finance, reason)).statusCode).toBe(409)
    expect((await desk.act(anew.id, 'post', desk.colleague)).statusCode).toBe(200)
  })
})
