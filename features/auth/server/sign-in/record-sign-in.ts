import { record } from '#features/audit/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'

type SignIn = {
  userId: number
  /** The network address of the sender. */
  address: string
  /** How, if it was not by the password and a code. */
  reason?: string | undefined
}

/** Records a sign-in in the history of the user, in the open transaction. */
export async function recordSignIn(
  ctx: Context,
  { userId, address, reason = undefined }: SignIn,
): Promise<void> {
  const changes = { address: { from: null, to: address } }
  const entry = { entity: 'user', entityId: userId, action: 'sign-in', actorId: userId } as const
  await record(ctx, [{ ...entry, changes, ...(reason !== undefined && { reason }) }])
}
