import { join } from 'node:path'
import { folderMailbox, warehousePartner } from '#features/edi/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type FieldError, Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { ConnectionForm } from '../../contract.ts'
import type { Warehouse } from './warehouse-adapter.ts'
import { guardedMailbox } from './mailbox-errors.ts'
import { httpWarehouse } from './http-warehouse.ts'
import { resolvePublicAddress, whyNotCall } from '#platform/server/outbound/safe-fetch.ts'
import type { Adapter } from '../../rules.ts'
import { sftpMailbox } from './sftp-mailbox.ts'
import { trytonWarehouse } from './tryton-warehouse.ts'
import { x12Warehouse } from './x12-warehouse.ts'

// Maps an address to an adapter: `https://…` the HTTP API, `tryton:https://…` a Tryton,
// `folder:name` and `sftp://user@host/path` X12 files.

const folderPattern = /^folder:([a-z0-9][a-z0-9_-]{0,59})$/

const tryton = 'tryton:'

/** Returns the adapter of an address; `http` without one. */
export function adapterOf(url: string | null | undefined): Adapter {
  if (url?.startsWith('folder:')) return 'folder'
  if (url?.startsWith(tryton)) return 'tryton'
  return url?.startsWith('sftp:') ? 'sftp' : 'http'
}

/**
 * Normalizes an address with the WHATWG URL parser, the form in which it is called: in
 * `https://8.8.8.8\\@127.0.0.1` the part after the host is a path. Returns text that is not a URL
 * unchanged.
 */
export function parsedAddress(url: string): string {
  const { before, parsed } = partsOf(url)
  return parsed ? `${before}${parsed.href}` : url
}

/** Scheme, host and port of an address; a stored secret is never sent to a different host. */
export function hostOf(url: string | null | undefined): string {
  const { before, parsed } = partsOf(url ?? '')
  return parsed ? `${before}${parsed.protocol}//${parsed.hostname}:${portOf(parsed)}` : (url ?? '')
}

const defaultPorts: Readonly<Record<string, string>> = {
  'https:': '443',
  'http:': '80',
  'sftp:': '22',
}

function portOf({ port, protocol }: URL): string {
  return port || (defaultPorts[protocol] ?? '')
}

function partsOf(url: string): { before: string; parsed: URL | null } {
  if (adapterOf(url) === 'folder') return { before: '', parsed: null }
  const before = url.startsWith(tryton) ? tryton : ''
  return { before, parsed: URL.parse(url.slice(before.length)) }
}

export type WarehouseAddress = {
  url: string
  token: string | null
  secret: string | null
  isTrusted: boolean
  x12Identifier: string | null
  x12OwnIdentifier: string | null
  x12Usage: 'P' | 'T'
  hostKey: string | null
}

/** Opens the warehouse of an address. Throws 409 if its X12 identifier belongs to a customer. */
export async function openWarehouse(
  ctx: Context,
  { DATA_DIR = './data' }: { DATA_DIR?: string | undefined },
  address: WarehouseAddress,
): Promise<Warehouse> {
  const { url, token, secret, isTrusted, hostKey } = address
  const adapter = adapterOf(url)
  if (adapter === 'http' || adapter === 'tryton') {
    const opened = performance.now()
    const clock = () => new Date(ctx.now.getTime() + performance.now() - opened)
    const calls = { token, secret, isTrusted, clock }
    return adapter === 'http'
      ? httpWarehouse({ url, ...calls })
      : trytonWarehouse({ url: url.slice(tryton.length), ...calls })
  }
  const partner = await warehousePartner(ctx, {
    identifier: address.x12Identifier ?? 'WMS',
    ownIdentifier: address.x12OwnIdentifier ?? 'PRIZM',
    usage: address.x12Usage,
  })
  if (!partner) {
    const sentence = `${address.x12Identifier} is the EDI identifier of a customer`
    throw new Refusal('refused', 'wms-not-connected', sentence)
  }
  const { businessTimeZone: zone } = await readSettings(ctx)
  const name = folderPattern.exec(url)?.[1] ?? 'warehouse'
  const openMailbox = () =>
    guardedMailbox(
      adapter === 'folder'
        ? folderMailbox(join(DATA_DIR, 'edi', name))
        : sftpMailbox({ url, token, hostKey, isTrusted }),
    )
  return x12Warehouse({ ctx, partner, zone, place: placeOf(url), openMailbox })
}

/** The address as shown to users, without the user name. */
function placeOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed?.protocol === 'sftp:' ? parsed.host : url
}

/** Returns the error for an address that may not be used; undefined if it may. */
export async function whyNotUse(
  url: string,
  form: Pick<ConnectionForm, 'hostKey'>,
): Promise<FieldError | undefined> {
  const addressError = (message: string) => ({ path: 'url', message })
  const adapter = adapterOf(url)
  if (adapter === 'folder') {
    if (folderPattern.test(url)) return undefined
    return addressError('A folder name has lowercase letters, digits and hyphens')
  }
  if (adapter === 'http' || adapter === 'tryton') {
    const whyNot = await whyNotCall(adapter === 'http' ? url : url.slice(tryton.length))
    return whyNot === undefined ? undefined : addressError(whyNot)
  }
  const parsed = URL.parse(url)
  if (!parsed || parsed.username === '' || parsed.hostname === '') {
    return addressError('This is not an address such as sftp://user@host/path')
  }
  if (parsed.password !== '') return addressError('The address must not contain a password')
  if (!['', '22', '2222'].includes(parsed.port))
    return addressError('Only ports 22 and 2222 are allowed')
  if (form.hostKey === null) return { path: 'hostKey', message: 'Required for SFTP' }
  const found = await resolvePublicAddress(parsed.hostname, false).catch((error: unknown) => error)
  return found instanceof Error ? addressError(found.message) : undefined
}
