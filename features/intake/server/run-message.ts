import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { runTransition } from '#platform/server/records/transition.ts'
import { inLockOrder } from '#platform/server/records/transition-many.ts'
import { changedSince } from '#platform/server/records/versions.ts'
import type { IntakeMessageDetails } from '../contract.ts'
import type { IntakeProblem, StoredForm } from '../intake-form.ts'
import { type IntakeChannel, type IntakeState, isOpen, isRunAgain } from '../rules.ts'
import {
  formOf,
  guardOpen,
  lockMessage,
  type LockedMessage,
  settleMessage,
  stateWith,
} from './advance-message.ts'
import type { EmailText } from './email/email-thread-task.ts'
import { emailForm, lastingProblems, readEmailText } from './email/read-email-text.ts'
import { readProblems } from './form-facts.ts'
import { readMessageDetails } from './read-message.ts'
import { resolveText } from './resolve-text.ts'
import * as store from './store.ts'
import { messageSubject } from './update-message.ts'

/** A message to run again: its raw bytes, and the record of its channel. */
export type MessageToRun = {
  id: number
  channel: IntakeChannel
  subject: string
  sourceKey: string | null
  raw: Buffer
  /** How often it has arrived. */
  arrivals: number
  /** How the channel read it the last time. */
  options: unknown
  /** What was wrong with it, as the person saw it. */
  problems: readonly IntakeProblem[]
  /** The first rows of orders that a person wants although they equal earlier ones. */
  again: string | undefined
  ifMatch: number | undefined
}

/**
 * Runs the raw message of a channel again and settles it. The rooms of the channels implement it,
 * because they are to the right of this one.
 */
export type MessageRunner = (ctx: Context, message: MessageToRun) => Promise<void>
export type MessageRunners = Partial<Record<IntakeChannel, MessageRunner>>

type Row = Omit<MessageToRun, 'raw' | 'again' | 'ifMatch'> & {
  raw: Buffer | null
  state: IntakeState
  version: number
}

type RunOptions = {
  ifMatch: number | undefined
  again?: string | undefined
  runners: MessageRunners
}

/**
 * Runs the unchanged raw message of an open message again: a machine message by its channel, a text
 * by reading it anew, and any other by comparing its form with the records as they are now. Throws
 * 409 if it is not open any more, or if its raw message was deleted, and 422 for rows of what is
 * neither a file nor an 850.
 */
export async function runIntakeMessage(
  ctx: Context,
  id: number,
  { ifMatch, again, runners }: RunOptions,
): Promise<IntakeMessageDetails> {
  const [found] = await rows<Row>(ctx.db, store.readToRun, [id])
  if (!found) return readMessageDetails(ctx, id)
  guardOpen(found)
  if (ifMatch !== undefined && ifMatch !== found.version) {
    throw changedSince(await readMessageDetails(ctx, id))
  }
  if (again !== undefined && !isRunAgain(found.channel)) {
    throw invalid([{ path: 'again', message: 'Only a file or an 850 can be created again' }])
  }
  const { raw, version: _, state: __, ...message } = found
  const runner = runners[message.channel]
  if (!runner) return readAgain(ctx, id, { ifMatch, email: await readEmail(ctx, found) })
  if (raw === null) throw rawDeleted()
  await runner(ctx, { ...message, raw, again, ifMatch })
  return readMessageDetails(ctx, id)
}

/**
 * Locks a message that is being run, in the open transaction. Throws 409 if it is not open any
 * more, and 412 if it was changed since.
 */
export async function lockToRun(
  ctx: Context,
  { id, ifMatch }: Pick<MessageToRun, 'id' | 'ifMatch'>,
): Promise<LockedMessage> {
  const locked = await lockMessage(ctx, id)
  guardOpen(locked)
  if (ifMatch !== undefined && ifMatch !== locked.version) {
    throw changedSince(await readMessageDetails(ctx, id))
  }
  return locked
}

/**
 * Settles a message after a run that has committed orders already. If somebody else has settled it
 * meanwhile, the orders are linked to it all the same, and its state is returned. Throws 409 if
 * there are none.
 */
export async function settleRun(
  ctx: Context,
  id: number,
  outcome: Parameters<typeof settleMessage>[2],
): Promise<IntakeState | undefined> {
  const locked = await lockMessage(ctx, id)
  if (isOpen(locked.state)) {
    await settleMessage(ctx, locked, outcome)
    return undefined
  }
  const { orderIds = [] } = outcome
  if (orderIds.length === 0) guardOpen(locked)
  await send(ctx, store.linkOrders, [id, orderIds])
  return locked.state
}

/**
 * Runs messages one after another, each in its own transaction: a run may create many orders. Those
 * that still need attention after it are returned with their first problem.
 */
export async function runIntakeMessages(
  ctx: Context,
  { ids, runners }: { ids: readonly number[]; runners: MessageRunners },
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], kept: [] }
  for (const id of inLockOrder(ids)) {
    try {
      // Sequential: each run sees the stock and credit that the previous one left.
      // oxlint-disable-next-line no-await-in-loop
      const { state, problem } = await runIntakeMessage(ctx, id, { ifMatch: undefined, runners })
      const reason = `Message ${id} still needs attention: ${problem ?? ''}`
      if (state === 'needs attention') outcome.kept.push({ id, reason })
      else outcome.done.push(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      outcome.kept.push({ id, reason: `Message ${id}: ${error.message}` })
    }
  }
  return outcome
}

/** The refusal of a step that needs what was deleted. */
export function rawDeleted(step: 'run' | 'opened' = 'run'): Refusal {
  const sentence =
    step === 'run'
      ? 'The original message was deleted after its retention period. Reject this message and ' +
        'enter the order in Order Entry'
      : 'The original message was deleted after its retention period, so it cannot be reopened. ' +
        'Enter the order in Order Entry'
  return new Refusal('refused', 'intake-raw-deleted', sentence)
}

/** Reads a text anew, or compares a form with the records as they are now. */
function readAgain(
  ctx: Context,
  id: number,
  { ifMatch, email }: { ifMatch: number | undefined; email: EmailText | undefined },
): Promise<IntakeMessageDetails> {
  return runTransition(ctx, { id, ifMatch, ...messageSubject }, async (inner, locked) => {
    guardOpen(locked)
    const read = email ? await readFormAgain(inner, email, locked) : await readText(inner, locked)
    const content = read ?? formOf(locked)
    if (!content) throw rawDeleted()
    const problems = await readProblems(inner, content)
    const { customerId, customerPO } = content.form
    const change = { content, problems, customerId, customerPO }
    return settleMessage(inner, locked, { ...change, state: stateWith(problems) })
  })
}

/**
 * The text of a raw email, read before the transaction, because it may take seconds; undefined if
 * it is no email, was deleted, or cannot be read, so that the form stays as it is. Throws if it
 * takes too long or the user has too many files waiting.
 */
async function readEmail(ctx: Context, { channel, raw }: Row): Promise<EmailText | undefined> {
  if (channel !== 'email' || !raw) return undefined
  try {
    return await readEmailText(raw, ctx.user?.id)
  } catch (error) {
    if (error instanceof Refusal) throw error
    return undefined
  }
}

/** The form of an email that is read again. What its bytes do not say of it stays a problem. */
function readFormAgain(ctx: Context, email: EmailText, locked: LockedMessage): Promise<StoredForm> {
  const lasting = lastingProblems(formOf(locked)?.unread)
  return emailForm(ctx, { ...email, unread: [...lasting, ...email.unread] })
}

/** The form of the raw text, read anew; undefined if it is no text, or was deleted. */
async function readText(ctx: Context, locked: LockedMessage): Promise<StoredForm | undefined> {
  const { id, channel, sender } = locked
  if (channel !== 'text') return undefined
  const [found] = await rows<Row>(ctx.db, store.readToRun, [id])
  return found?.raw ? resolveText(ctx, found.raw.toString('utf8'), sender) : undefined
}
