import { join } from 'node:path'
import pg from 'pg'
import type { History } from '../attempt-history.ts'
import { checkInvariants } from '../check-invariants.ts'
import { type Findings, type Lab, resultsFolder } from '../experiment.ts'
import { AppNode } from '../nodes/app-node.ts'
import type { TestSystem } from '../nodes/test-system.ts'
import { createCustomer, createSkus } from './create-customers-and-skus.ts'
import { placeOrder, placeUntilFinal, storedOrders } from './place-orders.ts'

// Orders are placed while a backup is made; then the program starts on what was restored.

const clients = 10
const backWithinMs = 5 * 60_000

/** Starts ten clients, which place orders with keys that begin with `prefix` until `end`. */
export async function startOrders(
  lab: Lab,
  world: TestSystem,
  { prefix, history }: { prefix: string; history: History },
): Promise<{ end(): Promise<void> }> {
  const customers = await Promise.all(Array.from({ length: 5 }, () => createCustomer(world)))
  const skus = await createSkus(world, 20)
  let isOver = false
  const client = async (name: number) => {
    const chance = lab.chance.fork(name)
    for (let i = 0; !isOver; i++) {
      const items = chance.some(skus, 3).map((skuId) => ({ skuId, quantity: chance.between(1, 5) }))
      const customerId = chance.oneOf(customers)
      const key = `${prefix}-${name}-${i}`
      const orderToPlace = { key, customerId, items, as: world.admin.cookie }
      await placeUntilFinal(world.turn, orderToPlace, history)
    }
  }
  const working = Array.from({ length: clients }, (_, i) => client(i))
  const end = async () => {
    isOver = true
    await Promise.all(working)
  }
  return { end }
}

/** The keys of the orders that were acknowledged so far. */
export function acknowledgedKeys(history: History): Set<string> {
  return new Set(history.tries.filter(({ status }) => status === 201).map(({ key }) => key))
}

/** A restored database, and what was sent to the one that it is a copy of. */
export type OrdersOnCopy = {
  row: string
  lab: Lab
  findings: Findings
  /** The address of the restored database. */
  url: string
  /** A session from before the backup. */
  as: string
  history: History
  /** The keys of the orders that must be in the copy. */
  before: ReadonlySet<string>
  /** When the restore began. */
  start: number
}

/**
 * Two nodes start on the copy at once. It has every order of `before`, each order as it was
 * acknowledged, and the work goes on. Returns the keys of its orders.
 */
export async function checkOrdersOnCopy(copy: OrdersOnCopy): Promise<Set<string>> {
  const { row, lab, findings, url, history, start } = copy
  const database = new pg.Pool({ connectionString: url, max: 2 })
  database.on('error', () => {})
  const nodes: AppNode[] = []
  try {
    const starting = ['C', 'D'].map((name) => {
      const logFile = join(resultsFolder, `${row}-seed${lab.seed}-${name}.log`)
      return AppNode.start({ name, env: { DATABASE_URL: url }, logFile })
    })
    nodes.push(...(await Promise.all(starting)))
    const stored = await storedOrders({ database })
    const keys = new Set(stored.map(({ key }) => key))
    findings.none(
      'acknowledged before the backup, and not in it',
      [...copy.before].filter((key) => !keys.has(key)),
    )
    const attemptsByKey = new Map(history.tries.map((each) => [each.key, each]))
    const strange = stored.filter(({ key, id, number }) => {
      const { id: acknowledgedId = id, number: acknowledgedNumber = number } = attemptsByKey.get(
        key,
      ) ?? { id: -1 }
      return acknowledgedId !== id || acknowledgedNumber !== number
    })
    findings.none(
      'orders that nobody was told of like this',
      strange.map(({ key }) => key),
    )
    findings.note(`${stored.length} orders in the copy`)
    await continueWork(copy, nodes, keys)
    const backMs = performance.now() - start
    findings.note(`orders again ${seconds(backMs)} after the restore began`)
    findings.expect(backMs <= backWithinMs, `orders only after ${seconds(backMs)}`)
    await Promise.all(nodes.map((node) => node.stop()))
    await checkInvariants(database, findings)
    const errors = nodes.flatMap((node) => node.errors.map((line) => line.slice(0, 160)))
    findings.none('errors in the log on the copy', errors)
    return keys
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await database.end()
  }
}

/** Earlier sessions and idempotency keys are still valid, and a new order gets a new number. */
async function continueWork(
  { row, as, history, findings }: OrdersOnCopy,
  nodes: readonly AppNode[],
  keys: ReadonlySet<string>,
): Promise<void> {
  const old = history.tries.find(({ key, status }) => status === 201 && keys.has(key))
  const { customerId, items } = (old?.request ?? {}) as { customerId: number; items: never[] }
  for (const node of nodes) {
    const again = await placeOrder(node, { key: old?.key ?? '', customerId, items, as })
    findings.equal('the same key again', again.status, 201)
    findings.equal('is a replay', again.headers['idempotency-replayed'], 'true')
    const key = `${row.toLowerCase()}-new-${node.name}`
    const fresh = await placeOrder(node, { key, customerId, items, as })
    findings.equal('a new order on the copy', fresh.status, 201)
  }
}

/** A duration in seconds, as the table shows it. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
