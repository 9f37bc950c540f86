import { applyStep, record } from '#features/audit/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { decimal, sum, zero, type Amount } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import {
  type Context,
  inTransaction,
  onOneConnection,
  rows,
  send,
} from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import { guardVersion, type IfMatch } from '#platform/server/records/versions.ts'
import type {
  ManualEntry,
  ManualEntryDetails,
  ManualEntryForm,
  ManualEntryQuery,
} from '../contract.ts'
import {
  type ManualEntryStatus,
  nextManualStatus,
  postingLinesOf,
  type EntryLineInput,
  whyNotReversed,
} from '../manual-entry-rules.ts'
import * as store from './manual-entry-store.ts'
import { guardNotBefore, postingDateOf } from './posting-date-rules.ts'
import { accountName, accounts, guardNotFuture, type PostingLine, reversedLines } from '../rules.ts'
import { guardOpen, post } from './service.ts'
import { manualEntryLines } from './tables.ts'

/** Returns a page of manual journal entries, or all of them without a limit. */
export function listManualEntries(ctx: Context, query: ManualEntryQuery) {
  return readList<ManualEntry>(ctx.db, store.list, query)
}

/** Returns one manual journal entry with its lines. Throws 404 if it does not exist. */
export function readManualEntry(ctx: Context, id: number): Promise<ManualEntryDetails> {
  return onOneConnection(ctx, async ({ db }) => {
    const entry = await readOne<ManualEntry>(db, store.list, { id })
    if (!entry) throw missing('That journal entry')
    const found = await rows<StoredLine>(db, store.readLines, [id])
    const lines = found.map((line) => ({ ...line, accountName: accountName(line.account) }))
    return { ...entry, lines }
  })
}

/**
 * Creates a manual journal entry. It is posted at once, or is a draft until a second user posts it,
 * depending on the setting. Throws if it does not balance, uses a control account, or its day is in
 * a closed month or in the future.
 */
export async function createManualEntry(
  ctx: Context,
  form: ManualEntryForm,
): Promise<ManualEntryDetails> {
  const { needsApproval, date } = await readEntryRules(ctx)
  guardNotFuture('postedOn', form.postedOn, date)
  const lines = postingLinesOf(form.lines)
  const entryNumber = await nextEntryNumber(ctx)
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [form.postedOn])
    const { postedOn, reason } = form
    const descriptions = form.lines.map(({ description }) => description ?? null)
    const fields = { entryNumber, postedOn, reason, needsApproval, reversalOf: null }
    const id = await insertManualEntry(inner, { ...fields, lines, descriptions })
    return readManualEntry(inner, id)
  })
}

/** Posts a draft. Throws 403 for the creator if a second user is required. */
export function postManualEntry(ctx: Context, id: number, request: IfMatch) {
  const guardPeriod = async (inner: Context) => {
    // The day of an entry never changes, so it can be read before the entry is locked.
    const [draft] = await rows<{ postedOn: Day }>(inner.db, store.readDay, [id])
    if (draft) await guardOpen(inner, [draft.postedOn])
  }
  const subject = { id, ...request, guardPeriod, lock, read: readManualEntry }
  return runTransition(ctx, subject, (inner, entry) => {
    const to = nextManualStatus(entry.status, 'post')
    if (entry.needsApproval && entry.createdBy === inner.user?.id) {
      const sentence = 'You entered this entry. Another person must post it'
      throw new Refusal('forbidden', 'self-approval', sentence)
    }
    const write = async () => {
      const lines = postingLinesOf(await rows<StoredLine>(inner.db, store.readLines, [id]))
      await postEntry(inner, entry, lines)
      await send(inner, store.moveEntry, [id, to, inner.user?.id ?? entry.createdBy])
    }
    const approval = { amount: entry.amount }
    return applyStep(inner, entry, { ...entryKind, action: 'post', to, approval, write })
  })
}

/** Cancels a draft, with the reason. */
export function cancelManualEntry(
  ctx: Context,
  id: number,
  { reason, ifMatch }: IfMatch & { reason: string },
) {
  const subject = { id, ifMatch, lock, read: readManualEntry }
  return runTransition(ctx, subject, (inner, entry) => {
    const to = nextManualStatus(entry.status, 'cancel')
    const write = () => send(inner, store.moveEntry, [id, to, null])
    return applyStep(inner, entry, { ...entryKind, action: 'cancel', to, reason, write })
  })
}

type Reversal = IfMatch & { reason: string; postedOn?: Day | undefined }

/**
 * Reverses a posted entry once, by a counter-entry with its own number, reason and day, which needs
 * a second user like any other entry. Refuses a day before the entry or in the future.
 */
export async function reverseManualEntry(
  ctx: Context,
  id: number,
  { reason, postedOn, ifMatch }: Reversal,
): Promise<ManualEntryDetails> {
  const { needsApproval, date } = await readEntryRules(ctx)
  const posting = postingDateOf(postedOn, date)
  const day = posting.postedOn
  const entryNumber = await nextEntryNumber(ctx)
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [day])
    const entry = await lock(inner, id)
    guardVersion(entry, ifMatch)
    const whyNot = whyNotReversed(entry)
    if (whyNot) throw new Refusal('refused', 'not-reversible', whyNot)
    guardNotBefore(posting, [{ day: entry.postedOn, event: 'the entry date' }])
    const stored = await rows<StoredLine>(inner.db, store.readLines, [id])
    const lines = reversedLines(postingLinesOf(stored))
    const descriptions = stored.map(({ description }) => description)
    const fields = { entryNumber, postedOn: day, reason, needsApproval, reversalOf: id }
    const reversalId = await insertManualEntry(inner, { ...fields, lines, descriptions })
    await send(inner, store.moveEntry, [id, entry.status, entry.postedBy])
    await record(inner, [{ entity: 'manual_entry', entityId: id, action: 'reverse', reason }])
    return readManualEntry(inner, reversalId)
  })
}

type StoredLine = EntryLineInput & {
  id: number
  debit: Amount
  credit: Amount
  description: string | null
}

type NewEntry = {
  entryNumber: string
  postedOn: Day
  reason: string
  needsApproval: boolean
  reversalOf: number | null
  lines: readonly PostingLine[]
  descriptions: readonly (string | null)[]
}

/** Inserts an entry with its lines and returns its id; posts it unless it needs approval. */
async function insertManualEntry(ctx: Context, entry: NewEntry): Promise<number> {
  const { entryNumber, postedOn, reason, needsApproval, reversalOf, lines } = entry
  const amount = decimal(sum(lines.map(({ debit = zero }) => debit)))
  const userId = ctx.user?.id ?? null
  const values = [entryNumber, postedOn, reason, amount, needsApproval, reversalOf, userId]
  const [inserted] = await rows<{ id: number }>(ctx.db, store.insertEntry, values)
  const id = inserted?.id ?? 0
  const lineRows = lines.map(({ account, debit = zero, credit = zero }, index) => ({
    manualEntryId: id,
    lineNo: index + 1,
    account: accounts[account].number,
    debit: decimal(debit),
    credit: decimal(credit),
    description: entry.descriptions[index] ?? null,
  }))
  await insertMany(ctx, manualEntryLines, lineRows)
  const auditRef = { entity: 'manual_entry', entityId: id } as const
  await record(ctx, [{ ...auditRef, action: 'create', toStatus: 'draft', reason }])
  if (!needsApproval) {
    await postEntry(ctx, { id, entryNumber, postedOn, reason }, lines)
    await send(ctx, store.moveEntry, [id, 'posted', userId])
    await record(ctx, [{ ...auditRef, action: 'post', fromStatus: 'draft', toStatus: 'posted' }])
  }
  await enqueue(ctx, [messageOf(await lock(ctx, id), 'create')])
  return id
}

type Postable = { id: number; entryNumber: string; postedOn: Day; reason: string }

function postEntry(ctx: Context, entry: Postable, lines: readonly PostingLine[]): Promise<void> {
  const { id: sourceId, entryNumber, postedOn, reason } = entry
  const memo = `Journal entry ${entryNumber}: ${reason}`
  return post(ctx, [{ source: 'manual_entry', sourceId, postedOn, memo, lines }])
}

type LockedEntry = {
  id: number
  entryNumber: string
  status: ManualEntryStatus
  postedOn: Day
  reason: string
  amount: string
  needsApproval: boolean
  reversalOf: number | null
  reversedBy: string | null
  createdBy: number
  postedBy: number | null
  version: number
}

async function lock(ctx: Context, id: number): Promise<LockedEntry> {
  const [entry] = await rows<LockedEntry>(ctx.db, store.lockEntry, [id])
  if (!entry) throw missing('That journal entry')
  return entry
}

async function readEntryRules(ctx: Context): Promise<{ needsApproval: boolean; date: Day }> {
  const { journalEntryApproval, businessTimeZone } = await readSettings(ctx)
  const needsApproval = journalEntryApproval === 'second'
  return { needsApproval, date: today(ctx.now, businessTimeZone) }
}

async function nextEntryNumber(ctx: Context): Promise<string> {
  const [number = ''] = await nextNumbers(ctx.db, 'JE', { count: 1, now: ctx.now })
  return number
}

/** Uses one topic for all events of an entry. */
function messageOf(entry: LockedEntry, verb: string) {
  const { id, entryNumber, status, amount, version } = entry
  return {
    topic: 'manual-entry.changed',
    aggregate: 'manual_entry',
    aggregateId: id,
    aggregateVersion: version,
    payload: { verb, entryNumber, status, amount },
  }
}

const entryKind = { entity: 'manual_entry', messageOf } as const
