import { type Context, inTransaction, rows } from '../database/db.ts'

/** What a transaction would have answered that was only tried out. */
class TriedOut<R> extends Error {
  readonly result: R
  constructor(result: R) {
    super('Tried out')
    this.result = result
  }
}

const setSavepoint = { name: 'begin_try_out', text: 'savepoint try_out' }
const rollbackToSavepoint = { name: 'take_try_out_back', text: 'rollback to savepoint try_out' }

/**
 * Runs `work`, answers what it answers, and takes all of it back: as a whole where no transaction
 * is open, else to where the open one was, as under an Idempotency-Key.
 */
export async function runInSavepoint<C extends Context, R>(
  ctx: C,
  work: (inner: C) => Promise<R>,
): Promise<R> {
  const { db: outer } = ctx
  try {
    return await inTransaction(ctx, async (inner) => {
      await rows(inner.db, setSavepoint)
      const result = await work(inner)
      await Promise.all(inner.sent ?? [])
      await rows(inner.db, rollbackToSavepoint)
      // A transaction of its own ends so too.
      if (inner.db !== outer) throw new TriedOut(result)
      return result
    })
  } catch (error) {
    if (error instanceof TriedOut) return error.result as R
    throw error
  }
}
