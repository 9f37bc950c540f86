import { ApiError } from '../send.ts'
import type { SavedTime } from './age-text.ts'
import { canWorkOffline } from './can-work-offline.ts'

/** Loaded only where a service worker can open the program without a connection. */
const loadStoredReads = () => import('./stored-reads.ts')

/**
 * The answer of `read`, which this device stores encrypted; without a connection the stored one,
 * with the moment it was read. Rejects as `read` does if there is none.
 */
export async function readOrStored<T>(
  id: readonly unknown[],
  read: () => Promise<T>,
): Promise<{ value: T } & SavedTime> {
  if (!canWorkOffline()) return { value: await read() }
  try {
    const value = await read()
    void store(id, value)
    return { value }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error
    const stored = await find<T>(id)
    if (!stored) throw error
    return stored
  }
}

/** A full or refused storage must not break reading. */
async function store(id: readonly unknown[], value: unknown): Promise<void> {
  try {
    const { storeRead } = await loadStoredReads()
    await storeRead(JSON.stringify(id), value)
  } catch {
    // The screen shows the answer all the same.
  }
}

async function find<T>(id: readonly unknown[]): Promise<({ value: T } & SavedTime) | undefined> {
  try {
    const { findStoredRead } = await loadStoredReads()
    return await findStoredRead<T>(JSON.stringify(id))
  } catch {
    return undefined
  }
}
