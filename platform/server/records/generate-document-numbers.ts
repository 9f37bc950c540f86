import pg from 'pg'
import { type Db, rows } from '../database/db.ts'

const blockSize = 100
const freshMs = 1000

const reserveBlock = {
  name: 'take_number_block',
  text: `insert into number_series (series, next) values ($1, $2::bigint + ${blockSize})
         on conflict (series) do update
           set next = greatest(number_series.next, $2) + ${blockSize}
         returning next - ${blockSize} as start`,
}

type Block = { next: number; end: number }
const blocks = new WeakMap<object, Map<string, Block>>()

/**
 * Generates document numbers of a series, such as `SO-1768469400123`: the prefix and the time in
 * milliseconds. Each node reserves blocks of a hundred in a separate transaction, so that numbers
 * never collide between nodes or within a millisecond, and no order waits for another. A block
 * older than a second is discarded, so that numbers stay close to the clock. Call it outside the
 * order's transaction; in one, such as that of an idempotency key, the rest of the block is lost.
 */
export async function nextNumbers(
  pool: Db,
  series: string,
  options: { count: number; now: Date },
): Promise<string[]> {
  const owner = pool.$client
  const ownerBlocks = blocks.get(owner) ?? new Map<string, Block>()
  blocks.set(owner, ownerBlocks)
  const numbers: string[] = []
  while (numbers.length < options.count) {
    const block = ownerBlocks.get(series)
    if (block && block.next < block.end && options.now.getTime() - block.next < freshMs) {
      numbers.push(`${series}-${block.next++}`)
      continue
    }
    const [reserved] = await rows<{ start: number }>(pool, reserveBlock, [
      series,
      options.now.getTime(),
    ])
    if (!reserved) throw new Error('No block of numbers was given')
    ownerBlocks.set(series, { next: reserved.start, end: reserved.start + blockSize })
  }
  // A rollback gives the block back, and its numbers may then be another node's.
  if (!(owner instanceof pg.Pool)) ownerBlocks.delete(series)
  return numbers
}
