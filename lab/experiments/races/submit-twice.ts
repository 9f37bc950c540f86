import type { AppNode } from '../../nodes/app-node.ts'
import type { Experiment, Findings } from '../../experiment.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import { type Answer, codeOf } from '../../nodes/http.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { placeOrder, orderOf, type OrderToPlace } from '../../staff/place-orders.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

const keys = 100
const postsEach = 5

/** P09: one click creates one order, however often and wherever the same request arrives. */
export const submitTwice: Experiment = {
  row: 'P09',
  promise: 'submit twice',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P09' }, async (world) => {
      const customerId = await createCustomer(world)
      const items = [{ skuId: await createSku(world), quantity: 1 }]
      const orderOfKey = (key: string) => ({ key, customerId, items, as: world.admin.cookie })
      await inParallel(world, orderOfKey, findings)
      await checkOtherBodies(world, orderOfKey, findings)
      await badKeys(world, orderOfKey, findings)
    }),
}

type OrderOfKey = (key: string) => OrderToPlace

const orders = 'select count(*) from sales_orders'

async function inParallel(
  world: TestSystem,
  orderOfKey: OrderOfKey,
  findings: Findings,
): Promise<void> {
  const [a, b] = world.nodes as [AppNode, AppNode]
  const post = (index: number) =>
    Promise.all(
      Array.from({ length: postsEach }, (_, copy) =>
        placeOrder(copy % 2 === 0 ? a : b, orderOfKey(`p09-${index}`)),
      ),
    )
  const all = await Promise.all(Array.from({ length: keys }, (_, index) => post(index)))
  findings.note(tally(all.flat()))
  findings.equal('orders', await count(world, orders), keys)
  findings.none(
    'answers',
    all.flatMap((answers, index) => differing(answers, `p09-${index}`)),
  )
  const replays = all.flat().filter((answer) => answer.headers['idempotency-replayed'] === 'true')
  findings.note(`${replays.length} answered again`)
  const again = await Promise.all(all.map((_, index) => placeOrder(b, orderOfKey(`p09-${index}`))))
  const isSame = again.every((answer, index) => answer.text === bodyOf(all[index] ?? []))
  findings.expect(isSame, 'a later repetition got another body')
  findings.equal('orders after the repetitions', await count(world, orders), keys)
}

function bodyOf(answers: readonly Answer[]): string | undefined {
  return answers.find((answer) => answer.status === 201)?.text
}

/** All 201 responses of a key have the same body; all others are "in flight". */
function differing(answers: readonly Answer[], key: string): string[] {
  const body = bodyOf(answers)
  if (body === undefined) return [`${key}: no 201`]
  return answers.flatMap((answer) => {
    if (answer.status === 201) return answer.text === body ? [] : [`${key}: two bodies`]
    const isWaiting = answer.status === 409 && codeOf(answer) === 'request-in-flight'
    return isWaiting ? [] : [`${key}: ${answer.status} ${codeOf(answer)}`]
  })
}

async function checkOtherBodies(
  world: TestSystem,
  orderOfKey: OrderOfKey,
  findings: Findings,
): Promise<void> {
  const node = world.turn()
  const first = orderOfKey('p09-0')
  const more = first.items.map((item) => ({ ...item, quantity: 2 }))
  const otherBody = await placeOrder(node, { ...first, items: more })
  const outcome = `${otherBody.status} ${codeOf(otherBody)}`
  findings.equal('same key, other body', outcome, '422 idempotency-key-reused')
  const stranger = await world.signUp('p09-stranger')
  const strangerAnswer = await placeOrder(node, { ...first, as: stranger.cookie })
  const mine = await placeOrder(node, first)
  findings.equal("another user's same key", strangerAnswer.status, 201)
  findings.expect(orderOf(strangerAnswer)?.id !== orderOf(mine)?.id, 'a key reached across users')
  findings.note(`other body: ${outcome}; other user: ${strangerAnswer.status} another order`)
}

async function badKeys(
  world: TestSystem,
  orderOfKey: OrderOfKey,
  findings: Findings,
): Promise<void> {
  const before = await count(world, orders)
  const bad = ['x'.repeat(256), 'tab\there', 'umlaut-\u00e4', '']
  const answers = await Promise.all(
    bad.map((key) => placeOrder(world.turn(), { ...orderOfKey('p09-bad'), key })),
  )
  const statuses = answers.map((answer) => answer.status)
  findings.note(`bad keys: ${statuses.join(' ')}`)
  findings.expect(
    statuses.every((status) => status === 400),
    `bad keys: ${statuses.join(' ')}, not 400`,
  )
  findings.equal('orders by bad keys', (await count(world, orders)) - before, 0)
}
