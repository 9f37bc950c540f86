import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import { codeOf } from '../../nodes/http.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { placeOrder } from '../../staff/place-orders.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

const clients = 20
const ordersEach = 5
const rounds = 5

/** P42: the audit history cannot be changed undetected, even by a superuser. */
export const auditTamper: Experiment = {
  row: 'P42',
  promise: 'audit tamper',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P42' }, async (world) => {
      await checkSealingUnderLoad(world, findings)
      await checkRefusals(world, findings)
      await checkDetection(world, { lab, findings })
    }),
}

type History = { waiting: number; lastCheck: { faultCount: number; firstFault: string | null } }

async function check(world: TestSystem): Promise<History> {
  const path = '/api/health/sealed-history/check'
  return (await world.must({ method: 'POST', path })) as unknown as History
}

/** Both nodes seal continuously while orders are entered: no entry is skipped or sealed twice. */
async function checkSealingUnderLoad(world: TestSystem, findings: Findings): Promise<void> {
  const customerId = await createCustomer(world, { creditLimit: '1000000.00' })
  const items = [{ skuId: await createSku(world, { currentStock: 1000 }), quantity: 1 }]
  let isOver = false
  let checks = 0
  const seal = async () => {
    for (; !isOver; checks++) {
      const { lastCheck } = await check(world)
      if (lastCheck.firstFault) findings.none('while orders are entered', [lastCheck.firstFault])
    }
  }
  const client = async (name: number) => {
    const answers = []
    for (let i = 0; i < ordersEach; i++) {
      const orderToPlace = { key: `p42-${name}-${i}`, customerId, items, as: world.admin.cookie }
      answers.push(await placeOrder(world.turn(), orderToPlace))
    }
    return answers
  }
  const sealers = [seal(), seal()]
  const answers = (await Promise.all(Array.from({ length: clients }, (_, i) => client(i)))).flat()
  isOver = true
  await Promise.all(sealers)
  const { waiting, lastCheck } = await check(world)
  findings.note(`${tally(answers)} beside ${checks} checks`)
  findings.equal('orders', answers.filter(({ status }) => status === 201).length, 100)
  findings.equal('acts left out', waiting, 0)
  findings.equal('faults', lastCheck.faultCount, 0)
  const acts = await count(world, 'select count(*) from audit_log')
  const sealed = await count(world, 'select sum(row_count) from audit_seals')
  const seals = await count(world, 'select count(*) from audit_seals')
  findings.note(`${acts} acts under ${seals} seals`)
  findings.equal('acts under a seal', sealed, acts)
}

const forbiddenStatements = [
  'update audit_log set actor_id = 1 where id = 1',
  'delete from audit_log where id = 1',
  'truncate audit_log',
  'update audit_seals set hash = previous_hash',
  'delete from audit_seals',
  'truncate audit_seals, audit_checks',
  'delete from audit_checks',
]

/** Rejects changes by SQL as the table owner, and reads over the API without permission. */
async function checkRefusals(world: TestSystem, findings: Findings): Promise<void> {
  for (const statement of forbiddenStatements) {
    const code = await world.database.query(statement).then(
      () => 'taken',
      (error: Error & { code?: string }) => error.code,
    )
    findings.equal(statement, code, '42501')
  }
  const stranger = await world.signUp('p42-stranger')
  const request = { method: 'POST', path: '/api/health/sealed-history/check', as: stranger.cookie }
  findings.equal('a check by anybody', codeOf(await world.call(request)), 'forbidden')
}

/** The columns of an audit entry, in table order. */
const columns = `id, entity, entity_id, action, from_status, to_status, actor_id, channel, reason,
  request_id, at, changes`

type Tampering = { what: string; tamperSql: string; undoSql: string }

const backupSql = 'create table kept as select * from audit_log where id = $id;'
const restoreSql = `insert into audit_log (${columns}) overriding system value
  select ${columns} from kept; drop table kept`

const tamperings: readonly Tampering[] = [
  {
    what: 'taken away',
    tamperSql: `${backupSql} delete from audit_log where id = $id`,
    undoSql: restoreSql,
  },
  {
    what: 'done by somebody else',
    tamperSql: `${backupSql}
      update audit_log set actor_id = coalesce(actor_id, 0) + 1 where id = $id`,
    undoSql: `delete from audit_log where id = $id; ${restoreSql}`,
  },
  {
    what: 'at another time',
    tamperSql: `${backupSql}
      update audit_log set at = at - interval '1 microsecond' where id = $id`,
    undoSql: `delete from audit_log where id = $id; ${restoreSql}`,
  },
  {
    what: 'slipped in',
    tamperSql: `insert into audit_log (id, entity, entity_id, action) overriding system value
           values (-$id, 'user', 1, 'update')`,
    undoSql: 'delete from audit_log where id = -$id',
  },
]

/**
 * Tampers as a superuser with triggers disabled: each change is detected, and each is repaired
 * afterwards.
 */
async function checkDetection(
  world: TestSystem,
  { lab, findings }: { lab: Lab; findings: Findings },
) {
  const acts = await count(world, 'select max(to_id) from audit_seals')
  let found = 0
  for (let round = 0; round < rounds; round++) {
    for (const { what, tamperSql, undoSql } of tamperings) {
      const id = lab.chance.between(1, acts)
      const exists = await count(world, 'select count(*) from audit_log where id = $1', [id])
      if (exists === 0) continue
      await asSuperuser(world, tamperSql.replaceAll('$id', String(id)))
      const { lastCheck } = await check(world)
      findings.equal(`faults where act ${id} is ${what}`, lastCheck.faultCount, 1)
      found += lastCheck.faultCount
      await asSuperuser(world, undoSql.replaceAll('$id', String(id)))
      findings.equal(`faults when that is mended`, (await check(world)).lastCheck.faultCount, 0)
    }
  }
  findings.note(`${found} alterations found by a look through ${acts} acts`)
  findings.expect(found >= tamperings.length, 'nothing was altered')
  const alertQuery = `select count(*) from notifications where user_id = $1
    and title = 'The audit history was altered'`
  const news = await count(world, alertQuery, [world.admin.id])
  findings.expect(news > 0, 'the administrator was not told')
}

async function asSuperuser({ database }: TestSystem, statements: string): Promise<void> {
  await database.query(`begin; set local session_replication_role = replica; ${statements}; commit`)
}
