import { type Context, inTransaction, rows } from '../database/db.ts'

/** Carries the result of a dry run out of its transaction and so rolls it back. */
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
 * Runs `work`, returns its result, and rolls all of it back: the whole transaction, or, inside an
 * open one (as under an Idempotency-Key), to a savepoint.
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
      // If this call opened the transaction, the error rolls it back.
      if (inner.db !== outer) throw new TriedOut(result)
      return result
    })
  } catch (error) {
    if (error instanceof TriedOut) return error.result as R
    throw error
  }
}
