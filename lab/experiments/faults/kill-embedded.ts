import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#platform/server/database/db.ts'
import { AppNode } from '../../nodes/app-node.ts'
import { removeAtEnd } from '../../nodes/child-processes.ts'
import { type Experiment, type Findings, type Lab, resultsFolder } from '../../experiment.ts'
import { createCustomer, createSkus } from '../../staff/create-customers-and-skus.ts'
import { compare, History } from '../../attempt-history.ts'
import type { HttpRequest } from '../../nodes/http.ts'
import { checkInvariants } from '../../check-invariants.ts'
import { placeUntilFinal, storedOrders } from '../../staff/place-orders.ts'
import { signUp } from '../../nodes/test-system.ts'
import { sleep } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

const clients = 8

/** P01: the embedded database opens again after kill -9, with every acknowledged order. */
export const killEmbedded: Experiment = {
  row: 'P01',
  promise: 'kill -9 under load, embedded',
  needsPostgres: false,
  run: async (lab, findings) => {
    const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'prizm-lab-data-')))
    const logFile = join(resultsFolder, `P01-embedded-seed${lab.seed}-A.log`)
    const node = await AppNode.start({ name: 'A', env: { DATA_DIR: folder }, logFile })
    const history = await orderAndKill(lab, { node, findings })
    await node.stop()
    history.save(join(resultsFolder, `P01-embedded-seed${lab.seed}.jsonl`))
    await evaluate(folder, { history, node, findings })
  },
}

type Parts = { node: AppNode; findings: Findings }

async function orderAndKill(lab: Lab, { node, findings }: Parts): Promise<History> {
  const { cookie: as } = await signUp(node, 'lab-admin')
  const must = async (asked: HttpRequest) => (await node.call({ as, ...asked })).body
  const customerId = await createCustomer({ must })
  const skus = await createSkus({ must }, 10)
  const history = new History()
  let isOver = false
  const client = async (name: number) => {
    const chance = lab.chance.fork(name)
    for (let i = 0; !isOver; i++) {
      const items = chance.some(skus, 3).map((skuId) => ({ skuId, quantity: 1 }))
      const wanted = { key: `p01e-${name}-${i}`, customerId, items, as }
      await placeUntilFinal(() => node, wanted, history)
    }
  }
  const chance = lab.chance.fork('kills')
  const kills = lab.isNightly ? 20 : 5
  const killing = async () => {
    for (let kill = 0; kill < kills; kill++) {
      await sleep(chance.between(500, 1500))
      await node.kill()
      await node.restart()
    }
    await sleep(500)
    isOver = true
  }
  await Promise.all([killing(), ...Array.from({ length: clients }, (_, i) => client(i))])
  findings.note(`${kills} kills`)
  return history
}

type Evidence = Parts & { history: History }

/** The lab opens the folder again and compares the orders with the acknowledged ones. */
async function evaluate(folder: string, { history, node, findings }: Evidence): Promise<void> {
  const config = { DATABASE_URL: undefined, POOL_SIZE: 1 }
  const opened = await openDatabase(config, join(folder, 'database'))
  try {
    const database = opened.pool
    const stored = await storedOrders({ database })
    const taken = new Set(history.tries.filter((t) => t.status === 201).map((t) => t.key))
    const unknown = history.tries.filter((each) => each.status === 0).length
    findings.note(`${taken.size} orders acknowledged, ${stored.length} stored`)
    findings.note(`${unknown} tries without an answer`)
    findings.expect(taken.size > 0, 'no order was acknowledged')
    findings.none('history', compare(history.tries, stored))
    const inFlight = `select count(*) from idempotency_keys where state = 'in_flight'`
    findings.equal('keys in flight', await count({ database }, inFlight), 0)
    findings.none('errors in the log', node.errors)
    await checkInvariants(database, findings)
  } finally {
    await opened.close()
  }
}
