import { now } from '../clock.ts'
import type { SavedTime } from './age-text.ts'
import { deviceStore } from './device-store.ts'
import { type Vault, vaultInBackground } from './vault.ts'

// The last answers to reads, for screens that open without a connection.

/** The most answers that a device stores; the oldest are deleted first. */
const mostReads = 120
const fewerReads = 100

/** Whose key this device has; undefined while it is locked. */
export async function ownerOfDevice(): Promise<number | undefined> {
  return (await vaultInBackground())?.userId
}

/**
 * Stores an answer that `owner` read. Does nothing if the device is locked, or has the key of
 * another user, who must not see it.
 */
export async function storeRead(id: string, value: unknown, owner: number): Promise<void> {
  const vault = await vaultInBackground()
  if (vault?.userId !== owner) return
  const sealed = await vault.seal(id, value)
  const database = await deviceStore()
  const { userId } = vault
  await database.put('reads', {
    id: await hashOf(vault, id),
    userId,
    savedAt: now().getTime(),
    sealed,
  })
  if ((await database.count('reads')) > mostReads) await deleteOldest()
}

/** The last answer that this device stored; undefined if there is none or the device is locked. */
export async function findStoredRead<T>(
  id: string,
): Promise<({ value: T } & SavedTime) | undefined> {
  const vault = await vaultInBackground()
  if (!vault) return undefined
  const database = await deviceStore()
  const stored = await database.get('reads', await hashOf(vault, id))
  if (!stored) return undefined
  // Ciphertext by this program from a parsed answer.
  const value = (await vault.open(id, stored.sealed)) as T
  return { value, savedAt: stored.savedAt }
}

/** The address of a read contains search words and codes, so only its hash is stored. */
async function hashOf({ userId }: Vault, id: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${userId} ${id}`))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function deleteOldest(): Promise<void> {
  const database = await deviceStore()
  const change = database.transaction('reads', 'readwrite')
  const names = await change.store.index('savedAt').getAllKeys()
  const old = names.slice(0, Math.max(0, names.length - fewerReads))
  await Promise.all([...old.map((name) => change.store.delete(name)), change.done])
}
