import type { Warehouse } from './simulator.ts'
import {
  move,
  noFaults,
  receive,
  ship,
  publishEvent,
  type WarehouseEvent,
} from './warehouse-state.ts'

type Command = Record<string, unknown>

/**
 * The door for commands: what the warehouse does now, and what it does wrong from now on. It is
 * open to this machine alone.
 */
export async function control(
  warehouse: Warehouse,
  path: string,
  command: Command,
): Promise<unknown> {
  const act = Object.hasOwn(commandHandlers, path) ? commandHandlers[path] : undefined
  const events = act?.(warehouse, command) ?? []
  for (const event of events) await warehouse.send(event)
  return { ...summaryOf(warehouse), events: events.length }
}

const commandHandlers: Readonly<
  Record<string, (warehouse: Warehouse, command: Command) => WarehouseEvent[]>
> = {
  '/control/faults': (warehouse, command) => {
    Object.assign(warehouse.faults, noFaults, command)
    return []
  },
  '/control/ship': ({ stock }, command) => {
    const open = [...stock.orders.values()].filter(({ status }) => status === 'open')
    const matching = open.filter(({ number }) => matches(command, number))
    return some(matching, command).flatMap(({ number }) => ship(stock, number, new Date()) ?? [])
  },
  '/control/receive': ({ stock }, command) => {
    const open = [...stock.expected.values()].filter(({ status }) => status === 'open')
    const matching = open.filter(({ number }) => matches(command, number))
    const units = typeof command['units'] === 'number' ? command['units'] : undefined
    return some(matching, command).flatMap(
      ({ number }) => receive(stock, { number, units }, new Date()) ?? [],
    )
  },
  '/control/deliver': ({ stock }) => {
    const arrived = new Set(
      stock.events.filter(({ type }) => type === 'shipment.delivered').map(shipmentOf),
    )
    const out = stock.events.filter(({ type }) => type === 'shipment.created')
    return out
      .filter((event) => !arrived.has(shipmentOf(event)))
      .map(({ data }) => {
        const now = new Date()
        const { shipmentId, orderNumber } = data
        const delivery = { shipmentId, orderNumber, deliveredAt: now.toISOString() }
        return publishEvent(stock, { type: 'shipment.delivered', data: delivery, now })
      })
  },
  '/control/move': ({ stock }, command) => {
    const { sku, delta, isQuiet } = command
    if (typeof sku !== 'string' || typeof delta !== 'number') return []
    const event = move(stock, { sku, delta, isQuiet: isQuiet === true }, new Date())
    return event ? [event] : []
  },
  '/control/count': ({ stock }) => {
    const now = new Date()
    const data = { snapshotId: `SNAP-${now.toISOString().replaceAll(/[-:.]/g, '')}` }
    return [publishEvent(stock, { type: 'inventory.snapshot', data, now })]
  },
  '/control/work': (warehouse) => {
    warehouse.work()
    return []
  },
}

function shipmentOf({ data }: WarehouseEvent): unknown {
  return data['shipmentId']
}

function matches(command: Command, number: string): boolean {
  return command['orderNumber'] === undefined || command['orderNumber'] === number
}

function some<T>(all: readonly T[], command: Command): T[] {
  const count = command['count']
  return all.slice(0, typeof count === 'number' ? count : all.length)
}

function summaryOf({ stock, faults }: Warehouse) {
  const open = (jobs: Iterable<{ status: string }>) =>
    [...jobs].filter(({ status }) => status === 'open').length
  return {
    items: stock.items.size,
    customers: stock.customers.size,
    orders: stock.orders.size,
    openOrders: open(stock.orders.values()),
    expected: stock.expected.size,
    openExpected: open(stock.expected.values()),
    documents: stock.known.size,
    told: stock.events.length,
    faults,
  }
}
