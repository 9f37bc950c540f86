import type pg from 'pg'
import type { Refusal } from '#platform/kernel/refusal.ts'
import { AbortedDatabase } from './damage-errors.ts'
import { damageRefusal } from '../database/pg-errors.ts'

// Records damage that any statement hits. Other statements may still succeed, so the record stays
// until the program restarts, or for a minute if the database crashed, because it is checked when
// it is reopened.

const afterAbortMs = 60_000

type RecordedDamage = { refusal: Refusal; until: number }
const damageByPool = new WeakMap<object, RecordedDamage>()

/** Why a pool's database cannot be trusted; undefined if no damage was recorded. */
export function damageOf(pool: object): Refusal | undefined {
  const found = damageByPool.get(pool)
  return found && performance.now() < found.until ? found.refusal : undefined
}

/** Watches every statement of a connection for damage and records it for the database's pool. */
export function watchForDamage(client: pg.PoolClient, pool: object): void {
  const note = (error: unknown) => {
    const refusal = damageRefusal(error)
    if (!refusal || damageByPool.get(pool)?.until === Infinity) return
    const until = error instanceof AbortedDatabase ? performance.now() + afterAbortMs : Infinity
    damageByPool.set(pool, { refusal, until })
  }
  client.on('error', note)
  // The driver's types omit `connection`, which emits every error that arrives.
  const { connection } = client as pg.PoolClient & { connection: NodeJS.EventEmitter }
  connection.on('errorMessage', note)
}
