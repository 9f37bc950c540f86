import { ApiError } from '../send.ts'
import { canWorkOffline } from './can-work-offline.ts'

/** The moment a value was read, in milliseconds since 1970, if it comes from this device. */
export type Aged = { savedAt?: number }

/** Loaded only where a service worker can open the program without a connection. */
const loadKeptReads = () => import('./kept-reads.ts')

/**
 * The answer of `read`, which this device keeps encrypted; without a connection the kept answer,
 * with the moment it was read. Rejects as `read` does if there is none.
 */
export async function readOrKept<T>(
  id: readonly unknown[],
  read: () => Promise<T>,
): Promise<{ value: T } & Aged> {
  if (!canWorkOffline()) return { value: await read() }
  try {
    const value = await read()
    void keep(id, value)
    return { value }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error
    const kept = await find<T>(id)
    if (!kept) throw error
    return kept
  }
}

/** A full or refused storage must not break reading. */
async function keep(id: readonly unknown[], value: unknown): Promise<void> {
  try {
    const { keepRead } = await loadKeptReads()
    await keepRead(JSON.stringify(id), value)
  } catch {
    // The screen shows the answer all the same.
  }
}

async function find<T>(id: readonly unknown[]): Promise<({ value: T } & Aged) | undefined> {
  try {
    const { findKeptRead } = await loadKeptReads()
    return await findKeptRead<T>(JSON.stringify(id))
  } catch {
    return undefined
  }
}
