import { Refusal } from '#platform/kernel/refusal.ts'
import { projectVersion } from './config.ts'
import { maintenancePool, type Database, type Db, rows } from '../database/db.ts'
import { describeError } from './error-serializer.ts'
import type { Log } from './log.ts'
import { migrationNames } from '../database/migrations.ts'
import { nodeId } from './node-id.ts'

// A node compares its clock and its schema version with the database: a wrong clock would date
// orders wrong, and a version older than the database schema would corrupt data. Such a node stays
// readable but rejects writes.

/** The check interval, besides one check at startup. */
export const checkEveryMs = 5000
/** A larger clock difference gives a warning; above a minute, writes are rejected. */
const warnAboveMs = 5000
const refusedMs = 60_000

export type NodeCheck = {
  /** Why this node may not write (503); undefined if it may. */
  refusal(): Refusal | undefined
  /** The problems of this node, one sentence each. */
  warnings(): string[]
  /**
   * Compares clock and version with the database now. Rejects if the database cannot be queried.
   */
  check(): Promise<void>
  /** Checks periodically, every five seconds by default. Returns a function that stops it. */
  start(log: Log, everyMs?: number): () => void
}

const checks = new WeakMap<object, NodeCheck>()

/** The check of the node on this database; undefined if none is running. */
export function nodeCheckOf(db: Db): NodeCheck | undefined {
  return checks.get(db.$client)
}

type Options = {
  clock: () => Date
  /** The migrations of this build. */
  known?: ReadonlySet<string>
}

/** Creates the check of the node that uses this database. */
export function createNodeCheck({ db }: Database, options: Options): NodeCheck {
  const { clock } = options
  const known = options.known ?? new Set(migrationNames())
  let offsetMs = 0
  let newer: Newer | undefined
  const check = async () => {
    newer = await findNewer(db, known)
    offsetMs = await offsetOf(db, clock)
  }
  const nodeCheck: NodeCheck = {
    check,
    refusal: () => clockRefusal(offsetMs) ?? (newer && versionRefusal(newer)),
    warnings: () => {
      const refusal = nodeCheck.refusal()
      if (refusal) return [refusal.message]
      return Math.abs(offsetMs) > warnAboveMs ? [clockSentence(offsetMs)] : []
    },
    start: (log, everyMs = checkEveryMs) => {
      checks.set(db.$client, nodeCheck)
      const stop = startChecks(nodeCheck, log, everyMs)
      return () => {
        stop()
        // After a node stops, its state must not affect other nodes on the same database.
        if (checks.get(db.$client) === nodeCheck) checks.delete(db.$client)
      }
    },
  }
  return nodeCheck
}

function startChecks(nodeCheck: NodeCheck, log: Log, everyMs: number): () => void {
  let lastWarning = ''
  let isChecking = false
  const runCheck = async () => {
    if (isChecking) return
    isChecking = true
    await nodeCheck
      .check()
      .catch((error: unknown) => log.warn({ reason: describeError(error) }, 'node check failed'))
    isChecking = false
    const now = nodeCheck.warnings().join('. ')
    if (now !== lastWarning) log.warn({ node: nodeId }, now || 'this node is healthy again')
    lastWarning = now
  }
  const timer = setInterval(() => void runCheck(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

const readClock = { name: 'ask_clock', text: `select clock_timestamp() as "at"` }
const tries = 3

/**
 * How far this node's clock is ahead of the database's, in milliseconds. Retries a large result up
 * to three times, because a slow response is inaccurate.
 */
async function offsetOf(db: Db, clock: () => Date): Promise<number> {
  let least = Infinity
  for (let attempt = 0; attempt < tries && Math.abs(least) > warnAboveMs; attempt++) {
    const next = await compareOnce(db, clock)
    if (Math.abs(next) < Math.abs(least)) least = next
  }
  return least
}

/** Subtracts the part of the difference that network latency may explain. */
async function compareOnce(db: Db, clock: () => Date): Promise<number> {
  const before = performance.now()
  const [answer] = await rows<{ at: string }>(maintenancePool(db), readClock)
  const halfRoundTripMs = (performance.now() - before) / 2
  const offsetMs = clock().getTime() - halfRoundTripMs - Date.parse(answer?.at ?? '')
  return Math.sign(offsetMs) * Math.max(0, Math.abs(offsetMs) - halfRoundTripMs)
}

function clockRefusal(offsetMs: number): Refusal | undefined {
  if (Math.abs(offsetMs) <= refusedMs) return undefined
  const sentence = `${clockSentence(offsetMs)}. Nothing is saved here until it is corrected`
  return new Refusal('unavailable', 'clock-wrong', sentence, [], { retryAfterSeconds: 60 })
}

/** `The clock of this server is 3 minutes behind the database’s`. */
function clockSentence(offsetMs: number): string {
  const side = offsetMs > 0 ? 'ahead of' : 'behind'
  return `The clock of this server is ${spanOf(Math.abs(offsetMs))} ${side} the database’s`
}

function spanOf(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1000],
  ] as const
  const [name, size] = units.find(([, each]) => ms + 1000 >= each) ?? units[3]
  const count = Math.round(ms / size)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

type Newer = { name: string; version: string | null }

const readApplied = {
  name: 'read_forbidding_migrations',
  text: `select name, program_version as "version" from migrations
         where not older_may_write order by name collate "C" desc`,
}

/** The newest migration that is unknown to this build and does not allow older nodes to write. */
async function findNewer(db: Db, known: ReadonlySet<string>): Promise<Newer | undefined> {
  const applied = await rows<Newer>(maintenancePool(db), readApplied)
  return applied.find(({ name }) => !known.has(name))
}

function versionRefusal({ name, version }: Newer): Refusal {
  const newer = `version ${version ?? 'unknown'} (${name})`
  const sentence =
    `The database was changed by ${newer}. This server has version ${projectVersion}, ` +
    'which is older. It saves nothing until it is updated'
  return new Refusal('unavailable', 'program-too-old', sentence, [], { retryAfterSeconds: 60 })
}
