import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { readOrStored } from '#platform/web/offline/read-or-stored.ts'
import { ApiError, send } from '#platform/web/api-client.ts'
import type { AnswerOf } from '#platform/kernel/endpoint.ts'
import { type User, currentUser } from '../../session-contract.ts'
import { type Permission, isForAdministrators, may } from '../../rules.ts'
import { storedUserKey, lockDevice } from './unlock-device.ts'

const currentUserKey = [currentUser.path]

/** The signed-in user, with preferences if they have changed any. */
export type Me = AnswerOf<typeof currentUser>

/**
 * Reads the signed-in user; null if there is none. Without a connection it is the user whose key
 * this device has. A 401 from this call is a result, not an error.
 */
export function useMe() {
  return useQuery<Me | null, ApiError>({
    queryKey: currentUserKey,
    queryFn: ({ client }) => readUserOfScreens(client),
  })
}

/** Returns a function that tests whether the signed-in user holds a permission. */
export function useMay(): (permission: Permission) => boolean {
  const { data } = useMe()
  return (permission) => (data ? may(data, permission) : false)
}

/** Shown on a disabled control if the role lacks the permission. */
export const noPermissionText = 'You do not have permission for this'

const onlyAdministrators = 'Only an administrator may do this'

/** Returns why the signed-in user may not perform an action; undefined if they may. */
export function useWhyNot(): (permission: Permission) => string | undefined {
  const hasPermission = useMay()
  return (permission) => {
    if (hasPermission(permission)) return undefined
    return isForAdministrators(permission) ? onlyAdministrators : noPermissionText
  }
}

/** Sets the signed-in user, or null, and clears all cached reads. */
export function useSwitchUser(): (user: User | null) => void {
  const client = useQueryClient()
  return (user) => {
    removeOtherReads(client)
    client.setQueryData(currentUserKey, user)
  }
}

function removeOtherReads(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserKey[0] })
}

/** Clears what was read for another user, who was signed in before. */
async function readUserOfScreens(client: QueryClient): Promise<Me | null> {
  const before = client.getQueryData<Me | null>(currentUserKey)
  const me = await readCurrentUser()
  if (before && me && before.id !== me.id) removeOtherReads(client)
  return me
}

async function readCurrentUser(): Promise<Me | null> {
  try {
    // The device may still have the key of the user who was signed in before.
    const isOf = ({ id }: Me, owner: number) => id === owner
    const { value } = await readOrStored(storedUserKey, () => send(currentUser), isOf)
    return value
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    await lockDevice()
    return null
  }
}
