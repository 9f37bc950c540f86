import { now } from '../clock.ts'
import { canWorkOffline, deviceUnlocked } from './can-work-offline.ts'
import { clearDeviceStore, deviceStore, type Ciphertext, type StoredKey } from './device-store.ts'
import { isKeyAlive } from './key-life.ts'

// The encryption of what this device stores: AES-GCM with a key of the user, which the server gives
// only to a live session. This device has the key as long as that session may live, so that the
// program opens without a connection, also after the browser was closed. Sign-out deletes all.

/** The key as the server gives it. */
export type ObtainedKey = {
  userId: number
  /** 256 bits as base64url. */
  key: string
  lifeSeconds: number
  idleSeconds: number
}

/** Encrypts and decrypts values of one user; each opens only under the name it was sealed with. */
export type Vault = {
  userId: number
  seal(name: string, value: unknown): Promise<Ciphertext>
  open(name: string, sealed: Ciphertext): Promise<unknown>
}

const currentKey = 'current'
/** The last use is written at most this often. */
const writeUseEveryMs = 60_000

let cached: StoredKey | undefined
let channel: BroadcastChannel | undefined
let locks = 0

/** The channel that tells the other tabs that the key is gone or another one. */
function tabs(): BroadcastChannel {
  if (channel) return channel
  channel = new BroadcastChannel('prizm-device')
  channel.addEventListener('message', ({ data }) => {
    cached = undefined
    if (data === 'locked') locks += 1
  })
  return channel
}

/**
 * How often this device was locked or cleared, in this tab or another, since this page opened. Note
 * it before asking for a key: `unlockVault` ignores a key that is older than a lock.
 */
export function lockCount(): number {
  tabs()
  return locks
}

/**
 * Stores the key of the signed-in user on this device. Deletes the answers and snapshots of another
 * user; orders of another user stay, unreadable until that user signs in. Does nothing, and returns
 * false, if the device was locked after `lockCount` had the value `locksBefore`: a sign-out came
 * while the server answered.
 */
export async function unlockVault(obtained: ObtainedKey, locksBefore: number): Promise<boolean> {
  const bytes = bytesOf(obtained.key)
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const at = now().getTime()
  const stored: StoredKey = {
    userId: obtained.userId,
    key,
    obtainedAt: at,
    lastUsedAt: at,
    lifeMs: obtained.lifeSeconds * 1000,
    idleMs: obtained.idleSeconds * 1000,
  }
  const database = await deviceStore()
  if (lockCount() !== locksBefore) return false
  const change = database.transaction(['keys', 'reads', 'records'], 'readwrite')
  const records = change.objectStore('records')
  const before = await change.objectStore('keys').get(currentKey)
  if (before?.userId !== obtained.userId) await change.objectStore('reads').clear()
  for (const name of await records.getAllKeys()) {
    // Each waits for the same transaction.
    // oxlint-disable-next-line no-await-in-loop
    if (isSnapshotOfOther(name, obtained.userId)) await records.delete(name)
  }
  await change.objectStore('keys').put(stored, currentKey)
  await change.done
  if (lockCount() !== locksBefore) {
    await deleteKey(stored)
    return false
  }
  tabs().postMessage('unlocked')
  cached = stored
  dispatchEvent(new Event(deviceUnlocked))
  return true
}

/** The name of a record is `owner kind id`; the id of a snapshot is its kind. */
function isSnapshotOfOther(name: string, userId: number): boolean {
  const [owner, kind, id] = name.split(' ')
  return owner !== String(userId) && kind === id
}

/** Deletes the key from this device; what it encrypted stays until the user signs in again. */
export async function lockVault(): Promise<void> {
  await whileLocking(async () => {
    const database = await deviceStore()
    await database.delete('keys', currentKey)
  })
}

/** Deletes the key and everything stored on this device, at sign-out. */
export async function clearDevice(): Promise<void> {
  await whileLocking(clearDeviceStore)
}

/** Makes all tabs forget the key before it is deleted, and those that read it meanwhile after. */
async function whileLocking(deletion: () => Promise<void>): Promise<void> {
  announceLock()
  try {
    await deletion()
  } finally {
    announceLock()
  }
}

function announceLock(): void {
  cached = undefined
  locks += 1
  tabs().postMessage('locked')
}

/**
 * The vault of the user of this device; undefined if there is none or the session is over. Does not
 * count as use of the key, which ends after some time without use: the program reads by itself.
 */
export async function vaultInBackground(): Promise<Vault | undefined> {
  if (!canWorkOffline()) return undefined
  cached = await aliveKey(now().getTime())
  return cached && vaultOf(cached)
}

/** As `vaultInBackground`, for what a person does: it counts as use of the key. */
export async function currentVault(): Promise<Vault | undefined> {
  if (!canWorkOffline()) return undefined
  const at = now().getTime()
  const stored = await aliveKey(at)
  cached = stored
  if (!stored) return undefined
  if (at - stored.lastUsedAt >= writeUseEveryMs) await writeUse(stored, at)
  return vaultOf(stored)
}

/** The key, unless the session is over: then it is deleted. */
async function aliveKey(at: number): Promise<StoredKey | undefined> {
  if (cached && isKeyAlive(cached, at)) return cached
  const locksBefore = lockCount()
  // Another tab may have used the key since this one did.
  const stored = await (await deviceStore()).get('keys', currentKey)
  // Locked while it was read: this page must not go on with the key.
  if (lockCount() !== locksBefore) return undefined
  if (!stored || isKeyAlive(stored, at)) return stored
  await deleteKey(stored)
  tabs().postMessage('expired')
  return undefined
}

/** Deletes exactly this key: another tab may have stored a fresh one, or used it, meanwhile. */
async function deleteKey({ obtainedAt, lastUsedAt }: StoredKey): Promise<void> {
  cached = undefined
  const change = (await deviceStore()).transaction('keys', 'readwrite')
  const current = await change.store.get(currentKey)
  const isSame = current?.obtainedAt === obtainedAt && current.lastUsedAt === lastUsedAt
  if (isSame) await change.store.delete(currentKey)
  await change.done
}

async function writeUse({ userId }: StoredKey, at: number): Promise<void> {
  const locksBefore = lockCount()
  const database = await deviceStore()
  const change = database.transaction('keys', 'readwrite')
  // Another tab may have locked the vault, or unlocked it again or for another user.
  const current = await change.store.get(currentKey)
  const used = current?.userId === userId ? { ...current, lastUsedAt: at } : undefined
  if (used) await change.store.put(used, currentKey)
  await change.done
  cached = lockCount() === locksBefore ? used : undefined
}

function vaultOf({ userId, key }: StoredKey): Vault {
  const additionalDataOf = (name: string) => new TextEncoder().encode(`${userId} ${name}`)
  return {
    userId,
    seal: async (name, value) => {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const text = new TextEncoder().encode(JSON.stringify(value))
      const how = { name: 'AES-GCM', iv, additionalData: additionalDataOf(name) }
      return { iv, data: await crypto.subtle.encrypt(how, key, text) }
    },
    open: async (name, { iv, data }) => {
      const how = { name: 'AES-GCM', iv, additionalData: additionalDataOf(name) }
      const bytes = await crypto.subtle.decrypt(how, key, data)
      return JSON.parse(new TextDecoder().decode(bytes)) as unknown
    },
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
