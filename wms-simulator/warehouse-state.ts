// The warehouse of the simulator: what it has, what it was asked for, what it did. Everything here
// is in memory and synchronous; `state-file.ts` keeps it.

export type Item = { sku: string; name: string; location: string; onHand: number }

export type Line = {
  lineNo: number
  sku: string
  quantity: number
  done: number
  /** Put aside when it comes: it is no stock. */
  isHeld?: boolean
}

/** An order to ship, or goods to expect. */
export type Job = {
  number: string
  status: 'open' | 'done' | 'cancelled'
  since: string
  due: string | null
  /** What a customer sends back. */
  isReturn?: boolean
  lines: Line[]
}

export type WarehouseEvent = {
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
}

export type Verdict = {
  status: 'accepted' | 'duplicate' | 'rejected' | 'too_late'
  reason?: string
}

/** What the warehouse does wrong on command. */
export type Faults = {
  /** Breaks every connection. */
  isDown: boolean
  slowMs: number
  /** How many times each webhook is sent. */
  repeat: number
  /** Sends webhooks in the wrong order, two by two. */
  isReordering: boolean
  /** Drops every nth webhook; 0 drops none. The event list still has all of them. */
  loseEvery: number
  /** Errors in the quantities that it reports, in units by SKU. */
  lies: Record<string, number>
  /** Locations it cannot count. */
  deadLocations: string[]
}

export const noFaults: Faults = {
  isDown: false,
  slowMs: 0,
  repeat: 1,
  isReordering: false,
  loseEvery: 0,
  lies: {},
  deadLocations: [],
}

export type Stock = {
  /** When this warehouse began, in its numbers: those of another one are different. */
  born: string
  items: Map<string, Item>
  customers: Map<string, unknown>
  orders: Map<string, Job>
  expected: Map<string, Job>
  /** Documents it was sent, by their number: each is done once. */
  known: Map<string, Verdict>
  events: WarehouseEvent[]
  numbers: { shipment: number; receipt: number; movement: number; event: number }
}

export function emptyStock(): Stock {
  return {
    born: Date.now().toString(36).toUpperCase(),
    items: new Map(),
    customers: new Map(),
    orders: new Map(),
    expected: new Map(),
    known: new Map(),
    events: [],
    numbers: { shipment: 0, receipt: 0, movement: 0, event: 0 },
  }
}

/** Puts an event into the list that the other side reads. */
export function publishEvent(
  stock: Stock,
  { type, data, now }: { type: string; data: Record<string, unknown>; now: Date },
): WarehouseEvent {
  const id = numberOf(stock, 'evt', ++stock.numbers.event)
  const event = { id, type, timestamp: now.toISOString(), data }
  stock.events.push(event)
  return event
}

function numberOf({ born }: Stock, series: string, count: number): string {
  return `${series}-${born}-${String(count).padStart(6, '0')}`
}

const carriers = ['UPS', 'FedEx', 'DHL', 'USPS'] as const

/** Ships all that is open of an order; undefined where there is nothing to ship. */
export function ship(stock: Stock, number: string, now: Date): WarehouseEvent | undefined {
  const order = stock.orders.get(number)
  if (!order || order.status !== 'open') return undefined
  const lines = order.lines.filter((line) => line.done < line.quantity)
  for (const line of lines) {
    const item = stock.items.get(line.sku)
    if (item) item.onHand -= line.quantity - line.done
  }
  const remainingLines = lines.map(({ lineNo, sku, quantity, done }) => {
    return { lineNo, sku, quantity: quantity - done }
  })
  for (const line of lines) line.done = line.quantity
  order.status = 'done'
  const count = ++stock.numbers.shipment
  const carrier = carriers[count % carriers.length] ?? carriers[0]
  const days = 2 + (count % 4)
  const data = {
    shipmentId: numberOf(stock, 'SHP', count),
    orderNumber: number,
    shippedAt: now.toISOString(),
    carrier,
    trackingNumber: `${carrier.toUpperCase().slice(0, 2)}${90_000_000 + count * 7919}`,
    estimatedDelivery: new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10),
    lines: remainingLines,
  }
  return publishEvent(stock, { type: 'shipment.created', data, now })
}

/** Receives what is open of a purchase order or return, or so many units of its first open line. */
export function receive(
  stock: Stock,
  { number, units }: { number: string; units?: number | undefined },
  now: Date,
): WarehouseEvent | undefined {
  const job = stock.expected.get(number)
  if (!job || job.status !== 'open') return undefined
  let remaining = units ?? Number.POSITIVE_INFINITY
  const lines = job.lines.flatMap((line) => {
    const quantity = Math.min(line.quantity - line.done, remaining)
    if (quantity <= 0) return []
    remaining -= quantity
    line.done += quantity
    const item = stock.items.get(line.sku)
    if (item && !line.isHeld) item.onHand += quantity
    return [{ lineNo: line.lineNo, sku: line.sku, quantity }]
  })
  if (lines.length === 0) return undefined
  if (job.lines.every((line) => line.done >= line.quantity)) job.status = 'done'
  const data = {
    receiptId: numberOf(stock, 'RCV', ++stock.numbers.receipt),
    orderNumber: number,
    receivedAt: now.toISOString(),
    lines,
  }
  return publishEvent(stock, { type: 'receipt.created', data, now })
}

/** Finds or loses units of an item, and says so unless it is kept quiet. */
export function move(
  stock: Stock,
  { sku, delta, isQuiet = false }: { sku: string; delta: number; isQuiet?: boolean | undefined },
  now: Date,
): WarehouseEvent | undefined {
  const item = stock.items.get(sku)
  if (!item) return undefined
  item.onHand += delta
  if (isQuiet) return undefined
  const data = {
    movementId: numberOf(stock, 'MOV', ++stock.numbers.movement),
    sku,
    delta,
    occurredAt: now.toISOString(),
    reason: delta < 0 ? 'Damaged' : 'Found',
  }
  return publishEvent(stock, { type: 'stock.moved', data, now })
}

/** What every item has, what of it is promised and what is on its way. */
export function countAll(stock: Stock, faults: Faults) {
  const committed = openUnits(stock.orders)
  const coming = openUnits(new Map([...stock.expected].filter(([, job]) => !job.isReturn)))
  const isDead = (location: string) =>
    faults.deadLocations.some((dead) => location.startsWith(dead))
  return [...stock.items.values()]
    .filter(({ location }) => !isDead(location))
    .map(({ sku, onHand, location }) => {
      const reportedOnHand = onHand + (faults.lies[sku] ?? 0)
      const reserved = committed.get(sku) ?? 0
      return {
        sku,
        onHand: reportedOnHand,
        available: reportedOnHand - reserved,
        reserved,
        onOrder: coming.get(sku) ?? 0,
        location,
      }
    })
}

function openUnits(jobs: ReadonlyMap<string, Job>): Map<string, number> {
  const units = new Map<string, number>()
  for (const { status, lines } of jobs.values()) {
    if (status !== 'open') continue
    for (const { sku, quantity, done } of lines) {
      units.set(sku, (units.get(sku) ?? 0) + quantity - done)
    }
  }
  return units
}
