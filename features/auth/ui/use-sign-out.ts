import { useWrite } from '#platform/web/api.ts'
import { send } from '#platform/web/send.ts'
import { logout, readSignOutAddress } from '../contract.ts'
import { clearDevice } from './parts/unlock-device.ts'

/**
 * Ends the session and opens the sign-in page; a failure shows a toast. The return address is
 * dropped, so that the next user starts at the home page. Who signed in at the provider goes there,
 * so that its session ends, too.
 */
export function useSignOut() {
  const logOut = useWrite(logout, {
    failure: (error) => ({ title: 'Logout failed', text: error.message, tone: 'danger' }),
  })
  const signOut = async () => {
    // Asked before the session ends; without an answer, the sign-out here goes on.
    const { address } = await send(readSignOutAddress).catch(() => ({ address: null }))
    if (!(await logOut.isDone({}))) return
    await clearDevice()
    location.assign(address ?? '/auth')
  }
  return { signOut, isBusy: logOut.isPending }
}
