import { record } from '#features/audit/server/service.ts'
import type { RejectionEffect } from '#features/intake/server/service.ts'
import { rows } from '#platform/server/database/db.ts'
import * as store from '../store.ts'
import { documentIdOf } from './recorded-order-850.ts'

const maxNote = 200

/**
 * Marks the 850 of a message that is rejected in the intake inbox as done, with the reason as its
 * note, in the open transaction. One that needs no attention stays as it is.
 */
export const markRejected850Done: RejectionEffect = async (ctx, { sourceKey, reason }) => {
  const id = documentIdOf(sourceKey)
  if (id === undefined) return
  const values = [id, ctx.user?.id ?? null, reason.slice(0, maxNote)]
  const [updated] = await rows(ctx.db, store.settleDocument, values)
  if (!updated) return
  await record(ctx, [{ entity: 'edi_document', entityId: id, action: 'settle', reason }])
}
