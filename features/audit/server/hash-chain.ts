import { type Moment, moment } from '#platform/kernel/days.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'

// The seal of the history: a chain of hashes over the audit log.

/** The result of verifying all seals. `firstFault` is a sentence, or null if there is no fault. */
export type HistoryCheck = {
  checkedAt: Moment
  sealCount: number
  rowCount: number
  faultCount: number
  firstFault: string | null
}

/** How much of the history is sealed, and the result of the last verification. */
export type SealedHistory = {
  sealCount: number
  /** The number of audit entries that are not sealed yet. */
  waiting: number
  lastSealedAt: Moment | null
  /** The hash of the last seal, which covers all entries up to it. */
  lastHash: string | null
  lastCheck: HistoryCheck | null
}

/** The result with the last seal that was verified: its hash, and the last entry under it. */
type VerifiedHistory = HistoryCheck & { lastHash: string | null; lastEntryId: number }

/** Called during a verification with the number of seals verified so far. */
type OnProgress = (sealCount: number) => Promise<void>

const entriesPerSeal = 2000
const sealsPerBatch = 20
const maxAttempts = 20
const pauseMs = 100

const readLastEntryId = {
  name: 'audit_last_act',
  text: 'select coalesce(max(id), 0) as id from audit_log',
}

/**
 * A transaction that writes an audit entry holds this lock from before it gets the id until commit.
 */
const readWriters = {
  name: 'audit_writers',
  text: `select virtualtransaction as writer from pg_locks
         where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
           and relation = 'audit_log'::regclass
           and database = (select oid from pg_database where datname = current_database())`,
}

// Versions up to 0.13 take another number. If a node of them seals at the same moment, the unique
// constraints of the seals let one of both go on, and the other one seals a minute later.
const tryLockSeals = {
  name: 'audit_take_turn',
  text: 'select pg_try_advisory_xact_lock(727281) as "isMine"',
}

const sealNext = {
  name: 'audit_seal_next',
  text: 'select seal_audit_log($1, $2) as "isSealed"',
}

/**
 * Seals the final audit entries. Ids are assigned before the commit, so entries up to the current
 * last id are final once all transactions writing at that time have ended. Does not block writers.
 * Seals nothing if one of them runs for more than two seconds.
 */
export async function sealHistory(ctx: Context): Promise<void> {
  const [lastEntry] = await rows<{ id: number }>(ctx.db, readLastEntryId)
  if (!lastEntry || !(await haveEnded(ctx, await writersOf(ctx)))) return
  while (await sealNextBatch(ctx, lastEntry.id));
}

async function writersOf({ db }: Context): Promise<string[]> {
  return (await rows<{ writer: string }>(db, readWriters)).map(({ writer }) => writer)
}

async function haveEnded(ctx: Context, writers: readonly string[]): Promise<boolean> {
  let running = writers
  for (let attempt = 0; running.length > 0 && attempt < maxAttempts; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const stillRunning = await writersOf(ctx)
    running = running.filter((writer) => stillRunning.includes(writer))
  }
  return running.length === 0
}

/**
 * Creates one seal in its own transaction; with several nodes, only one seals. Returns true if it
 * did.
 */
function sealNextBatch(ctx: Context, finalId: number): Promise<boolean> {
  return inTransaction(ctx, async ({ db }) => {
    const [lock] = await rows<{ isMine: boolean }>(db, tryLockSeals)
    if (!lock?.isMine) return false
    const [result] = await rows<{ isSealed: boolean }>(db, sealNext, [finalId, entriesPerSeal])
    return result?.isSealed === true
  })
}

type Seal = { toId: number; rowCount: number; hash: string; fault: string | null }

const readFaults = {
  name: 'audit_read_faults',
  text: `select to_id as "toId", row_count as "rowCount", hash, fault
         from audit_seal_faults($1, $2)`,
}
const readGaps = { name: 'audit_read_gaps', text: 'select fault from audit_chain_gaps()' }

const insertCheck = {
  name: 'audit_add_check',
  text: `insert into audit_checks
           (seal_count, row_count, fault_count, first_fault, last_hash, checked_at)
         values ($1, $2, $3, $4, $5, $6)`,
}

/**
 * Verifies the whole history, a few seals at a time: no entry was changed, deleted or inserted
 * since it was sealed. Records the result.
 */
export async function checkHistory(
  ctx: Context,
  onProgress?: OnProgress,
): Promise<VerifiedHistory> {
  const gaps = await rows<{ fault: string }>(ctx.db, readGaps)
  const faults = gaps.map(({ fault }) => fault)
  let sealCount = 0
  let rowCount = 0
  let lastSeal: Seal | undefined
  for (;;) {
    const seals = await rows<Seal>(ctx.db, readFaults, [lastSeal?.toId ?? 0, sealsPerBatch])
    sealCount += seals.length
    for (const seal of seals) {
      rowCount += seal.rowCount
      if (seal.fault !== null) faults.push(seal.fault)
    }
    lastSeal = seals.at(-1) ?? lastSeal
    await onProgress?.(sealCount)
    if (seals.length < sealsPerBatch) break
  }
  const checkedAt = moment(ctx.now)
  const firstFault = faults[0] ?? null
  const faultCount = faults.length
  const lastHash = lastSeal?.hash ?? null
  const values = [sealCount, rowCount, faultCount, firstFault, lastHash, checkedAt]
  await inTransaction(ctx, ({ db }) => rows(db, insertCheck, values))
  const lastEntryId = lastSeal?.toId ?? 0
  return { checkedAt, sealCount, rowCount, faultCount, firstFault, lastHash, lastEntryId }
}

/** A seal over the entries from one id to another; its hash goes on from the one before. */
type SealOfHistory = {
  fromId: number
  toId: number
  rowCount: number
  previousHash: string
  hash: string
  sealedAt: string
}

const readSealTime = {
  name: 'audit_read_seal_time',
  text: 'select sealed_at as "sealedAt" from audit_seals where to_id = $1',
}

/** Returns when the seal was made whose last entry has this id; null if there is none. */
export async function sealTimeOf({ db }: Context, lastEntryId: number): Promise<string | null> {
  const [seal] = await rows<{ sealedAt: string }>(db, readSealTime, [lastEntryId])
  return seal?.sealedAt ?? null
}

const readSealsAfter = {
  name: 'audit_read_seals_after',
  text: `select from_id as "fromId", to_id as "toId", row_count as "rowCount",
           previous_hash as "previousHash", hash, sealed_at as "sealedAt"
         from audit_seals where to_id > $1 and to_id <= $2 order by to_id limit 1000`,
}

/** Returns the seals over entries up to this id in chunks, in order. */
export async function* sealsUntil(
  { db }: Context,
  lastEntryId: number,
): AsyncGenerator<SealOfHistory[]> {
  for (let after = 0; ;) {
    const seals = await rows<SealOfHistory>(db, readSealsAfter, [after, lastEntryId])
    const last = seals.at(-1)
    if (!last) return
    yield seals
    after = last.toId
  }
}

const readSeals = {
  name: 'audit_read_seals',
  text: `select (select count(*) from audit_seals) as "sealCount",
           (select count(*) from audit_log where id > coalesce(s.to_id, 0)) as waiting,
           s.sealed_at as "lastSealedAt", s.hash as "lastHash"
         from (select 1) one
         left join (select * from audit_seals order by to_id desc limit 1) s on true`,
}

const readLastCheck = {
  name: 'audit_read_last_check',
  text: `select checked_at as "checkedAt", seal_count as "sealCount", row_count as "rowCount",
           fault_count as "faultCount", first_fault as "firstFault"
         from audit_checks order by id desc limit 1`,
}

/** Returns how much of the history is sealed, and the result of the last verification. */
export async function readSealedHistory({ db }: Context): Promise<SealedHistory> {
  const [seals] = await rows<Omit<SealedHistory, 'lastCheck'>>(db, readSeals)
  const [lastCheck] = await rows<HistoryCheck>(db, readLastCheck)
  const none = { sealCount: 0, waiting: 0, lastSealedAt: null, lastHash: null }
  return { ...none, ...seals, lastCheck: lastCheck ?? null }
}
