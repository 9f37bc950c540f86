import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { withWarehouse, warehouseEnv } from '../../nodes/simulated-warehouse.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { sleep, until } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

/** R02: of several nodes exactly one enqueues the due sync and one runs it. */
export const warehouseSchedule: Experiment = {
  row: 'R02',
  promise: 'one sync of several nodes',
  needsPostgres: true,
  run: (lab, findings) =>
    withWarehouse((warehouse) =>
      withTestSystem(lab, findings, { row: 'R02', env: warehouseEnv(warehouse) }, (world) =>
        play(lab, world, findings),
      ),
    ),
}

const scheduled = `select count(*) from wms_runs where started_from = 'schedule'`
const done = `${scheduled} and state = 'done'`

async function play(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  const rounds = lab.isNightly ? 20 : 2
  const isPlanned = async () =>
    (await count(world, 'select count(*) from wms_connection where next_run_at is not null')) === 1
  findings.expect(await until(isPlanned, 20_000), 'no sync was planned')
  const early = await count(world, scheduled)
  findings.equal('syncs before one is due', early, 0)
  for (let round = 1; round <= rounds; round++) await due(world, round, findings)
  const [first] = world.nodes
  await first?.kill()
  for (let round = rounds + 1; round <= rounds + 2; round++) await due(world, round, findings)
  await first?.restart()
  const all = rounds + 2
  findings.note(`${all} times due on two nodes, one killed before the last 2`)
  findings.equal('syncs', await count(world, scheduled), all)
  findings.equal('parts of them', await count(world, 'select count(*) from wms_run_steps'), all * 4)
}

/** Makes a sync due on all nodes at once; it runs once before the next is due. */
async function due(world: TestSystem, round: number, findings: Findings): Promise<void> {
  await world.database.query(`update wms_connection set next_run_at = now() - interval '1 second'`)
  const isDone = async () => (await count(world, done)) >= round
  findings.expect(await until(isDone, 30_000), `sync ${round} was not done`)
  // Long enough for the other node to poll too.
  await sleep(5500)
  findings.equal(`syncs after ${round} fell due`, await count(world, scheduled), round)
}
