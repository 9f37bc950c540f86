import { type Context, rows } from '#platform/server/db.ts'
import { isResting, noteTrouble, noteWell, seen } from '#platform/server/outside.ts'
import { BadAnswer } from './door.ts'

// How calls to the warehouse went: after five failures it is left alone and tried now and then.

const succeed = {
  name: 'note_wms_success',
  text: `update wms_connection
         set failures = 0, last_failure = null, unreachable_since = null, last_api_at = now()`,
}
const fail = {
  name: 'note_wms_failure',
  text: `update wms_connection
         set failures = failures + 1, last_failure = $1, last_failure_at = now(),
             unreachable_since = coalesce(unreachable_since, now())`,
}

// What failed while nothing was taken is tried at once, in its order.
const release = {
  name: 'release_waiting_wms_exports',
  text: `update wms_exports set next_attempt_at = now()
         where state = 'waiting' and next_attempt_at > now() and last_error is not null`,
}

const link = '/wms-integration'
const calls = { part: 'warehouse', title: 'The warehouse does not answer', link } as const
const documents = {
  part: 'warehouse-documents',
  title: 'The warehouse takes no documents',
  link,
} as const

/** The warehouse has answered a call: it is there. */
export async function noteSuccess(ctx: Context): Promise<void> {
  await rows(ctx.db, succeed)
  await noteWell(ctx, calls)
}

/** It has taken documents: those that failed while it took none go at once. */
export async function noteTaken(ctx: Context): Promise<void> {
  await noteSuccess(ctx)
  if (await noteWell(ctx, documents)) await rows(ctx.db, release)
}

/** The warehouse has not answered a call, or in a way that is of no use. */
export async function noteFailure(ctx: Context, error: Error): Promise<void> {
  await rows(ctx.db, fail, [error.message])
  await noteTrouble(ctx, calls, told(error))
}

/** It has not taken documents that it should have, and none of them is to blame. */
export async function noteNotTaken(ctx: Context, error: Error): Promise<void> {
  await rows(ctx.db, fail, [error.message])
  await noteTrouble(ctx, documents, told(error))
}

/** Whether documents are kept back for now. */
export function areDocumentsResting(ctx: Context): Promise<boolean> {
  return isResting(ctx, documents)
}

/** What a person is told, with what was seen of the answer. */
function told(error: Error): string {
  if (!(error instanceof BadAnswer)) return error.message
  return `${error.message}. It answered ${seen(error.exchanged.answer)}`
}
