import { ApiError } from '../api-client.ts'
import type { SavedTime } from './age-text.ts'
import { canWorkOffline } from './can-work-offline.ts'

/** Loaded only where a service worker can open the program without a connection. */
const loadStoredReads = () => import('./stored-reads.ts')

/** When this device read what a query shows, by the name of the query; only stored answers. */
const savedTimes = new Map<string, number>()

/**
 * When this device read the answer of a query, in milliseconds since 1970; undefined if the server
 * gave it just now.
 */
export function savedTimeOf(id: readonly unknown[]): number | undefined {
  return savedTimes.get(JSON.stringify(id))
}

/**
 * The answer of `read`, which this device stores encrypted, unless `isOf` says that it does not
 * belong to the owner of the device; without a connection the stored one, with the moment it was
 * read. Rejects as `read` does if there is none.
 */
export async function readOrStored<T>(
  id: readonly unknown[],
  read: () => Promise<T>,
  isOf: (value: T, owner: number) => boolean = () => true,
): Promise<{ value: T } & SavedTime> {
  if (!canWorkOffline()) return { value: await read() }
  const name = JSON.stringify(id)
  // Noted when the call begins: another user may have signed in before its answer arrives.
  const owner = ownerOfDevice()
  try {
    const value = await read()
    savedTimes.delete(name)
    void store(name, value, { owner, isOf: (userId) => isOf(value, userId) })
    return { value }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error
    const stored = await find<T>(name)
    if (!stored) throw error
    if (stored.savedAt !== undefined) savedTimes.set(name, stored.savedAt)
    return stored
  }
}

async function ownerOfDevice(): Promise<number | undefined> {
  try {
    return await (await loadStoredReads()).ownerOfDevice()
  } catch {
    return undefined
  }
}

/** A full or refused storage must not break reading. */
async function store(
  name: string,
  value: unknown,
  { owner, isOf }: { owner: Promise<number | undefined>; isOf: (userId: number) => boolean },
): Promise<void> {
  try {
    const userId = await owner
    if (userId === undefined || !isOf(userId)) return
    const { storeRead } = await loadStoredReads()
    await storeRead(name, value, userId)
  } catch {
    // The screen shows the answer all the same.
  }
}

async function find<T>(name: string): Promise<({ value: T } & SavedTime) | undefined> {
  try {
    const { findStoredRead } = await loadStoredReads()
    return await findStoredRead<T>(name)
  } catch {
    return undefined
  }
}
