import type { Actor } from '#platform/server/database/db.ts'

/** Who sent an order to the intake inbox: a program by its API key, or a user; '' if nobody did. */
export function senderKeyOf(user: Actor | undefined): string {
  if (!user) return ''
  return user.keyId === undefined ? `user ${user.id}` : `key ${user.keyId}`
}
