import type { Context } from '#platform/server/database/db.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import type { IfMatch } from '#platform/server/records/versions.ts'
import type { RequisitionDetails } from '../contract.ts'
import {
  advanceRequisition,
  lockRequisition,
  type TransitionRequest,
} from './advance-requisition.ts'
import { readRequisitionDetails } from './service.ts'

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

function transition(verb: TransitionRequest['verb']): Transition {
  return (ctx, id, { ifMatch, reason }) =>
    runTransition(
      ctx,
      {
        id,
        ifMatch,
        lock: lockRequisition,
        readCurrent: readRequisitionDetails,
        read: readRequisitionDetails,
      },
      (inner, locked) => advanceRequisition(inner, locked, { verb, reason }),
    )
}
