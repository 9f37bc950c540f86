import { now } from '../clock.ts'
import { deviceStore } from './device-store.ts'
import { currentVault, type Vault, vaultInBackground } from './vault.ts'

// Encrypted records of the user of this device, by kind.

/** A record of a user (`owner`) as it was stored, and when, in milliseconds since 1970. */
export type DeviceRecord = { id: string; owner: number; value: unknown; savedAt: number }

/**
 * Thrown if the device has no key, because the session is over or storage is refused, or the key of
 * another user.
 */
export class DeviceLocked extends Error {
  constructor() {
    super('This device cannot store data now')
    this.name = 'DeviceLocked'
  }
}

/** How many records of a kind this device has, of all users, also while it is locked. */
export async function countDeviceRecords(kind: string): Promise<number> {
  const database = await deviceStore()
  const names = await database.getAllKeys('records')
  return names.filter((name) => name.split(' ')[1] === kind).length
}

/** The records of a kind, oldest first; empty if the device is locked. */
export async function listDeviceRecords(kind: string): Promise<DeviceRecord[]> {
  const vault = await vaultInBackground()
  if (!vault) return []
  const database = await deviceStore()
  const found = await database.getAllFromIndex('records', 'group', groupOf(vault, kind))
  const records = await Promise.all(
    found.map(async ({ id, name, savedAt, sealed }) => {
      // Undefined if it was encrypted under an earlier key of the server.
      const value = await vault.open(name, sealed).catch(() => undefined)
      return { id, owner: vault.userId, savedAt, value }
    }),
  )
  return records.sort((one, other) => one.savedAt - other.savedAt)
}

/** One record; undefined if there is none or the device is locked. */
export async function readDeviceRecord(
  kind: string,
  id: string,
): Promise<DeviceRecord | undefined> {
  const vault = await vaultInBackground()
  if (!vault) return undefined
  const database = await deviceStore()
  const found = await database.get('records', nameOf(vault, kind, id))
  if (!found) return undefined
  const value = await vault.open(found.name, found.sealed)
  return { id, owner: vault.userId, savedAt: found.savedAt, value }
}

/** The vault of `owner`. Throws DeviceLocked if the device has no key, or that of another user. */
async function vaultFor(owner: number): Promise<Vault> {
  const vault = await currentVault()
  if (vault?.userId !== owner) throw new DeviceLocked()
  return vault
}

/**
 * Stores a record of `owner`; an existing one keeps its place in the list. With `replaces`, that
 * other record is deleted in the same transaction. Throws DeviceLocked, also if another user has
 * signed in meanwhile.
 */
export async function writeDeviceRecord(
  kind: string,
  id: string,
  { value, replaces, owner }: { value: unknown; replaces?: string; owner: number },
): Promise<void> {
  const vault = await vaultFor(owner)
  const name = nameOf(vault, kind, id)
  // Encrypted before the transaction, which ends while it waits for anything else.
  const sealed = await vault.seal(name, value)
  const database = await deviceStore()
  const change = database.transaction('records', 'readwrite', { durability: 'strict' })
  const before = await change.store.get(name)
  const savedAt = before?.savedAt ?? now().getTime()
  await change.store.put({ name, group: groupOf(vault, kind), id, savedAt, sealed })
  if (replaces !== undefined) await change.store.delete(nameOf(vault, kind, replaces))
  await change.done
}

/**
 * Stores a snapshot of `owner`: its time is that of the last write. Does nothing if the device is
 * locked or has the key of another user.
 */
export async function writeDeviceSnapshot(
  kind: string,
  { value, owner }: { value: unknown; owner: number },
): Promise<void> {
  const vault = await vaultInBackground()
  if (vault?.userId !== owner) return
  const name = nameOf(vault, kind, kind)
  const sealed = await vault.seal(name, value)
  const database = await deviceStore()
  const group = groupOf(vault, kind)
  await database.put('records', { name, group, id: kind, savedAt: now().getTime(), sealed })
}

/** Deletes a record of `owner`, if it exists. Throws DeviceLocked. */
export async function deleteDeviceRecord(kind: string, id: string, owner: number): Promise<void> {
  const vault = await vaultFor(owner)
  const database = await deviceStore()
  await database.delete('records', nameOf(vault, kind, id))
}

function groupOf({ userId }: Vault, kind: string): string {
  return `${userId} ${kind}`
}

function nameOf(vault: Vault, kind: string, id: string): string {
  return `${groupOf(vault, kind)} ${id}`
}
