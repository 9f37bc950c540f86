import type { DataType } from '../../rules.ts'

/** The data type, record and link of a kind of event. */
export type EventDescription = { dataType: DataType; recordOf(data: never): string; link: string }
type Event = { type: string; externalId: string; data: unknown }

/** For a kind of event unknown to this version: the record is the key of the message. */
const unknownKind: EventDescription = {
  dataType: 'orders',
  recordOf: () => '',
  link: '/sales-orders',
}

/** Builds the problem for an event that was not applied. */
export function problemOf(
  about: EventDescription = unknownKind,
  { type, externalId, data }: Event,
) {
  const record = recordOf(about, { externalId, data })
  return {
    kind: 'import' as const,
    dataType: isReturn(record) ? ('orders' as const) : about.dataType,
    direction: 'import' as const,
    key: `import:${type}:${externalId}`,
    record,
    link: `${isReturn(record) ? '/returns' : about.link}?open=${encodeURIComponent(record)}`,
    title: `${titles[type] ?? type} of ${record}`,
    proposal: 'Correct the record, then retry',
  }
}

/** The record of an event, or its key if an event stored by another version has none. */
function recordOf(about: EventDescription, { externalId, data }: Omit<Event, 'type'>): string {
  const record: unknown = about.recordOf((data ?? {}) as never)
  return typeof record === 'string' && record !== '' ? record : externalId
}

// Return numbers are ours, so the prefix is unambiguous.
const isReturn = (record: string) => record.startsWith('RMA-')

const titles: Readonly<Record<string, string>> = {
  'shipment.created': 'Shipment',
  'shipment.delivered': 'Delivery',
  'shipment.exception': 'Delivery exception',
  'receipt.created': 'Receipt',
  'cancel.answered': 'Cancellation',
  'change.answered': 'Change',
  'stock.moved': 'Stock movement',
}
