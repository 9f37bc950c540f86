import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { guardVersion, type IfMatch } from '#platform/server/records/versions.ts'
import type { RequisitionDetails } from '../contract.ts'
import { detailsOf } from './service.ts'
import { lockRequisition, runTransition, type TransitionRequest } from './run-transition.ts'

type Reasoned = IfMatch & Pick<TransitionRequest, 'reason'>
type Transition = (ctx: Context, id: number, form: Reasoned) => Promise<RequisitionDetails>

/** Submits a draft for approval. */
export const submitRequisition = transition('submit')
/** Makes a submitted requisition a draft again; only its requester may. */
export const withdrawRequisition = transition('withdraw')
/** Approves a submitted requisition; not by its requester, within the approver's limit. */
export const approveRequisition = transition('approve')
/** Rejects a submitted requisition, with a reason. */
export const rejectRequisition = transition('reject')
/** Cancels a requisition with nothing ordered, with a reason. */
export const cancelRequisition = transition('cancel')
/** Closes a partly ordered requisition, with a reason. */
export const closeRequisition = transition('close')

/** Runs one transition in its own transaction and returns the updated record. */
function transition(verb: TransitionRequest['verb']): Transition {
  return (ctx, id, { ifMatch, reason }) =>
    inTransaction(ctx, async (inner) => {
      const locked = await lockRequisition(inner, id)
      if (ifMatch !== undefined) guardVersion(await detailsOf(inner, id), ifMatch)
      await runTransition(inner, locked, { verb, reason })
      return detailsOf(inner, id)
    })
}
