import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import type { Answer } from '../../nodes/http.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { orderOf } from '../../staff/place-orders.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

/**
 * P04: the connection breaks between COMMIT and its response; a retry with the idempotency key
 * resolves it.
 */
export const cutAtCommit: Experiment = {
  row: 'P04',
  promise: 'cut mid-commit',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P04', proxied: true, mayLogErrors: true }, (world) =>
      cut(lab, world, findings),
    ),
}

async function cut(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  const [a, b] = world.nodes
  const { proxy } = world
  if (!a || !b || !proxy) return
  const [customerId, skuId] = [await createCustomer(world), await createSku(world)]
  const body = { customerId, items: [{ skuId, quantity: 1 }] }
  const runs = lab.isNightly ? 200 : 40
  const [first, second]: [Answer[], Answer[]] = [[], []]
  const faults: string[] = []
  let replayed = 0
  for (let run = 0; run < runs; run++) {
    const request = {
      method: 'POST',
      path: '/api/orders/create',
      body,
      as: world.admin.cookie,
      key: `p04-key-${run}-abcdef`,
    }
    proxy.cutsAtCommit = true
    const response = await a.call(request)
    const isCut = !proxy.cutsAtCommit
    proxy.cutsAtCommit = false
    const before = await count(world, 'select count(*) from sales_orders')
    const again = await b.call(request)
    first.push(response)
    second.push(again)
    if (!isCut) faults.push(`run ${run}: nothing was cut`)
    if (again.status !== 201) faults.push(`run ${run}: ${again.status} ${again.text.slice(0, 80)}`)
    const isReplay = again.headers['idempotency-replayed'] === 'true'
    if (isReplay) replayed += 1
    // The commit may still be in flight when orders are counted, so use the recorded request id of
    // the creator.
    const isMadeAtB = (await creatorOf(world, again)) === again.headers['x-request-id']
    if (isReplay === isMadeAtB) faults.push(`run ${run}: replayed ${String(isReplay)}`)
    if (before === run + 1 && !isReplay) faults.push(`run ${run}: made twice`)
    if (response.status === 201 && response.text !== again.text)
      faults.push(`run ${run}: another answer`)
  }
  findings.note(`cut: ${tally(first)}; the same key at B: ${tally(second)}, ${replayed} replayed`)
  findings.none('cut at the commit', faults)
  findings.expect(replayed > 0, 'no commit was done whose answer was lost')
  findings.equal('orders', await count(world, 'select count(*) from sales_orders'), runs)
}

/** The id of the request that created the order in an answer. */
async function creatorOf({ database }: TestSystem, answer: Answer): Promise<string | undefined> {
  const { rows } = await database.query<{ requestId: string }>(
    `select request_id as "requestId" from audit_log
     where entity = 'sales_order' and entity_id = $1 order by id limit 1`,
    [orderOf(answer)?.id ?? 0],
  )
  return rows[0]?.requestId
}
