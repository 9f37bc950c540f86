import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, send } from '#platform/web/send.ts'
import type { AnswerOf } from '#platform/kernel/endpoint.ts'
import { type User, currentUser } from '../../contract.ts'
import { type Permission, isForAdministrators, may } from '../../rules.ts'

const meKey = [currentUser.path]

/** The signed-in user; their preferences, where they ever changed one. */
export type Me = AnswerOf<typeof currentUser>

/** The signed-in user, or null: a 401 on this call is an answer, not an error. */
export function useMe() {
  return useQuery<Me | null, ApiError>({ queryKey: meKey, queryFn: readMe })
}

/** Whether the signed-in user holds a permission. */
export function useMay(): (permission: Permission) => boolean {
  const { data } = useMe()
  return (permission) => (data ? may(data, permission) : false)
}

/** Why a control is not for somebody. */
export const notYourRole = 'Your role may not do this'

const onlyAdministrators = 'Only an administrator may do this'

/** Why an action is not offered to the signed-in user; undefined where it is. */
export function useWhyNot(): (permission: Permission) => string | undefined {
  const mayI = useMay()
  return (permission) => {
    if (mayI(permission)) return undefined
    return isForAdministrators(permission) ? onlyAdministrators : notYourRole
  }
}

/** Sets who is signed in. Nobody, or somebody else, drops everything that was read before. */
export function useSetMe(): (user: User | null) => void {
  const client = useQueryClient()
  return (user) => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
    client.setQueryData(meKey, user)
  }
}

async function readMe(): Promise<Me | null> {
  try {
    return await send(currentUser)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
