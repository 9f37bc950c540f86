import type { ChangeProbe } from '#features/audit/server/service.ts'
import { rows } from '#platform/server/database/db.ts'
import { kindsOfRoles } from '../rules.ts'
import * as store from './store.ts'

type UnreadCount = { userId: number; count: number; latest: string }

/**
 * Publishes a user's unread count on the change stream, also when it changed in another session.
 */
export const unreadProbe: ChangeProbe = {
  entity: 'notification',
  readStates: async ({ db }, userIds) => {
    const { roles, kinds, allKinds, needed } = kindsOfRoles()
    const values = [userIds, roles, kinds, allKinds, needed]
    const found = await rows<UnreadCount>(db, store.countUnread, values)
    const byUser = new Map(found.map((each) => [each.userId, each]))
    return new Map(
      userIds.map((id) => {
        const { count = 0, latest = '' } = byUser.get(id) ?? {}
        return [id, { state: `${count} ${latest}`, count, isOpen: count > 0 }]
      }),
    )
  },
}
