import { historyPermissions } from '#features/auth/history-permissions.ts'
import { may } from '#features/auth/rules.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { CommentedEntity } from '../rules.ts'

/** Whether a user may read an entity's records, and therefore comment and be mentioned there. */
export function mayRead(user: { role: string }, entity: CommentedEntity): boolean {
  return may(user, historyPermissions[entity])
}

/** Throws if the user may not read an entity's records. */
export function requireReadPermission(
  user: { role: string } | undefined,
  entity: CommentedEntity,
): void {
  if (!user || mayRead(user, entity)) return
  throw new Refusal('forbidden', 'forbidden', 'Your role does not allow this')
}
