import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { rememberBulkEdit } from '#platform/server/imports/import-sql.ts'
import {
  inLockOrder,
  type RecordNumber,
  transitionEach,
} from '#platform/server/records/transition-many.ts'
import { approveReturn } from './steps/transitions.ts'
import { returns } from './tables.ts'

const lockReturns = {
  name: 'lock_returns',
  text: `select id, return_number as number from returns
         where id = any($1::int[]) order by id for no key update`,
}

/** Locks the SKUs that approving the returns to vendors will reserve. */
const lockSkusOfMany = {
  name: 'lock_skus_of_returns',
  text: `select id from skus
         where id in (select i.sku_id from return_items i join returns r on r.id = i.return_id
                      where r.id = any($1::int[]) and r.type = 'rtv')
         order by id for no key update`,
}

/**
 * Approves many returns in one transaction, each with the checks of a single approval. Locks all
 * returns and SKUs first.
 */
export function approveReturns(ctx: Context, ids: readonly number[]): Promise<BulkOutcome> {
  const requestedIds = inLockOrder(ids)
  return inTransaction(ctx, async (inner) => {
    const found = await rows<RecordNumber>(inner.db, lockReturns, [requestedIds])
    await rows(inner.db, lockSkusOfMany, [requestedIds])
    const outcome = await transitionEach(inner, { ids: requestedIds, found }, async (id) => {
      await approveReturn(inner, id, { ifMatch: undefined })
      return undefined
    })
    const done = outcome.done.map((id) => ({ id }))
    const { kept } = outcome
    await rememberBulkEdit(inner, { table: returns, action: 'approve', done, kept })
    return outcome
  })
}
