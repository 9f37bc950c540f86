import { useWrite } from '#platform/web/api-hooks.ts'
import { logout } from '../contract.ts'

/**
 * Ends the session and opens the sign-in page; a failure shows a toast. The return address is
 * dropped, so that the next user starts at the home page.
 */
export function useSignOut() {
  const logOut = useWrite(logout, {
    failure: (error) => ({ title: 'Logout failed', text: error.message, tone: 'danger' }),
  })
  const signOut = async () => {
    if (await logOut.isDone({})) location.assign('/auth')
  }
  return { signOut, isBusy: logOut.isPending }
}
