import { listCustomers } from '#features/customers/contract.ts'
import { listContractPrices } from '#features/pricing/contract.ts'
import { listSkus } from '#features/skus/contract.ts'
import type { Endpoint, WireQueryOf } from '#platform/kernel/endpoint.ts'
import { now } from '#platform/web/clock.ts'
import { readDeviceRecord, writeDeviceSnapshot } from '#platform/web/offline/device-records.ts'
import { vaultInBackground } from '#platform/web/offline/vault.ts'
import type { RowOf } from '#platform/web/api-hooks.ts'
import { ApiError, sendForList } from '#platform/web/api-client.ts'
import type { CachedRecords } from './cached-records.ts'

// The customers, SKUs and prices that this device stores, encrypted, to enter orders offline.

// The stored kind has an earlier name, so that devices keep their records.
const kind = 'known-records'
const pageSize = 1000
/** A device stores at most so many records of each kind. */
const mostRecords = 5000
const refreshAfterMs = 15 * 60 * 1000

/** The records, and when they were read, in milliseconds since 1970. */
export type RecordsSnapshot = { records: CachedRecords; savedAt: number }

/** The records of a user in memory, because decrypting thousands for each key would be slow. */
let cached: (RecordsSnapshot & { userId: number }) | undefined

/** The records that this device has cached; undefined if none, or while it is locked. */
export async function readCachedRecords(): Promise<RecordsSnapshot | undefined> {
  const vault = await vaultInBackground().catch(() => undefined)
  if (vault?.userId !== cached?.userId) cached = undefined
  if (!vault || cached) return cached
  const found = await readDeviceRecord(kind, kind).catch(() => undefined)
  // Written by this program; a version with other fields uses another kind.
  const records = found?.value as CachedRecords | undefined
  cached = found && records && { userId: vault.userId, records, savedAt: found.savedAt }
  return cached
}

/** Reads the records again if they are older than 15 minutes, or the clock was set back. */
export async function refreshCachedRecords(): Promise<void> {
  const vault = await vaultInBackground()
  if (!vault) return
  const stored = await readCachedRecords()
  const age = stored ? now().getTime() - stored.savedAt : Infinity
  if (age >= 0 && age < refreshAfterMs) return
  const customers = await readAll(listCustomers, { isActive: 'true', sort: 'customerCode' })
  const skus = await readAll(listSkus, { isActive: 'true', sort: 'sku' })
  const prices = await readAll(listContractPrices, { isActive: 'true' })
  const records: CachedRecords = {
    customers: customers.rows,
    skus: skus.rows,
    contractPrices: prices.rows,
    isPartial: customers.isPartial || skus.isPartial || prices.isPartial,
  }
  await writeDeviceSnapshot(kind, { value: records, owner: vault.userId })
  cached = undefined
}

/** All rows of a list, up to a limit; none if the role may not see it. */
async function readAll<E extends Endpoint>(
  endpoint: E,
  query: object,
): Promise<{ rows: RowOf<E>[]; isPartial: boolean }> {
  const rows: RowOf<E>[] = []
  let cursor: string | undefined
  do {
    // Every list has these parameters, so the cast is safe.
    const page = { ...query, limit: pageSize, cursor } as unknown as WireQueryOf<E>
    const found = await sendForList(endpoint, { query: page }).catch(noneIfForbidden)
    rows.push(...(found.rows as unknown as RowOf<E>[]))
    cursor = found.next
  } while (cursor !== undefined && rows.length < mostRecords)
  return { rows: rows.slice(0, mostRecords), isPartial: cursor !== undefined }
}

function noneIfForbidden(error: unknown): { rows: never[]; next: undefined } {
  if (error instanceof ApiError && error.status === 403) return { rows: [], next: undefined }
  throw error
}
