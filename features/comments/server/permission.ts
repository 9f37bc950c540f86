import { historyPermissions } from '#features/auth/history-permissions.ts'
import { may } from '#features/auth/rules.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { CommentedEntity } from '../rules.ts'

/** Whether a user may read the records of a kind, and so comment on them and be mentioned there. */
export function mayRead(user: { role: string }, entity: CommentedEntity): boolean {
  return may(user, historyPermissions[entity])
}

/** Refuses a user who may not read the records of a kind. */
export function demandReading(user: { role: string } | undefined, entity: CommentedEntity): void {
  if (!user || mayRead(user, entity)) return
  throw new Refusal('forbidden', 'forbidden', 'Your role does not allow this')
}
