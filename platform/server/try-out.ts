import { type Context, inTransaction } from './db.ts'

/** What a transaction would have answered that was only tried out. */
class TriedOut<R> extends Error {
  readonly result: R
  constructor(result: R) {
    super('Tried out')
    this.result = result
  }
}

/** Runs `work` in a transaction of its own, answers what it answers, and takes all of it back. */
export async function tryOut<C extends Context, R>(
  ctx: C,
  work: (inner: C) => Promise<R>,
): Promise<R> {
  try {
    return await inTransaction(ctx, async (inner) => {
      const result = await work(inner)
      await Promise.all(inner.sent ?? [])
      throw new TriedOut(result)
    })
  } catch (error) {
    if (error instanceof TriedOut) return error.result as R
    throw error
  }
}
