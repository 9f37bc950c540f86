import { spawnSync } from 'node:child_process'
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
import { sleep, until } from '../../nodes/wait-until.ts'

const clients = 4

/** Runs a program in its own PID namespace, as a container does. */
const ownSpace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']

/** R03: of two containers on one data folder only one runs; the other takes over when it dies. */
export const twoContainers: Experiment = {
  row: 'R03',
  promise: 'two containers, one folder',
  needsPostgres: false,
  run: async (lab, findings) => {
    const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'prizm-lab-shared-')))
    const [program = '', ...options] = ownSpace
    const canUnshare = spawnSync(program, [...options, 'true']).status === 0
    if (!canUnshare) findings.note('without process namespaces: this machine gives none')
    const settingsOf = (name: string) => ({
      name,
      env: { DATA_DIR: folder },
      within: canUnshare ? ownSpace : [],
      logFile: join(resultsFolder, `R03-seed${lab.seed}-${name}.log`),
    })
    const history = await runAlternately({ lab, findings, settingsOf })
    await evaluate(folder, history, findings)
  },
}

type Site = {
  lab: Lab
  findings: Findings
  settingsOf: (name: string) => Parameters<typeof AppNode.start>[0]
}

/**
 * Orders continue on the node that holds the folder while the other is refused; then the holder
 * dies.
 */
async function runAlternately({ lab, findings, settingsOf }: Site): Promise<History> {
  let holder = await AppNode.start(settingsOf('A'))
  const { cookie: as } = await signUp(holder, 'lab-admin')
  const must = async (request: HttpRequest) => (await holder.call({ as, ...request })).body
  const customerId = await createCustomer({ must })
  const skus = await createSkus({ must }, 5)
  const history = new History()
  let isOver = false
  const client = async (name: number) => {
    const chance = lab.chance.fork(name)
    for (let i = 0; !isOver; i++) {
      const items = [{ skuId: chance.oneOf(skus), quantity: 1 }]
      const orderToPlace = { key: `r03-${name}-${i}`, customerId, items, as }
      await placeUntilFinal(() => holder, orderToPlace, history)
    }
  }
  const refusals: string[] = []
  const turns = async () => {
    const kills = lab.isNightly ? 6 : 3
    for (let kill = 0; kill < kills; kill++) {
      const next = kill % 2 === 0 ? 'B' : 'A'
      refusals.push(await whyNot(settingsOf(next)))
      await sleep(300)
      await holder.kill()
      holder = await AppNode.start(settingsOf(next))
    }
    await sleep(500)
    isOver = true
  }
  await Promise.all([turns(), ...Array.from({ length: clients }, (_, i) => client(i))])
  await holder.kill()
  const strange = refusals.filter((line) => !line.includes('DATA_DIR is in use by process'))
  findings.none('a second node on the folder', strange)
  findings.note(`${refusals.length} starts refused while the holder lived, then taken over`)
  return history
}

/** Why a node does not start. */
async function whyNot(settings: Parameters<typeof AppNode.start>[0]): Promise<string> {
  try {
    const node = await AppNode.start(settings)
    await node.stop()
    return 'it started'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A killed process releases the folder shortly after its wrapper exits, so retry. */
async function openWhenFree(folder: string) {
  const config = { DATABASE_URL: undefined, POOL_SIZE: 1 }
  let opened: Awaited<ReturnType<typeof openDatabase>> | undefined
  let why: unknown
  await until(async () => {
    opened = await openDatabase(config, folder).catch((error: unknown) => {
      why = error
      return undefined
    })
    return opened !== undefined
  }, 10_000)
  if (!opened) throw why
  return opened
}

async function evaluate(folder: string, history: History, findings: Findings): Promise<void> {
  const opened = await openWhenFree(join(folder, 'database'))
  try {
    const stored = await storedOrders({ database: opened.pool })
    const acknowledgedKeys = new Set(
      history.tries.filter((t) => t.status === 201).map((t) => t.key),
    )
    findings.note(`${acknowledgedKeys.size} orders acknowledged, ${stored.length} stored`)
    findings.expect(acknowledgedKeys.size > 0, 'no order was acknowledged')
    findings.none('history', compare(history.tries, stored))
    await checkInvariants(opened.pool, findings)
  } finally {
    await opened.close()
  }
}
