import type { DataType, Job } from './rules.ts'

// Display names for the UI.

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
  timing: 'Goods in transit',
  drift: 'Difference',
  big: 'Large difference',
}

/** Formats a signed number: `+5`, `−3`. */
export function signed(units: number): string {
  const digits = Math.abs(units).toLocaleString('en-US')
  return `${units < 0 ? '−' : '+'}${digits}`
}

/** Formats a count with its noun: `640` and `customer` as `640 customers`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`
}

const kindNames: ReadonlyMap<string, string> = new Map([
  ['customer', 'Customers'],
  ['item', 'SKUs'],
  ['movement', 'Returned goods'],
  ['order', 'Sales orders'],
  ['expected_receipt', 'Expected receipts'],
  ['expected_return', 'Expected returns'],
  ['inventory', 'Stock count'],
  ['events', 'Shipments and receipts'],
  ['status', 'Status check'],
  ['file', 'File'],
])

/** Display name of a message kind; an event type without one is shown as is. */
export function kindName(kind: string): string {
  return kindNames.get(kind) ?? kind
}

/** The message hash in a problem's reason; undefined if there is none. */
export function hashIn(reason: string): string | undefined {
  return /\(SHA-256 ([0-9a-f]{64})\)$/.exec(reason)?.[1]
}

/** Formats JSON with indentation; returns other text as is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
