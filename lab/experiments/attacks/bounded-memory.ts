import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { allAttacks, type AttackName } from '../../hostile/attacks.ts'
import { startAttack } from '../../hostile/start-attack.ts'
import type { AppNode } from '../../nodes/app-node.ts'
import { largestMiB } from '../../nodes/resident-memory.ts'
import { createUser } from '../../staff/users.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { sleep, until } from '../../nodes/wait-until.ts'

const names: readonly AttackName[] = ['bodies', 'unread', 'unread-lists']
const customers = 1000
const list = '/api/customers?limit=1000'
const readEveryMs = 100
const quietMs = 6000
const attackMs = 12_000
const nightlyMs = 30_000
const freeWithinMs = 5000
/** Unread responses may take 32 MiB for each address, and bodies of strangers 16 MiB. */
const mostTimes = 2

/**
 * A small heap: with room to spare, the heap grows before it is collected, and its size says little
 * about what is held.
 */
const env = { NODE_OPTIONS: '--max-old-space-size=256' }

/** R07: the memory of a node is bounded, whatever strangers send and clients do not read. */
export const boundedMemory: Experiment = {
  row: 'R07',
  promise: 'bounded memory',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'R07', nodes: 1, env }, (world) =>
      attackAll(lab, world, findings),
    ),
}

async function attackAll(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  await world.database.query(
    `insert into customers (customer_code, name, email, address)
     select 'M-' || i, 'Many ' || i, 'm' || i || '@example.com', repeat('x ', 200)
     from generate_series(1, $1::int) as i`,
    [customers],
  )
  const [node] = world.nodes as [AppNode]
  // The first part is a warm-up, in which the code is loaded and the heap grows to its usual size.
  await quiet(world, node)
  const alone = await quiet(world, node)
  findings.note(`${alone} MiB while one user reads lists of ${customers} customers`)
  for (const name of names) {
    const { cookie } = await createUser(world, 'admin')
    const attack = await startAttack(name, { port: node.port, cookie })
    const duringAttack = await largestMiB(node, lab.isNightly ? nightlyMs : attackMs)
    await attack.end()
    const times = duringAttack / alone
    const { what } = allAttacks[name]
    findings.note(`${what}: ${duringAttack} MiB (× ${times.toFixed(1)})`)
    findings.expect(times <= mostTimes, `${name}: ${duringAttack} MiB, ${alone} MiB without it`)
  }
  const isRead = async () => (await world.call({ method: 'GET', path: list })).status === 200
  findings.expect(await until(isRead, freeWithinMs), 'no list is read afterwards')
}

/** The largest memory, in MiB, while one user reads one list after the other. */
async function quiet(world: TestSystem, node: AppNode): Promise<number> {
  let isOver = false
  const read = async () => {
    while (!isOver) {
      await world.must({ method: 'GET', path: list })
      // One address may read 32 MiB within a second.
      await sleep(readEveryMs)
    }
  }
  const reading = read()
  const largest = await largestMiB(node, quietMs)
  isOver = true
  await reading
  return largest
}
