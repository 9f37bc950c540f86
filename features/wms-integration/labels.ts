import type { DataType, Job } from './rules.ts'

// What the screen calls things.

export const dataTypeNames: Readonly<Record<DataType, string>> = {
  customers: 'Customer Data',
  orders: 'Sales Orders',
  inventory: 'Inventory Levels',
  purchase_orders: 'Purchase Orders',
}

export const jobNames: Readonly<Record<Job, string>> = {
  full: 'Full Sync',
  customers: 'Export Customer Data',
  orders: 'Export New Orders',
  inventory: 'Import Inventory Data',
  shipments: 'Import Shipment Updates',
}

export const driftNames: Readonly<Record<'timing' | 'drift' | 'big', string>> = {
  timing: 'Goods on the move',
  drift: 'Difference',
  big: 'Large difference',
}

/** `+5`, `−3`. */
export function signed(units: number): string {
  const digits = Math.abs(units).toLocaleString('en-US')
  return `${units < 0 ? '−' : '+'}${digits}`
}

/** `640` and `customer` as `640 customers`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`
}

const kindNames: ReadonlyMap<string, string> = new Map([
  ['customer', 'Customers'],
  ['item', 'SKUs'],
  ['movement', 'Goods of returns'],
  ['order', 'Sales orders'],
  ['expected_receipt', 'Expected receipts'],
  ['expected_return', 'Expected returns'],
  ['inventory', 'Count of stock'],
  ['events', 'Shipments and receipts'],
  ['status', 'Greeting'],
  ['file', 'File'],
])

/** What a message is about, in words; an event keeps the name the warehouse gave it. */
export function kindName(kind: string): string {
  return kindNames.get(kind) ?? kind
}

/** The hash of the message that a problem names; undefined where it names none. */
export function hashIn(reason: string): string | undefined {
  return /\(SHA-256 ([0-9a-f]{64})\)$/.exec(reason)?.[1]
}

/** Lines of JSON for reading; a text that is none as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
