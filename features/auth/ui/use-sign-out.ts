import { useWrite } from '#platform/web/api.ts'
import { logout } from '../contract.ts'

/**
 * Ends the session, wherever that is asked for, and leaves for the sign-in page; a refusal is told
 * in a toast. Who signs in next begins at the beginning, not where somebody else stopped.
 */
export function useSignOut() {
  const leave = useWrite(logout, {
    failure: (error) => ({ title: 'Logout failed', text: error.message, tone: 'danger' }),
  })
  const signOut = async () => {
    if (await leave.isDone({})) location.assign('/auth')
  }
  return { signOut, isBusy: leave.isPending }
}
