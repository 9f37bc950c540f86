import {
  checkHistory,
  readSealedHistory as readSealed,
  sealHistory,
  sealsUntil,
  sealTimeOf,
} from '#features/audit/server/service.ts'
import { notify } from '#features/notifications/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, slowPool } from '#platform/server/database/db.ts'
import type { Download } from '#platform/server/http/route.ts'
import type { HistoryVerification, SealedHistory } from '../../contract.ts'
import { checkAndNotify, notificationOf } from './seal-and-check.ts'

export const verifyEveryMs = 2000
const leaseSeconds = 120
const maxAttempts = 3

const columns = `v.id, v.state, u.username as "requestedBy", v.created_at as "createdAt",
  v.done_at as "doneAt", v.seal_count as "sealCount", v.seals_verified as "sealsVerified",
  v.row_count as "rowCount", v.fault_count as "faultCount", v.first_fault as "firstFault",
  v.last_hash as "lastHash", v.last_entry_id as "lastEntryId", v.failure
  from history_verifications v join users u on u.id = v.requested_by`

const readLast = {
  name: 'read_last_history_verification',
  text: `select ${columns} order by v.id desc limit 1`,
}
const readOne = {
  name: 'read_history_verification',
  text: `select ${columns} where v.id = $1`,
}

/** Returns the state of the seals, of the last check, and of the last requested verification. */
export async function readSealedHistory(ctx: Context): Promise<SealedHistory> {
  const [verification] = await rows<HistoryVerification>(ctx.db, readLast)
  return { ...(await readSealed(ctx)), verification: verification ?? null }
}

/** Seals all final rows, verifies the whole audit log now, and returns its state. */
export async function checkSealedHistory(ctx: Context): Promise<SealedHistory> {
  await sealHistory(ctx)
  await checkAndNotify(ctx)
  return readSealedHistory(ctx)
}

const addVerification = {
  name: 'add_history_verification',
  text: `insert into history_verifications (requested_by, created_at) values ($1, $2)
         on conflict (state) where state = 'waiting' do nothing`,
}
const readWaiting = {
  name: 'read_waiting_history_verification',
  text: `select ${columns} where v.state = 'waiting'`,
}

/**
 * Requests a verification of the whole history, which the worker makes. If one waits or runs, on
 * whichever node, returns that one.
 */
export function verifyHistory(ctx: Context): Promise<HistoryVerification> {
  return inTransaction(ctx, async ({ db, user, now }) => {
    await rows(db, addVerification, [user?.id ?? null, now.toISOString()])
    // If the one that waited has just ended, its result is as new as that of another one.
    const [waiting] = await rows<HistoryVerification>(db, readWaiting)
    const [last] = waiting ? [waiting] : await rows<HistoryVerification>(db, readLast)
    if (!last) throw new Error('The requested verification was not found')
    return last
  })
}

const lease = `now() + make_interval(secs => ${leaseSeconds})`

const claim = {
  name: 'claim_history_verification',
  text: `update history_verifications
         set attempts = attempts + 1, leased_until = ${lease}, seals_verified = 0,
           seal_count = (select count(*) from audit_seals)
         where id = (select id from history_verifications
                     where state = 'waiting' and (leased_until is null or leased_until < now())
                     limit 1 for update skip locked)
         returning id, attempts`,
}
const noteProgress = {
  name: 'note_progress_of_history_verification',
  text: `update history_verifications
         set leased_until = ${lease}, seals_verified = $3, seal_count = greatest(seal_count, $3)
         where id = $1 and attempts = $2 and state = 'waiting'`,
}
const settle = {
  name: 'settle_history_verification',
  text: `update history_verifications
         set state = 'done', leased_until = null, done_at = now(), seal_count = $3,
           seals_verified = $3, row_count = $4, fault_count = $5, first_fault = $6,
           last_hash = $7, last_entry_id = $8
         where id = $1 and attempts = $2 and state = 'waiting'
         returning id`,
}
const giveUp = {
  name: 'give_up_history_verification',
  text: `update history_verifications
         set state = 'failed', leased_until = null, done_at = now(), failure = $2
         where id = $1 and state = 'waiting'`,
}

/**
 * Makes the requested verification, if there is one: seals what is final, then verifies every seal.
 * Stores the result, and notifies the administrators of a fault. If the node stops, another one
 * begins again after the lease; after three attempts the verification fails.
 */
export async function runHistoryVerification(ctx: Context): Promise<void> {
  const [claimed] = await rows<{ id: number; attempts: number }>(ctx.db, claim)
  if (!claimed) return
  const { id, attempts } = claimed
  if (attempts > maxAttempts) {
    const sentence = `It was interrupted ${maxAttempts} times. Start it again`
    await rows(ctx.db, giveUp, [id, sentence])
    return
  }
  await sealHistory(ctx)
  // Many entries are read: more slowly than a request may.
  const background = { ...ctx, db: slowPool(ctx.db) }
  const check = await checkHistory(background, async (sealCount) => {
    await rows(ctx.db, noteProgress, [id, attempts, sealCount])
  })
  const { sealCount, rowCount, faultCount, firstFault, lastHash, lastEntryId } = check
  const found = [sealCount, rowCount, faultCount, firstFault, lastHash, lastEntryId]
  await inTransaction(ctx, async (inner) => {
    const settled = await rows(inner.db, settle, [id, attempts, ...found])
    const notification = notificationOf(check)
    if (settled.length > 0 && notification) await notify(inner, [notification])
  })
}

/**
 * The result of a verification as JSON, with the hashes of all seals that it verified. Throws 404
 * for an unknown one, and 409 if it has no result.
 */
export async function downloadHistoryVerification(ctx: Context, id: number): Promise<Download> {
  const [verification] = await rows<HistoryVerification>(ctx.db, readOne, [id])
  if (!verification) throw missing('That verification')
  if (verification.state !== 'done') {
    const sentence = 'This verification has no result yet. Wait until it has ended'
    throw new Refusal('refused', 'verification-not-done', sentence)
  }
  return {
    fileName: `history-verification-${id}.json`,
    mediaType: 'application/json',
    pieces: fileOf(ctx, verification),
  }
}

async function* fileOf(ctx: Context, verification: HistoryVerification): AsyncGenerator<string> {
  const { faultCount, lastEntryId } = verification
  const result = faultCount === 0 ? 'No changes found' : 'Changes found'
  const lastSealedAt = await sealTimeOf(ctx, lastEntryId ?? 0)
  const head = JSON.stringify({ result, ...verification, lastSealedAt }, null, 2)
  yield `${head.slice(0, -2)},\n  "seals": [`
  let separator = '\n'
  for await (const seals of sealsUntil(ctx, lastEntryId ?? 0)) {
    yield separator + seals.map((seal) => `    ${JSON.stringify(seal)}`).join(',\n')
    separator = ',\n'
  }
  yield '\n  ]\n}\n'
}
