import type { PoolClient } from 'pg'
import type { Chance } from '../../seeded-random.ts'
import type { Experiment, Findings, Lab } from '../../experiment.ts'
import type { Answer } from '../../nodes/http.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { createCustomer } from '../../staff/create-customers-and-skus.ts'

const customers = 12
const writers = 3
const transactionsEach = 5
const mostReads = 5000

/**
 * R10: a reader follows `updatedSince` while transactions commit in another order than they began,
 * or not at all. Its copy is the table in the end. The same is tried with the latest `updatedAt` as
 * the cursor, to show that commits were late enough to be missed.
 */
export const lateCommits: Experiment = {
  row: 'R10',
  promise: 'changes beside late commits',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'R10' }, (world) => followAll(lab, world, findings)),
}

type Copy = Map<number, number>
type Reader = { copy: Copy; cursor: string; reads: number }
type Totals = { late: number; deleted: number }

async function followAll(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  const rounds = lab.isNightly ? 100 : 20
  const reader: Reader = { copy: new Map(), cursor: '1970-01-01T00:00:00Z', reads: 0 }
  const totals: Totals = { late: 0, deleted: 0 }
  const faults: string[] = []
  for (let i = 0; i < customers; i++) await createCustomer(world)
  await readToTheEnd(world, reader)
  for (let round = 0; round < rounds; round++) {
    const chance = lab.chance.fork(round)
    faults.push(...(await oneRound(world, { chance, round, reader, totals })))
  }
  findings.none('copies', faults)
  findings.expect(totals.late > 0, 'no commit was late enough for a reader by updatedAt to miss it')
  findings.expect(totals.deleted > 0, 'nothing was deleted')
  findings.note(
    `${rounds} rounds, ${reader.reads} reads: nothing missed, ` +
      `${totals.late} missed by updatedAt, ${totals.deleted} deletions`,
  )
}

type Round = { chance: Chance; round: number; reader: Reader; totals: Totals }

/** Writes and reads at the same time, then compares; returns what differs. */
async function oneRound(
  world: TestSystem,
  { chance, round, reader, totals }: Round,
): Promise<string[]> {
  const ids = [...(await storedCustomers(world)).keys()]
  const naive = { copy: new Map(reader.copy), last: await databaseTime(world) }
  let isWriting = true
  const writing = Promise.all(
    Array.from({ length: writers }, (_, i) => write(world, { chance: chance.fork(i), ids })),
  ).finally(() => {
    isWriting = false
  })
  const dice = chance.fork('reader')
  while (isWriting) {
    await readOnce(world, reader, dice.between(1, 5))
    await readByTime(world, naive)
  }
  await writing
  const deletedId = dice.oneOf(ids)
  const deletion = await world.call({ method: 'DELETE', path: `/api/customers/${deletedId}` })
  if (deletion.status < 300) totals.deleted += 1
  await readByTime(world, naive)
  const missed = differences(naive.copy, await storedCustomers(world))
  totals.late += missed.filter(({ isDeleted }) => !isDeleted).length
  await readToTheEnd(world, reader)
  const faults = differences(reader.copy, await storedCustomers(world))
  return faults.map(({ sentence }) => `round ${round}: ${sentence}`)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Transactions of different lengths, a fifth of which are rolled back. */
async function write(
  world: TestSystem,
  { chance, ids }: { chance: Chance; ids: readonly number[] },
): Promise<void> {
  const client: PoolClient = await world.database.connect()
  try {
    for (let i = 0; i < transactionsEach; i++) {
      // In one order, so that the writers do not deadlock.
      const some = chance.some(ids, chance.between(1, 2)).toSorted((one, other) => one - other)
      await client.query('begin')
      for (const id of some) {
        await client.query(
          'update customers set version = version + 1, updated_at = now() where id = $1',
          [id],
        )
        await pause(chance.between(0, 15))
      }
      await client.query(chance.share() < 0.2 ? 'rollback' : 'commit')
    }
  } finally {
    client.release()
  }
}

/** Reads a page of changes into the copy. Returns false at the end. */
async function readOnce(world: TestSystem, reader: Reader, limit: number): Promise<boolean> {
  const since = encodeURIComponent(reader.cursor)
  const path = `/api/customers?updatedSince=${since}&limit=${limit}`
  const answer = await world.call({ method: 'GET', path })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  const rows = JSON.parse(answer.text) as { id: number; version: number }[]
  for (const { id, version } of rows) reader.copy.set(id, version)
  for (const id of headerOf(answer, 'x-deleted-ids').split(',')) reader.copy.delete(Number(id))
  reader.cursor = headerOf(answer, 'x-updated-since')
  reader.reads += 1
  return headerOf(answer, 'link') !== ''
}

function headerOf({ headers }: Answer, name: string): string {
  return String(headers[name] ?? '')
}

/**
 * Reads until a customer is seen that was created after everything else. Transactions elsewhere on
 * the server may delay it.
 */
async function readToTheEnd(world: TestSystem, reader: Reader): Promise<void> {
  const last = await createCustomer(world)
  for (let read = 0; read < mostReads && !reader.copy.has(last); read++) {
    await readOnce(world, reader, 100)
  }
  if (!reader.copy.has(last)) throw new Error(`The change of customer ${last} was never listed`)
}

/** A reader that goes on after the latest `updatedAt` that it saw. */
async function readByTime(world: TestSystem, naive: { copy: Copy; last: string }): Promise<void> {
  const { rows } = await world.database.query<{ id: number; version: number; at: string }>(
    `select id, version, updated_at::text as at from customers
     where updated_at > $1::timestamptz and deleted_at is null order by updated_at`,
    [naive.last],
  )
  for (const { id, version } of rows) naive.copy.set(id, version)
  naive.last = rows.at(-1)?.at ?? naive.last
}

async function databaseTime({ database }: TestSystem): Promise<string> {
  const { rows } = await database.query<{ at: string }>('select clock_timestamp()::text as at')
  return rows[0]?.at ?? ''
}

async function storedCustomers({ database }: TestSystem): Promise<Copy> {
  const { rows } = await database.query<{ id: number; version: number }>(
    'select id, version from customers where deleted_at is null order by id',
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** The records of which a copy has another version, or which only one of the two has. */
function differences(copy: Copy, stored: Copy): { sentence: string; isDeleted: boolean }[] {
  const ids = [...new Set([...copy.keys(), ...stored.keys()])]
  return ids
    .filter((id) => copy.get(id) !== stored.get(id))
    .map((id) => {
      const [have, want] = [copy.get(id) ?? 'nothing', stored.get(id) ?? 'nothing']
      return { sentence: `customer ${id}: ${have}, not ${want}`, isDeleted: !stored.has(id) }
    })
}
