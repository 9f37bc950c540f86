import { useWrite } from '#platform/web/api.ts'
import { logout } from './contract.ts'
import { useSetMe } from './me.ts'

/** Ends the session, wherever that is asked for; a refusal is told in a toast. */
export function useSignOut() {
  const setMe = useSetMe()
  const leave = useWrite(logout, {
    failure: (error) => ({ title: 'Logout failed', text: error.message, tone: 'danger' }),
  })
  const signOut = async () => {
    if (await leave.isDone({})) setMe(null)
  }
  return { signOut, isBusy: leave.isPending }
}
