import { Refusal } from '#platform/kernel/refusal.ts'
import { projectVersion } from './config.ts'
import { maintenancePool, type Database, type Db, rows } from '../database/db.ts'
import { describeError } from './error-serializer.ts'
import type { Log } from './log.ts'
import { migrationNames } from '../database/migrations.ts'
import { nodeId } from './node-id.ts'

// A node monitors itself: a wrong clock would date orders wrong, and a version older than the
// database schema would corrupt data. Such a node stays readable but rejects writes.

/** The check interval, besides one check at startup. */
export const checkEveryMs = 5000
/** A larger clock difference gives a warning; above a minute, writes are rejected. */
const warnAboveMs = 5000
const refusedMs = 60_000

export type NodeWatch = {
  /** Why this node may not write (503); undefined if it may. */
  refusal(): Refusal | undefined
  /** The problems of this node, one sentence each. */
  warnings(): string[]
  /**
   * Compares clock and version with the database now. Rejects if the database cannot be queried.
   */
  look(): Promise<void>
  /** Checks periodically, every five seconds by default. Returns a function that stops it. */
  start(log: Log, everyMs?: number): () => void
}

const watches = new WeakMap<object, NodeWatch>()

/** The watch of the node on this database; undefined if none is running. */
export function nodeWatchOf(db: Db): NodeWatch | undefined {
  return watches.get(db.$client)
}

type Options = {
  clock: () => Date
  /** The migrations of this build. */
  known?: ReadonlySet<string>
}

/** Creates the watch of the node that uses this database. */
export function watchNode({ db }: Database, options: Options): NodeWatch {
  const { clock } = options
  const known = options.known ?? new Set(migrationNames())
  let offsetMs = 0
  let newer: Newer | undefined
  const check = async () => {
    newer = await findNewer(db, known)
    offsetMs = await offsetOf(db, clock)
  }
  const watch: NodeWatch = {
    look: check,
    refusal: () => clockRefusal(offsetMs) ?? (newer && versionRefusal(newer)),
    warnings: () => {
      const refusal = watch.refusal()
      if (refusal) return [refusal.message]
      return Math.abs(offsetMs) > warnAboveMs ? [clockSentence(offsetMs)] : []
    },
    start: (log, everyMs = checkEveryMs) => {
      watches.set(db.$client, watch)
      const stop = startChecks(watch, log, everyMs)
      return () => {
        stop()
        // After a node stops, its state must not affect other nodes on the same database.
        if (watches.get(db.$client) === watch) watches.delete(db.$client)
      }
    },
  }
  return watch
}

function startChecks(watch: NodeWatch, log: Log, everyMs: number): () => void {
  let lastWarning = ''
  let isLooking = false
  const runCheck = async () => {
    if (isLooking) return
    isLooking = true
    await watch
      .look()
      .catch((error: unknown) => log.warn({ reason: describeError(error) }, 'node check failed'))
    isLooking = false
    const now = watch.warnings().join('. ')
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
