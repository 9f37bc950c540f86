import type { DataType } from '../../rules.ts'

/** What a kind of event is about, and where a person finds it. */
type About = { dataType: DataType; recordOf(data: never): string; link: string }
type Event = { type: string; externalId: string; data: unknown }

/** An event of a kind that this version does not have is about the key of its message. */
const unknownKind: About = { dataType: 'orders', recordOf: () => '', link: '/sales-orders' }

/** How an event that was not applied is shown as a problem. */
export function troubleOf(about: About = unknownKind, { type, externalId, data }: Event) {
  const record = recordOf(about, { externalId, data })
  return {
    kind: 'import' as const,
    dataType: isReturn(record) ? ('orders' as const) : about.dataType,
    direction: 'import' as const,
    key: `import:${type}:${externalId}`,
    record,
    link: `${isReturn(record) ? '/returns' : about.link}?open=${encodeURIComponent(record)}`,
    title: `${titles[type] ?? type} of ${record}`,
    proposal: 'Mend what is wrong with the record, then try it again',
  }
}

/** An event that another version stored may not name its record: then its key names it. */
function recordOf(about: About, { externalId, data }: Omit<Event, 'type'>): string {
  const record: unknown = about.recordOf((data ?? {}) as never)
  return typeof record === 'string' && record !== '' ? record : externalId
}

// We number returns, and nobody else does.
const isReturn = (record: string) => record.startsWith('RMA-')

const titles: Readonly<Record<string, string>> = {
  'shipment.created': 'Shipment',
  'shipment.delivered': 'Delivery',
  'shipment.exception': 'Exception on the way',
  'receipt.created': 'Receipt',
  'cancel.answered': 'Cancellation',
  'change.answered': 'Change',
  'stock.moved': 'Stock movement',
}
