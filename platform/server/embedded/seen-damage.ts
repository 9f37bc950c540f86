import type pg from 'pg'
import type { Refusal } from '#platform/kernel/refusal.ts'
import { AbortedDatabase } from './damage.ts'
import { damageRefusal } from '../database/pg-errors.ts'

// Damage that some statement met. Other statements may go well, so it is kept: until the program is
// started again, or for a minute where the database was opened again and looked through since.

const afterAbortMs = 60_000

type SeenDamage = { refusal: Refusal; until: number }
const seen = new WeakMap<object, SeenDamage>()

/** Why the database of a pool is not to be relied on; undefined where nothing was seen. */
export function seenDamage(pool: object): Refusal | undefined {
  const found = seen.get(pool)
  return found && performance.now() < found.until ? found.refusal : undefined
}

/** Hears of damage from every statement of a connection, and keeps it for the database's pool. */
export function watchForDamage(client: pg.PoolClient, pool: object): void {
  const note = (error: unknown) => {
    const refusal = damageRefusal(error)
    if (!refusal || seen.get(pool)?.until === Infinity) return
    const until = error instanceof AbortedDatabase ? performance.now() + afterAbortMs : Infinity
    seen.set(pool, { refusal, until })
  }
  client.on('error', note)
  // The driver's types leave out the connection, which tells of each error that arrives.
  const { connection } = client as pg.PoolClient & { connection: NodeJS.EventEmitter }
  connection.on('errorMessage', note)
}
