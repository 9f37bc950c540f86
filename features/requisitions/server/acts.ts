import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { RequisitionDetails } from '../contract.ts'
import { detailsOf } from './service.ts'
import { lockRequisition, takeStep, type Wish } from './steps.ts'

type Step = Pick<Wish, 'verb' | 'reason'> & { ifMatch: number | undefined }

/** Takes one step of a requisition and answers it as it is then. */
export function takeOne(
  ctx: Context,
  id: number,
  { ifMatch, ...wish }: Step,
): Promise<RequisitionDetails> {
  return inTransaction(ctx, async (inner) => {
    const locked = await lockRequisition(inner, id)
    if (ifMatch !== undefined) guardVersion(await detailsOf(inner, id), ifMatch)
    await takeStep(inner, locked, wish)
    return detailsOf(inner, id)
  })
}
