import { permissions } from '#features/auth/rules.ts'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import {
  inLockOrder,
  type RecordNumber,
  transitionEach,
} from '#platform/server/records/transition-many.ts'
import type { IfMatch } from '#platform/server/records/versions.ts'
import type { ChangeIntakeMessages, IntakeMessageDetails } from '../contract.ts'
import type { IntakeChannel, IntakeState } from '../rules.ts'
import {
  advanceMessage,
  formOf,
  guardOpen,
  lockMessage,
  type LockedMessage,
} from './advance-message.ts'
import { readProblems } from './form-facts.ts'
import { rawDeleted } from './run-message.ts'
import * as store from './store.ts'
import { messageSubject } from './update-message.ts'

/**
 * What changes in the channel of a message that a person rejects or marks as a duplicate, in the
 * same transaction. The rooms of the channels implement it, because they are to the right of this
 * one.
 */
export type ClosingEffect = (
  ctx: Context,
  message: { sourceKey: string | null; reason: string },
) => Promise<void>
export type ClosingEffects = Partial<Record<IntakeChannel, ClosingEffect>>

/** What changes in the channel of a message that a person opens again, in the same transaction. */
export type ReopeningEffect = (ctx: Context, message: { sourceKey: string | null }) => Promise<void>
export type ReopeningEffects = Partial<Record<IntakeChannel, ReopeningEffect>>

type Rejection = { reason: string; closingEffects: ClosingEffects }

/** Rejects an open message with a reason. */
export function rejectIntakeMessage(
  ctx: Context,
  id: number,
  { ifMatch, ...rejection }: IfMatch & Rejection,
): Promise<IntakeMessageDetails> {
  return runTransition(ctx, { id, ifMatch, ...messageSubject }, (inner, locked) =>
    reject(inner, locked, rejection),
  )
}

async function reject(ctx: Context, locked: LockedMessage, { reason, closingEffects }: Rejection) {
  const rejected = await advanceMessage(ctx, locked, { verb: 'reject', reason })
  await closingEffects[locked.channel]?.(ctx, { sourceKey: locked.sourceKey, reason })
  return rejected
}

/**
 * Marks an open message as a duplicate of another one. Throws 422 if that one does not exist, or is
 * a duplicate itself: of two duplicates of each other nobody would place the order.
 */
export function matchIntakeMessage(
  ctx: Context,
  id: number,
  {
    duplicateOf,
    closingEffects,
    ifMatch,
  }: IfMatch & { duplicateOf: number; closingEffects: ClosingEffects },
): Promise<IntakeMessageDetails> {
  const subject = { ...messageSubject, lock: lockWith(duplicateOf) }
  return runTransition(ctx, { id, ifMatch, ...subject }, async (inner, locked) => {
    const [found] = await rows<{ state: IntakeState }>(inner.db, store.readState, [duplicateOf])
    const wrong = (message: string) => invalid([{ path: 'duplicateOf', message }])
    if (!found || duplicateOf === id) throw wrong('Must be the number of another message')
    if (found.state === 'duplicate') throw wrong(`Message ${duplicateOf} is a duplicate itself`)
    const matched = await advanceMessage(inner, locked, { verb: 'match', duplicateOf })
    const reason = `Duplicate of message ${duplicateOf} under Intake`
    await closingEffects[locked.channel]?.(inner, { sourceKey: locked.sourceKey, reason })
    return matched
  })
}

/** Locks a message together with another one, so that neither becomes a duplicate meanwhile. */
function lockWith(other: number) {
  return async (ctx: Context, id: number) => {
    await rows<RecordNumber>(ctx.db, store.lockMessages, [[id, other]])
    return lockMessage(ctx, id)
  }
}

/**
 * Opens a rejected message, or a duplicate, again. It needs attention until its problems are gone.
 * Throws 409 while the same message is open already, or if its texts were deleted.
 */
export function reopenIntakeMessage(
  ctx: Context,
  id: number,
  { ifMatch, reopeningEffects }: IfMatch & { reopeningEffects: ReopeningEffects },
): Promise<IntakeMessageDetails> {
  return mapConstraintErrors({ intake_open_once: alreadyOpen }, () =>
    runTransition(ctx, { id, ifMatch, ...messageSubject }, async (inner, locked) => {
      const stored = formOf(locked)
      if (!stored && (await rows(inner.db, store.findRaw, [id])).length === 0) {
        throw rawDeleted('opened')
      }
      const problems = stored ? await readProblems(inner, stored) : undefined
      const change = { verb: 'reopen' as const, ...(problems && { problems }) }
      const reopened = await advanceMessage(inner, locked, change)
      await reopeningEffects[locked.channel]?.(inner, { sourceKey: locked.sourceKey })
      return reopened
    }),
  )
}

function alreadyOpen(): Refusal {
  const sentence = 'The same message is already open. Work on that one in the view Open'
  return new Refusal('conflict', 'intake-already-open', sentence)
}

/** The active users who may work in the inbox, by name. */
export async function readIntakeAssignees(
  ctx: Context,
): Promise<{ users: { id: number; username: string }[] }> {
  return { users: await findAssignees(ctx, null) }
}

function findAssignees(ctx: Context, userId: number | null) {
  type Row = { id: number; username: string }
  return rows<Row>(ctx.db, store.findAssignees, [permissions['intake.work'], userId])
}

/** Throws 422 if a user may not work in the inbox, or is not active. */
async function guardAssignee(ctx: Context, userId: number | undefined): Promise<void> {
  if (userId === undefined || (await findAssignees(ctx, userId)).length > 0) return
  const message = 'Must be an active user who may work in the inbox'
  throw invalid([{ path: 'ownerId', message }])
}

/**
 * Assigns many messages to the caller, to another user or to nobody, or rejects them. Each message
 * is changed by itself; the others are returned with the reason. Throws 422 for a user who may not
 * work in the inbox.
 */
export function changeIntakeMessages(
  ctx: Context,
  request: ChangeIntakeMessages & { closingEffects: ClosingEffects },
): Promise<BulkOutcome> {
  const ids = inLockOrder(request.ids)
  return inTransaction(ctx, async (inner) => {
    await guardAssignee(inner, request.ownerId)
    const found = await rows<RecordNumber>(inner.db, store.lockMessages, [ids])
    return transitionEach(inner, { ids, found }, (id) => changeOne(inner, id, request))
  })
}

async function changeOne(
  ctx: Context,
  id: number,
  request: ChangeIntakeMessages & { closingEffects: ClosingEffects },
): Promise<undefined> {
  const { action, reason = '', ownerId: assignee, closingEffects } = request
  const locked = await lockMessage(ctx, id)
  guardOpen(locked)
  if (action === 'reject') {
    await reject(ctx, locked, { reason, closingEffects })
    return undefined
  }
  const ownerId = action === 'assign' ? (assignee ?? ctx.user?.id ?? null) : null
  await advanceMessage(ctx, locked, { verb: 'assign', ownerId })
  return undefined
}
