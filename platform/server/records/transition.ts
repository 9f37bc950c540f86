import { type Context, inTransaction } from '../database/db.ts'
import { changedSince, type IfMatch } from './versions.ts'

// A transition runs in the same order in every room:
// - `runTransition`: transaction, months of the books, lock, version, step, read again
// - `applyTransition`, called by the step when it has decided: write, record, enqueue
// Settings, the business day and the posting date are read before, outside the transaction.

declare const recorded: unique symbol
declare const applied: unique symbol

/** Nothing, but proof that a history was written: only `record` of the audit room returns it. */
export type AuditProof = void & { readonly [recorded]: true }

/** What a transition wrote. Only `applyTransition` returns it. */
export type AppliedTransition<W = unknown> = W & { readonly [applied]: true }

/** The document that a transition changes: how to lock it and how to read it for the answer. */
export type Subject<R extends { version: number }, A> = IfMatch & {
  id: number
  /** Locks the months to post in, before every other lock. Refuses closed months. */
  guardPeriod?: (ctx: Context, id: number) => Promise<void>
  /** Locks the document and what is locked before it. Throws 404 if it does not exist. */
  lock: (ctx: Context, id: number) => Promise<R>
  /** The current record in the refusal of a stale version; the locked one by default. */
  readCurrent?: (ctx: Context, id: number) => Promise<{ version: number }>
  /** Reads the answer, which may contain what was found under the lock. */
  read: (ctx: Context, id: number, locked: R) => Promise<A>
}

/**
 * Runs one transition of a document in a transaction and returns the document as read after it. The
 * `step` decides under the lock, then applies what it decided.
 */
export function runTransition<R extends { version: number }, A>(
  ctx: Context,
  { id, ifMatch, guardPeriod, lock, readCurrent, read }: Subject<R, A>,
  step: (ctx: Context, locked: R) => Promise<AppliedTransition>,
): Promise<A> {
  return inTransaction(ctx, async (inner) => {
    await guardPeriod?.(inner, id)
    const locked = await lock(inner, id)
    if (ifMatch !== undefined && ifMatch !== locked.version) {
      throw changedSince(readCurrent ? await readCurrent(inner, id) : locked)
    }
    await step(inner, locked)
    return read(inner, id, locked)
  })
}

/** How a decided change is written: `D` is the decision, `W` the document after it. */
export type Effects<D, W> = {
  /** Writes the document with its stock, postings and balances. */
  write: (ctx: Context, decision: D) => Promise<W>
  /** Writes the history entry, and the approvals if the step needs any. */
  record: (ctx: Context, written: W) => Promise<AuditProof>
  /** Writes the notifications and the outbox messages. */
  enqueue: (ctx: Context, written: W) => Promise<void>
}

/** Applies a decision to locked documents in the open transaction; returns what was written. */
export async function applyTransition<D, W>(
  ctx: Context,
  decision: D,
  { write, record, enqueue }: Effects<D, W>,
): Promise<AppliedTransition<W>> {
  const written = await write(ctx, decision)
  await record(ctx, written)
  await enqueue(ctx, written)
  return written as AppliedTransition<W>
}

/** For a transition that nobody outside is told about. */
export function enqueueNothing(): Promise<void> {
  return Promise.resolve()
}
