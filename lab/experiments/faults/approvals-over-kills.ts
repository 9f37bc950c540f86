import { join } from 'node:path'
import { compare, History } from '../../attempt-history.ts'
import { type Experiment, type Findings, type Lab, resultsFolder } from '../../experiment.ts'
import type { AppNode } from '../../nodes/app-node.ts'
import { type Answer, type Body, codeOf } from '../../nodes/http.ts'
import { count } from '../../nodes/count-rows.ts'
import { killNow } from '../../nodes/kill-nodes.ts'
import { clocksOf, withoutClockCheck } from '../../nodes/moved-clocks.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { sleep, until } from '../../nodes/wait-until.ts'
import type { Chance } from '../../seeded-random.ts'
import { createCustomer, createSku, createSkus } from '../../staff/create-customers-and-skus.ts'
import { type Item, orderOf, storedOrders } from '../../staff/place-orders.ts'

const clients = 8
const stock = 400
const hour = 3_600_000

/**
 * R16: binding approvals are given, used, left and forgotten while nodes are killed and prices
 * change. The clock of one node is an hour ahead, that of the other an hour behind. Nothing is sold
 * twice, each order has the total that was shown, and what the forgotten approvals hold is given
 * back after a minute of the database.
 */
export const approvalsOverKills: Experiment = {
  row: 'R16',
  promise: 'binding approvals over kill -9',
  needsPostgres: true,
  run: (lab, findings) => {
    const clocks = clocksOf(['A', 'B'])
    const nodeEnv = {
      A: withoutClockCheck(clocks.envOf('A')),
      B: withoutClockCheck(clocks.envOf('B')),
    }
    const options = { row: 'R16', preload: 'moved-clock.mjs', nodeEnv }
    return withTestSystem(lab, findings, options, async (world) => {
      await clocks.move('A', hour)
      await clocks.move('B', -hour)
      await storm(lab, world, findings)
    })
  },
}

type Setup = { customers: number[]; skus: number[] }

/** What one creation with a token answered, and what its approval had shown. */
type Placed = { shown: string; answer: Answer }

async function storm(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  await shortenApprovals(world)
  const customers = await Promise.all(Array.from({ length: 4 }, () => createCustomer(world)))
  const skus = await createSkus(world, 5, { currentStock: stock })
  const history = new History()
  const placed: Placed[] = []
  const state = { isOver: false, oversold: 0 }
  const client = async (name: number) => {
    const chance = lab.chance.fork(name)
    for (let i = 0; !state.isOver; i++) {
      const key = `r16-${name}-${i}`
      const done = await orderOnce(world, { key, chance, customers, skus, history })
      if (done) placed.push(done)
    }
  }
  const working = [
    ...Array.from({ length: clients }, (_, i) => client(i)),
    changePrices(world, lab.chance.fork('prices'), state),
    watchStock(world, state),
  ]
  const seconds = lab.isNightly ? 60 : 20
  const plan = { chance: lab.chance.fork('kills'), seconds, least: lab.isNightly ? 20 : 6 }
  const kills = await killNow(world.nodes, plan)
  state.isOver = true
  await Promise.all(working)
  history.save(join(resultsFolder, `R16-seed${lab.seed}.jsonl`))
  const answers = tally(placed.map(({ answer }) => answer))
  findings.note(`clocks 2 h apart, ${kills.length} kills, ${answers}`)
  findings.equal('readings with more held than there is', state.oversold, 0)
  evaluateOrders(placed, findings)
  findings.none('history', compare(history.tries, await storedOrders(world)))
  await evaluateExpiry(world, findings)
  await evaluateStock(world, { customers, skus }, findings)
}

/** Lets approvals expire after a minute; every node applies the new rule within a second. */
async function shortenApprovals(world: TestSystem): Promise<void> {
  await world.must({ method: 'PUT', path: '/api/settings', body: { approvalMinutes: 1 } })
  const as = world.admin.cookie
  const isEverywhere = async () => {
    const read = world.nodes.map((node) => node.call({ method: 'GET', path: '/api/settings', as }))
    return (await Promise.all(read)).every(({ body }) => body['approvalMinutes'] === 1)
  }
  if (!(await until(isEverywhere, 3000))) throw new Error('The setting did not reach every node')
}

type Order = Setup & { key: string; chance: Chance; history: History }

/** Asks for an approval, and uses it, gives it back, or forgets it. */
async function orderOnce(
  world: TestSystem,
  { key, chance, customers, skus, history }: Order,
): Promise<Placed | undefined> {
  const customerId = chance.oneOf(customers)
  const items = chance.some(skus, 2).map((skuId) => ({ skuId, quantity: chance.between(1, 3) }))
  const validation = await world.call({
    method: 'POST',
    path: '/api/orders/validate',
    body: { customerId, items, requestApproval: true },
  })
  const token = textAt(validation.body, 'approval', 'token')
  const shown = textAt(validation.body, 'pricing', 'total')
  if (!token || !shown) {
    await sleep(100)
    return undefined
  }
  const end = chance.between(1, 10)
  if (end === 1) return undefined
  if (end <= 3) {
    const path = '/api/orders/release-approval'
    await world.call({ method: 'POST', path, body: { approvalToken: token } })
    return undefined
  }
  return { shown, answer: await createWith(world, { key, customerId, items, token }, history) }
}

type Creation = { key: string; customerId: number; items: Item[]; token: string }

/** Creates an order with its token, at alternating nodes, until the answer is final. */
async function createWith(
  world: TestSystem,
  { key, customerId, items, token }: Creation,
  history: History,
): Promise<Answer> {
  const body = { customerId, customerPO: key, items, approvalToken: token }
  for (let attempt = 1; ; attempt++) {
    const node = world.turn()
    const as = world.admin.cookie
    const answer = await node.call({ method: 'POST', path: '/api/orders/create', body, as, key })
    history.add({ key, node: node.name, request: body }, answer, orderOf(answer))
    const isFinal = answer.status >= 200 && answer.status < 500
    if (isFinal && codeOf(answer) !== 'request-in-flight') return answer
    if (attempt === 400) return answer
    await sleep(50)
  }
}

type State = { isOver: boolean; oversold: number }

/** Changes all prices a few times a second, directly, so that no version is needed. */
async function changePrices(world: TestSystem, chance: Chance, state: State): Promise<void> {
  while (!state.isOver) {
    const price = `${chance.between(5, 40)}.00`
    // In the lock order of the program: by id.
    await world.database.query(
      `with locked as materialized (select id from skus order by id for update)
       update skus set price = $1 from locked where locked.id = skus.id`,
      [price],
    )
    await sleep(300)
  }
}

/** Counts the readings in which a SKU had more reserved and held than on hand. */
async function watchStock(world: TestSystem, state: State): Promise<void> {
  const over = 'select count(*) from skus where reserved + soft_reserved > current_stock'
  while (!state.isOver) {
    state.oversold += await count(world, over)
    await sleep(50)
  }
}

function evaluateOrders(placed: readonly Placed[], findings: Findings): void {
  const made = placed.filter(({ answer }) => answer.status === 201)
  findings.expect(made.length > 50, `only ${made.length} orders were created`)
  const faults = made.flatMap(({ shown, answer }) => {
    const total = textAt(answer.body, 'order', 'totalAmount')
    return total === shown ? [] : [`created at ${total}, but ${shown} was shown`]
  })
  findings.none('totals', faults)
}

type Trial = {
  giver: AppNode
  placer: AppNode
  customerId: number
  skuId: number
  /** True if the database is past the time of the approval when the order is created. */
  isExpired: boolean
}

/** An approval lasts by the clock of the database, whichever node gives or uses it. */
async function evaluateExpiry(world: TestSystem, findings: Findings): Promise<void> {
  const [a, b] = world.nodes
  if (!a || !b) return
  const records = { customerId: await createCustomer(world), skuId: await createSku(world) }
  for (const [giver, placer] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const isExpired of [false, true]) {
      await tryExpiry(world, { giver, placer, isExpired, ...records }, findings)
    }
  }
}

/** The price rises after the approval, so that the answer shows whether it was still bound. */
async function tryExpiry(
  world: TestSystem,
  { giver, placer, customerId, skuId, isExpired }: Trial,
  findings: Findings,
): Promise<void> {
  const request = { customerId, items: [{ skuId, quantity: 1 }] }
  const post = (node: AppNode, path: string, body: object) =>
    node.call({ method: 'POST', path, body, as: world.admin.cookie })
  const validated = { ...request, requestApproval: true }
  const { body } = await post(giver, '/api/orders/validate', validated)
  const approvalToken = textAt(body, 'approval', 'token')
  const left = 'select extract(epoch from $1::timestamptz - clock_timestamp())'
  const seconds = await count(world, left, [textAt(body, 'approval', 'expiresAt')])
  const name = `${giver.name} to ${placer.name}${isExpired ? ', expired' : ''}`
  findings.expect(seconds > 0 && seconds <= 60, `${name}: approved for ${seconds} s`)
  const { database } = world
  await database.query('update skus set price = price + 1 where id = $1', [skuId])
  if (isExpired) {
    const end = `update order_approvals set expires_at = clock_timestamp()
                 where customer_id = $1 and state = 'held'`
    await database.query(end, [customerId])
  }
  const answer = await post(placer, '/api/orders/create', { ...request, approvalToken })
  const result = `${answer.status} ${codeOf(answer)}`.trim()
  findings.equal(name, result, isExpired ? '409 approval-changed' : '201')
  if (isExpired) return
  const total = textAt(answer.body, 'order', 'totalAmount')
  findings.equal(`${name}, the total`, total, textAt(body, 'pricing', 'total'))
}

/** What was forgotten is given back within the minute, and all the rest can be sold. */
async function evaluateStock(
  world: TestSystem,
  { customers, skus }: Setup,
  findings: Findings,
): Promise<void> {
  const heldNow = `select count(*) from order_approvals where state = 'held'`
  findings.note(`${await count(world, heldNow)} approvals forgotten`)
  const isFree = async () => (await count(world, heldNow)) === 0
  findings.expect(await until(isFree, 90_000), 'approvals hold something after 90 s')
  const held = `select (select sum(soft_reserved) from skus)
    + (select sum(soft_reserved_amount) from customers)`
  findings.equal('held at the end', await count(world, held), 0)
  const twice = `select count(*) from (
    select sku_id from sales_order_items group by 1 having sum(quantity) > ${stock}) t`
  findings.equal('SKUs sold twice', await count(world, twice), 0)
  for (const skuId of skus) {
    const left = 'select current_stock - reserved from skus where id = $1'
    const quantity = await count(world, left, [skuId])
    if (quantity === 0) continue
    const body = { customerId: customers[0], items: [{ skuId, quantity }] }
    const rest = await world.call({ method: 'POST', path: '/api/orders/create', body })
    findings.equal(`the last ${quantity} units`, rest.status, 201)
  }
}

function textAt(body: Body, part: string, name: string): string | undefined {
  const found = (body[part] as Body | undefined)?.[name]
  return typeof found === 'string' ? found : undefined
}
