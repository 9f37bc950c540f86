import { type Context, inTransaction } from '#platform/server/db.ts'
import { noteFailure, noteSuccess } from './connection.ts'
import { type Answer, BadAnswer, type Warehouse } from './door.ts'
import { logExchange } from './log.ts'
import { Unreachable } from './outgoing.ts'
import { beginMovements, forgetDocuments, noteTakesReturns, planExports } from './plan-exports.ts'

/** Asks the warehouse, keeps what was said, and remembers how it went. */
export async function callIn<T>(
  { ctx, runId }: { ctx: Context; runId?: number | undefined },
  kind: string,
  make: () => Promise<Answer<T>>,
): Promise<{ value: T; messageId: number }> {
  const facts = { runId, direction: 'in' as const, kind }
  try {
    const { value, exchanged } = await make()
    await noteSuccess(ctx)
    const messageId = await logExchange(ctx, exchanged, { ...facts, status: 'accepted' })
    return { value, messageId: messageId ?? 0 }
  } catch (error) {
    if (error instanceof Unreachable) await noteFailure(ctx, error.message)
    if (error instanceof BadAnswer) {
      const said = { ...facts, status: 'failed', error: error.message }
      await logExchange(ctx, error.exchanged, said)
      await noteFailure(ctx, error.message)
    }
    throw error
  }
}

/**
 * Says good day before anything else. A warehouse that was never counted is told everything anew,
 * with what is on hand. Answers whether it is one.
 */
export async function greet(ctx: Context, warehouse: Warehouse, runId?: number): Promise<boolean> {
  const { value } = await callIn({ ctx, runId }, 'status', () => warehouse.status())
  const isAnew = value.wantsOpeningStock === true
  await inTransaction(ctx, async (inner) => {
    if (isAnew) await forgetDocuments(inner)
    await beginMovements(inner, isAnew)
    await noteTakesReturns(inner, value.takesReturns === true)
    if (isAnew) await planExports(inner, 'item', { withOpeningStock: true })
  })
  return isAnew
}
