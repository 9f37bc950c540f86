import { type Changes, record, stepEntry } from '#features/audit/server/service.ts'
import { advance } from '#platform/kernel/flow.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { isOfLaterForm, laterForm } from '#platform/kernel/stored-json.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import {
  type AppliedTransition,
  applyTransition,
  enqueueNothing,
} from '#platform/server/records/transition.ts'
import {
  type CorrectedCell,
  type IntakeProblem,
  type StoredForm,
  storedForm,
} from '../intake-form.ts'
import { firstProblems } from '../problems.ts'
import {
  type IntakeChannel,
  intakeFlow,
  type IntakeState,
  type IntakeVerb,
  isOpen,
} from '../rules.ts'
import * as store from './store.ts'

/** A locked message with what decides its next step. */
export type LockedMessage = {
  id: number
  channel: IntakeChannel
  state: IntakeState
  sourceKey: string | null
  sender: string
  subject: string
  content: unknown
  /** How the channel reads it, and what was corrected in it (`correctedCellsOf`). */
  options: unknown
  problems: unknown
  customerId: number | null
  customerPO: string | null
  ownerId: number | null
  version: number
}

/** Locks a message in the open transaction; throws 404 if there is none. */
export async function lockMessage(ctx: Context, id: number): Promise<LockedMessage> {
  const [found] = await rows<LockedMessage>(ctx.db, store.lockMessage, [id])
  if (!found) throw missing('That message')
  return found
}

/** Throws 409 if a message does not wait for a person any more. */
export function guardOpen({ state }: Pick<LockedMessage, 'state'>): void {
  if (isOpen(state)) return
  const next = state === 'placed' ? 'Change the order instead' : 'Reopen it first'
  const sentence = `This message is ${state}, so it cannot be changed. ${next}`
  throw new Refusal('refused', 'illegal-transition', sentence)
}

/** The stored form of a message; null if it has none. Throws 409 for a later format. */
export function formOf({ content }: Pick<LockedMessage, 'content'>): StoredForm | null {
  if (content === null) return null
  const read = isOfLaterForm(content) ? undefined : storedForm.safeParse(content)
  if (read?.success) return read.data
  throw new Refusal('refused', 'stored-form-unreadable', laterForm)
}

/** What was corrected in a file or an 850, besides its raw bytes. */
export function correctedCellsOf({ options }: { options: unknown }): CorrectedCell[] {
  // Written by `correctIntakeMessage`.
  return (options as { cells?: CorrectedCell[] } | null)?.cells ?? []
}

/** What a step writes to a message; a missing field keeps its value. */
type MessageChange = {
  content?: StoredForm | null
  problems?: readonly IntakeProblem[]
  reason?: string | null
  customerId?: number | null
  customerPO?: string | null
  duplicateOf?: number | null
  ownerId?: number | null
  /** How the channel reads it the next time. What was corrected stays. */
  options?: object | undefined
  orderIds?: readonly number[]
}

type Step = MessageChange & {
  verb: IntakeVerb | 'update' | 'assign' | 'run'
  /** What the history shows of it, by its name there. */
  changes?: Changes | undefined
}

/** Runs one step of a locked message in the open transaction; returns it as it is after it. */
export function advanceMessage(
  ctx: Context,
  locked: LockedMessage,
  { verb, changes, ...change }: Step,
): Promise<AppliedTransition<LockedMessage>> {
  const isMove = verb !== 'update' && verb !== 'assign' && verb !== 'run'
  const next = isMove ? advance(intakeFlow, locked.state, verb) : locked.state
  return applyTransition(ctx, next, {
    write: (inner, to) => write(inner, locked, { ...change, state: to }),
    record: (inner, { state }) => {
      const before = { id: locked.id, status: locked.state }
      const step = { action: verb, to: state, reason: change.reason, changes }
      return record(inner, [stepEntry('intake_message', before, step)])
    },
    enqueue: enqueueNothing,
  })
}

async function write(
  ctx: Context,
  locked: LockedMessage,
  change: MessageChange & { state: IntakeState },
): Promise<LockedMessage> {
  const { orderIds = [], duplicateOf = null, reason = null, state } = change
  const content = change.content === undefined ? locked.content : change.content
  // Nothing is wrong any more with what was placed.
  const { problems: found } = change
  const problems = found ? firstProblems(found) : state === 'placed' ? [] : locked.problems
  const { customerId = locked.customerId, customerPO = locked.customerPO } = change
  const { ownerId = locked.ownerId } = change
  const cells = correctedCellsOf(locked)
  const options = change.options && { ...(cells.length > 0 && { cells }), ...change.options }
  await send(ctx, store.updateMessage, [
    locked.id,
    state,
    content === null ? null : JSON.stringify(content),
    JSON.stringify(problems),
    reason,
    customerId,
    customerPO,
    duplicateOf,
    ownerId,
    options === undefined ? null : JSON.stringify(options),
  ])
  if (orderIds.length > 0) await send(ctx, store.linkOrders, [locked.id, orderIds])
  const after = { content, problems, customerId, customerPO, ownerId, state }
  const current = options ?? locked.options
  return { ...locked, ...after, options: current, version: locked.version + 1 }
}

const verbTo = {
  received: 'clear',
  'needs attention': 'flag',
  placed: 'place',
  rejected: 'reject',
  duplicate: 'match',
} as const satisfies Record<IntakeState, IntakeVerb>

/**
 * Brings a locked, open message into the state that its content or its run has led to. A message
 * that stays in its state is only written.
 */
export function settleMessage(
  ctx: Context,
  locked: LockedMessage,
  { state, ...change }: MessageChange & { state: IntakeState },
): Promise<AppliedTransition<LockedMessage>> {
  guardOpen(locked)
  const verb = state === locked.state ? 'run' : verbTo[state]
  return advanceMessage(ctx, locked, { ...change, verb })
}

/** The state of an open message with these problems. */
export function stateWith(problems: readonly IntakeProblem[]): IntakeState {
  return problems.length > 0 ? 'needs attention' : 'received'
}
