import type { QueryClient } from '@tanstack/react-query'
import { canWorkOffline, hasDeviceStore } from '#platform/web/offline/can-work-offline.ts'
import { savedTimeOf } from '#platform/web/offline/read-or-stored.ts'
import { now } from '#platform/web/clock.ts'
import { send } from '#platform/web/api-client.ts'
import { currentUser, readOfflineKey } from '../../session-contract.ts'

/** What was read longer ago than this is not stored as if it were read now. */
const freshMs = 60_000

const loadVault = () => import('#platform/web/offline/vault.ts')
const loadStoredReads = () => import('#platform/web/offline/stored-reads.ts')

/** The name under which this device stores the signed-in user. */
export const storedUserKey = [currentUser.path] as const

/**
 * Gives this device the key of the signed-in user, and stores the user and what was just read.
 * Returns whether it has the key of `me` now. Does nothing without a service worker; without a
 * connection the earlier key remains.
 */
export async function unlockDevice(me?: { id: number }, client?: QueryClient): Promise<boolean> {
  try {
    if (!(await hasServiceWorker())) return false
    // The call may wait until somebody signs in again, which locks the device first.
    const key = (await obtainKey()) ?? (await obtainKey())
    // Another tab signed another user in: what this tab shows is not theirs.
    if (key === undefined || me?.id !== key.userId) return false
    const { storeRead } = await loadStoredReads()
    if (savedTimeOf(storedUserKey) === undefined) {
      await storeRead(JSON.stringify(storedUserKey), me, key.userId)
    }
    const reads = client?.getQueryCache().findAll({ predicate: ({ meta }) => isStored(meta) })
    const fresh = now().getTime() - freshMs
    for (const { queryKey, state } of reads ?? []) {
      const isFresh = state.status === 'success' && state.dataUpdatedAt > fresh
      // What comes from this device has the time it was read, which storing it again would lose.
      if (!isFresh || savedTimeOf(queryKey) !== undefined) continue
      await storeRead(JSON.stringify(queryKey), state.data, key.userId)
    }
    return true
  } catch {
    // Work without a connection is not available; everything else is.
    return false
  }
}

/** Obtains the key and stores it; undefined if the device was locked before it arrived. */
async function obtainKey(): Promise<{ userId: number } | undefined> {
  const { lockCount, unlockVault } = await loadVault()
  const locksBefore = lockCount()
  const key = await send(readOfflineKey)
  return (await unlockVault(key, locksBefore)) ? key : undefined
}

/**
 * Notes that a person uses this device, which keeps its key alive: what the program does by itself
 * does not. Returns false if the key has ended.
 */
export async function noteDeviceUse(): Promise<boolean> {
  if (!canWorkOffline()) return true
  const using = loadVault().then(({ currentVault }) => currentVault())
  return (await using.catch(() => undefined)) !== undefined
}

/** Deletes the key of this device when the session is over; unsent orders stay, encrypted. */
export async function lockDevice(): Promise<void> {
  try {
    if (canWorkOffline() || (await hasDeviceStore())) await (await loadVault()).lockVault()
  } catch {
    // The browser refuses its storage, so there is no key.
  }
}

/** Deletes all that this device stores, at sign-out. */
export async function clearDevice(): Promise<void> {
  try {
    if (canWorkOffline() || (await hasDeviceStore())) await (await loadVault()).clearDevice()
  } catch {
    // The server has told the browser to clear the storage, too.
  }
}

/** `useRead` and `useList` note which answers are stored. */
function isStored(meta: Record<string, unknown> | undefined): boolean {
  return meta?.['isStoredOffline'] === true
}

/** Waits for the service worker to control the page; false if there will be none. */
async function hasServiceWorker(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false
  const { serviceWorker } = navigator
  await serviceWorker.ready
  if (!serviceWorker.controller) {
    await new Promise((resolve) => {
      serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  }
  return canWorkOffline()
}
