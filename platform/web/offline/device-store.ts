import { type IDBPDatabase, openDB } from 'idb'
import { deviceDatabase } from './can-work-offline.ts'
import type { KeyLimitFields, KeyTimes } from './key-life.ts'

// The database of this browser for work without a connection. Everything but the owner, the kind
// and the time of an entry is encrypted.

/** An encrypted value, with the initialization vector of its encryption. */
export type Ciphertext = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/** The key of the signed-in user. It cannot be exported by a script. */
export type StoredKey = KeyLimitFields & KeyTimes & { userId: number; key: CryptoKey }

/** The last answer to a read. */
export type StoredRead = { id: string; userId: number; savedAt: number; sealed: Ciphertext }

/** A record that this device made or fetched, such as an order that waits to be sent. */
export type StoredRecord = {
  /** `owner kind id` */
  name: string
  /** `owner kind` */
  group: string
  id: string
  savedAt: number
  sealed: Ciphertext
}

type DeviceTables = {
  keys: { key: string; value: StoredKey }
  reads: { key: string; value: StoredRead; indexes: { savedAt: number } }
  records: { key: string; value: StoredRecord; indexes: { group: string } }
}

const databaseVersion = 1

let opening: Promise<IDBPDatabase<DeviceTables>> | undefined

/**
 * Opens the database of this browser. Rejects if the browser refuses, for example in a private
 * window.
 */
export function deviceStore(): Promise<IDBPDatabase<DeviceTables>> {
  opening ??= openDB<DeviceTables>(deviceDatabase, databaseVersion, {
    upgrade: (database) => {
      database.createObjectStore('keys')
      database.createObjectStore('reads', { keyPath: 'id' }).createIndex('savedAt', 'savedAt')
      database.createObjectStore('records', { keyPath: 'name' }).createIndex('group', 'group')
    },
    // A later version of the program, in another tab, may change the tables.
    blocking: (_current, _blocked, event) => {
      opening = undefined
      ;(event.target as IDBDatabase).close()
    },
    // Sign-out in another tab clears the storage of the site; the next use opens it again.
    terminated: () => {
      opening = undefined
    },
  }).catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

/** Deletes everything that this device stores for work without a connection. */
export async function clearDeviceStore(): Promise<void> {
  const database = await deviceStore()
  const change = database.transaction(['keys', 'reads', 'records'], 'readwrite')
  await Promise.all([
    change.objectStore('keys').clear(),
    change.objectStore('reads').clear(),
    change.objectStore('records').clear(),
    change.done,
  ])
}
