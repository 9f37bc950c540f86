import pg from 'pg'
import { besideTransaction, type Db, rows } from '../database/db.ts'

const blockSize = 100
const freshMs = 1000

const reserveBlock = {
  name: 'take_number_block',
  text: `insert into number_series (series, next) values ($1, $2::bigint + ${blockSize})
         on conflict (series) do update
           set next = greatest(number_series.next, $2) + ${blockSize}
         returning next - ${blockSize} as start`,
}

type Wanted = { count: number; now: Date }
type Block = { next: number; end: number }
const blocks = new WeakMap<object, Map<string, Block>>()

/**
 * Generates document numbers of a series, such as `SO-1768469400123`: the prefix and the time in
 * milliseconds. Each node reserves blocks of a hundred in a separate transaction, so that numbers
 * never collide between nodes or within a millisecond, and no order waits for another. That holds
 * in an open transaction, too, such as that of an idempotency key (docs/decisions/0005); numbers
 * that it rolls back are lost. A block older than a second is discarded, so that numbers stay close
 * to the clock.
 */
export function nextNumbers(db: Db, series: string, options: Wanted): Promise<string[]> {
  return besideTransaction(db, (own) => reserveNumbers(own, series, options))
}

async function reserveNumbers(db: Db, series: string, options: Wanted): Promise<string[]> {
  const owner = db.$client
  const ownerBlocks = blocks.get(owner) ?? new Map<string, Block>()
  blocks.set(owner, ownerBlocks)
  const numbers: string[] = []
  while (numbers.length < options.count) {
    const block = ownerBlocks.get(series)
    if (block && block.next < block.end && options.now.getTime() - block.next < freshMs) {
      numbers.push(`${series}-${block.next++}`)
      continue
    }
    const [reserved] = await rows<{ start: number }>(db, reserveBlock, [
      series,
      options.now.getTime(),
    ])
    if (!reserved) throw new Error('No block of numbers was given')
    ownerBlocks.set(series, { next: reserved.start, end: reserved.start + blockSize })
  }
  // Inside the transaction, as on the embedded database: a rollback gives the block back, and its
  // numbers may then be another's.
  if (!(owner instanceof pg.Pool)) ownerBlocks.delete(series)
  return numbers
}
