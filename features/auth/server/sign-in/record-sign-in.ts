import { record } from '#features/audit/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'

type SignIn = {
  userId: number
  /** The network address of the sender. */
  address: string
  /** The kind of code of the second step, if there was one. */
  secondFactor?: string
  /** How, if it was not by the password and a code. */
  reason?: string | undefined
}

/** Records a sign-in in the history of the user, in the open transaction. */
export async function recordSignIn(
  ctx: Context,
  { userId, address, secondFactor, reason }: SignIn,
): Promise<void> {
  const changes = {
    address: { from: null, to: address },
    ...(secondFactor !== undefined && { secondFactor: { from: null, to: secondFactor } }),
  }
  const entry = { entity: 'user', entityId: userId, action: 'sign-in', actorId: userId } as const
  await record(ctx, [{ ...entry, changes, ...(reason !== undefined && { reason }) }])
}
