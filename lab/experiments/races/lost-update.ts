import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { createCustomer } from '../../staff/create-customers-and-skus.ts'
import { codeOf } from '../../nodes/http.ts'
import { withTestSystem, type Person, type TestSystem } from '../../nodes/test-system.ts'

/** P12: two users edit one record; the second is told of the conflict, and no edit is lost. */
export const lostUpdate: Experiment = {
  row: 'P12',
  promise: 'lost update',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P12' }, async (world) => {
      const people = { first: world.admin, second: await world.signUp('p12-second') }
      await checkConflictIsReported(world, people, findings)
      await edits(lab, { ...world, ...people }, findings)
    }),
}

type People = { first: Person; second: Person }

async function checkConflictIsReported(
  world: TestSystem,
  { first, second }: People,
  findings: Findings,
) {
  const id = await createCustomer(world)
  const read = await world.call({ method: 'GET', path: `/api/customers/${id}` })
  const etag = String(read.headers.etag)
  const one = await edit(world, { id, etag, as: first.cookie, notes: 'first' })
  const two = await edit(world, { id, etag, as: second.cookie, notes: 'second' })
  findings.equal('first', one.status, 200)
  findings.expect(one.headers.etag !== etag, 'the ETag did not change')
  findings.equal('second', `${two.status} ${codeOf(two)}`, '412 stale')
  const current = two.body['current'] as { notes?: string } | undefined
  findings.equal('the current record in the 412', current?.notes, 'first')
  const bare = await edit(world, { id, as: second.cookie, notes: 'bare' })
  findings.equal('without If-Match', bare.status, 200)
  findings.note(`first ${one.status}, second ${two.status} with the current record`)
}

/** Pairs of edits at the same moment through both nodes, some with and some without If-Match. */
async function edits(lab: Lab, world: TestSystem & People, findings: Findings): Promise<void> {
  const id = await createCustomer(world, { notes: 'start' })
  const pairs = lab.isNightly ? 1000 : 200
  const acknowledged = new Map<string, number>()
  const both: string[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const read = await world.call({ method: 'GET', path: `/api/customers/${id}` })
    const isGuarded = lab.chance.share() < 0.8
    const etag = isGuarded ? String(read.headers.etag) : undefined
    const ask = async (person: Person, name: string) => {
      const notes = `${pair} ${name}`
      const answer = await edit(world, { id, etag, as: person.cookie, notes })
      if (answer.status === 200) acknowledged.set(notes, Number(answer.body['version']))
      return answer.status
    }
    const statuses = await Promise.all([ask(world.first, 'first'), ask(world.second, 'second')])
    const expectedStatuses = isGuarded ? '200 412' : '200 200'
    const sorted = statuses.toSorted((a, b) => a - b).join(' ')
    if (sorted !== expectedStatuses) both.push(`pair ${pair}: ${sorted}`)
  }
  findings.none('pairs', both)
  await checkHistoryChain(world, { id, acknowledged, findings })
  findings.note(`${pairs} pairs, ${acknowledged.size} edits acknowledged, all on record`)
}

type AcknowledgedWrites = { id: number; acknowledged: Map<string, number>; findings: Findings }
type Change = { from: string | null; to: string | null }

/**
 * Every acknowledged edit is in the audit history, each starting from the result of the one before.
 */
async function checkHistoryChain(
  world: TestSystem,
  { id, acknowledged, findings }: AcknowledgedWrites,
): Promise<void> {
  const { rows } = await world.database.query<Change>(
    `select changes -> 'notes' ->> 'from' as "from", changes -> 'notes' ->> 'to' as "to"
     from audit_log
     where entity = 'customer' and entity_id = $1 and changes ? 'notes' order by id`,
    [id],
  )
  const known = new Set(rows.map((row) => row.to))
  const vanished = [...acknowledged.keys()].filter((notes) => !known.has(notes))
  findings.none('edits without a trace', vanished)
  findings.equal('edits on record', rows.length, acknowledged.size)
  const broken = rows.filter((row, index) => row.from !== (rows[index - 1]?.to ?? 'start'))
  findings.none(
    'breaks in the chain',
    broken.map((row) => `${row.from} → ${row.to}`),
  )
  const versions = new Set(acknowledged.values())
  findings.equal('different versions', versions.size, acknowledged.size)
}

type Edit = { id: number; notes: string; as: string; etag?: string | undefined }

async function edit(world: TestSystem, { id, notes, as, etag }: Edit) {
  const path = `/api/customers/${id}`
  const body = { customerCode: `P12-${id}`, name: 'Edited', email: 'p12@example.com', notes }
  return world.call({ method: 'PUT', path, as, body, headers: etag ? { 'if-match': etag } : {} })
}
