import { useState } from 'react'
import { useWrite } from '#platform/web/api-hooks.ts'
import { type ApiError, send } from '#platform/web/api-client.ts'
import type { Notice } from '#platform/ui/notices/toast.ts'
import { canWorkOffline } from '#platform/web/offline/can-work-offline.ts'
import { logout, readSignOutAddress } from '../session-contract.ts'
import { clearDevice, lockDevice } from './parts/unlock-device.ts'

/**
 * Ends the session and opens the sign-in page; a failure shows a toast. Without a connection it
 * offers to lock this device, so that whoever gets it sees nothing. The return address is
 * dropped, so that the next user starts at the home page. Who signed in at the provider goes there,
 * so that its session ends, too.
 */
export function useSignOut() {
  const logOut = useWrite(logout, {
    failure: noticeOf,
  })
  const [isAsking, setIsAsking] = useState(false)
  const signOut = async () => {
    setIsAsking(true)
    const address = await addressOfProvider()
    setIsAsking(false)
    if (!(await logOut.isDone({}))) return
    // The response of the server clears the storage as well, and while the browser does so, a
    // transaction of this page can wait without end.
    await withinPatience(clearDevice())
    location.assign(address ?? '/auth')
  }
  return { signOut, isBusy: isAsking || logOut.isPending }
}

/** The sign-out waits this long for the provider, and then for the storage of the browser. */
const patienceMs = 2000

/** The value, or undefined if it takes longer than `patienceMs`. */
function withinPatience<Value>(value: Promise<Value>): Promise<Value | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs))
  return Promise.race([value, late])
}

/** Where the provider ends its session, read before the session here ends. Null if unknown. */
async function addressOfProvider(): Promise<string | null> {
  const address = send(readSignOutAddress).then(
    (found) => found.address,
    () => null,
  )
  return (await withinPatience(address)) ?? null
}

function noticeOf({ status, message }: ApiError): Notice {
  const notice = { title: 'Logout failed', text: message, tone: 'danger' } as const
  if (status !== 0 || !canWorkOffline()) return notice
  const lock = async () => {
    await lockDevice()
    location.reload()
  }
  const detail = 'Lock this device before you hand it over. Unsent orders stay on it, encrypted'
  return { ...notice, detail, action: { label: 'Lock this device', run: () => void lock() } }
}
