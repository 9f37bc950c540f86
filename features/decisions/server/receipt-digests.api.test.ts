import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { checkHistory, sealHistory } from '#features/audit/server/service.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { deleteOldDecisions, digestReceipts, findAlteredDigests } from './service.ts'
import { decisionFixture } from './testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let fixture: ReturnType<typeof decisionFixture>
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
  fixture = decisionFixture(prizm, as)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

type Digest = {
  from: string
  until: string
  firstAt: string
  count: number
  firstId: number
  lastId: number
  sha256: string
}

/** A statement that only the owner of the database could run. */
const asOwner = async (statement: string) => {
  await prizm.rows('alter table decision_receipts disable trigger user')
  await prizm.rows(statement)
  await prizm.rows('alter table decision_receipts enable trigger user')
}
/** Makes the receipts older, so that no transaction of their time can still run. */
const age = (interval: string) =>
  asOwner(`update decision_receipts set decided_at = decided_at - interval '${interval}'
           where sales_order_id is null`)
const digested = async (): Promise<Digest[]> => {
  await digestReceipts(fixture.context())
  const found = await prizm.rows<{ digest: Digest }>(
    `select changes -> 'digest' -> 'to' as digest from audit_log
     where entity = 'decision' order by id`,
  )
  return found.map(({ digest }) => digest)
}
const altered = () => findAlteredDigests(fixture.context())
const validated = async (): Promise<number> => {
  const order = {
    customerId: await builders.buyer(),
    items: [{ skuId: await builders.item(), quantity: 2 }],
  }
  return (await fixture.post('orders/validate', order)).decisionId
}
/** Sets for how many days receipts without an order stay. */
const setDays = async (days: number) => {
  await prizm.rows(`insert into settings (name, value) values ('decisionDays', '${days}')
    on conflict (name) do update set value = excluded.value`)
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 5000)
}

describe('a digest of receipts without an order', () => {
  test('has their count, ids and hash, once, and is sealed with the history', async () => {
    const first = await validated()
    const order = { customerId: await builders.buyer({ creditLimit: '1.00' }) }
    const items = [{ skuId: await builders.item(), quantity: 2 }]
    const refused = await fixture.refused('orders/create', { ...order, items })
    const second = refused.current.decisionId as number
    await age('10 minutes')
    const [digest, ...others] = await digested()
    expect(others).toEqual([])
    expect(digest).toMatchObject({ count: 2, firstId: first, lastId: second })
    const lines = await prizm.rows<{ line: string }>(
      `select r.id || ' ' || r.kind || ' ' || r.actor_id || ' 0 ' || r.channel || ' '
              || extract(epoch from r.decided_at) || ' ' || encode(r.sha256, 'hex') as line
       from decision_receipts r order by r.id`,
    )
    const text = lines.map(({ line }) => line).join('\n')
    expect(digest?.sha256).toBe(createHash('sha256').update(text).digest('hex'))
    // Nothing is new, so there is no second one.
    expect(await digested()).toHaveLength(1)
    await sealHistory(fixture.context())
    expect(await checkHistory(fixture.context())).toMatchObject({ faultCount: 0 })
    expect(await altered()).toEqual([])
  })

  test('leaves out receipts of orders, and those whose transactions may still run', async () => {
    const order = { customerId: await builders.buyer() }
    const items = [{ skuId: await builders.item(), quantity: 2 }]
    await fixture.post('orders/create', { ...order, items })
    await validated()
    expect(await digested()).toEqual([])
    await age('4 minutes')
    expect(await digested()).toEqual([])
    await age('2 minutes')
    expect(await digested()).toMatchObject([{ count: 1 }])
  })

  test('goes on where the one before ended', async () => {
    await validated()
    await age('20 minutes')
    const [one] = await digested()
    const later = await validated()
    await asOwner(`update decision_receipts set decided_at = now() - interval '10 minutes'
                   where id = ${later}`)
    const [, two] = await digested()
    expect(two).toMatchObject({ count: 1, firstId: later, lastId: later, from: one?.until })
    expect(await altered()).toEqual([])
  })

  test('is written once by two nodes', async () => {
    await validated()
    await age('10 minutes')
    await Promise.all([1, 2, 3].map(() => digestReceipts(fixture.context())))
    expect(await digested()).toHaveLength(1)
  })

  test('is read by those who may read the history, as one record', async () => {
    await validated()
    await age('10 minutes')
    const [digest] = await digested()
    const url = '/api/activity/1?entity=decision'
    const read = await prizm.call('GET', url, { as })
    expect(read.json()).toMatchObject([
      { action: 'digest', actor: 'system', changes: { digest: { from: null, to: digest } } },
    ])
    const sales = await prizm.signIn('sales')
    expect((await prizm.call('GET', url, { as: sales })).statusCode).toBe(403)
  })
})

describe('the data check of the digests', () => {
  const checked = async () => {
    const admin = await prizm.signIn('admin')
    const answer = await prizm.call('POST', '/api/health/data-checks', { as: admin })
    expect(answer.statusCode, answer.body).toBe(201)
    const { broken } = answer.json<{ broken: { name: string }[] }>()
    return broken.find(({ name }) => name === 'receipt_digests')
  }
  const entryOf = async () => {
    const [entry] = await prizm.rows<{ id: number }>(
      `select id from audit_log where entity = 'decision' order by id desc limit 1`,
    )
    return entry?.id ?? 0
  }
  /** Two receipts under one digest. */
  const two = async () => {
    const id = await validated()
    await validated()
    await age('10 minutes')
    await digested()
    expect(await checked()).toBeUndefined()
    return id
  }

  test.each([
    ['that was changed', 'update decision_receipts set sha256 = sha256(sha256) where id = '],
    ['that has another user', 'update decision_receipts set actor_id = 99 where id = '],
    ['that was deleted before its time', 'delete from decision_receipts where id = '],
  ])('names the entry of a receipt %s', async (_name, statement) => {
    const id = await two()
    const [row] = await prizm.rows<{ row: string }>(
      `select quote_literal(canonical) as row from decision_receipts where id = ${id}`,
    )
    await asOwner(`${statement}${id}`)
    expect(await altered()).toEqual([await entryOf()])
    expect(await checked()).toEqual({
      name: 'receipt_digests',
      says: 'The decision records of validations and refused orders match their digests.',
      count: 1,
      records: [`history entry ${await entryOf()}`],
    })
    // Other data checks find the changed hash, too.
    await asOwner(`update decision_receipts set sha256 = sha256(convert_to(${row?.row}, 'UTF8'))
                   where id = ${id}`)
  })

  test('names the entry of a receipt that was inserted later', async () => {
    const id = await two()
    await asOwner(`insert into decision_receipts
        (kind, actor_id, channel, decided_at, canonical, sha256)
      select kind, actor_id, channel, decided_at, canonical, sha256
      from decision_receipts where id = ${id}`)
    expect(await altered()).toEqual([await entryOf()])
  })

  test('finds nothing wrong with receipts that the retention deleted', async () => {
    await validated()
    await age('31 days')
    await digested()
    const remaining = await validated()
    await age('10 minutes')
    await digested()
    await deleteOldDecisions(fixture.context())
    expect((await fixture.receipts()).map(({ id }) => id)).toEqual([remaining])
    expect(await altered()).toEqual([])
  })

  test('nor after the days were raised, since what was deleted before stays deleted', async () => {
    await setDays(2)
    await validated()
    await age('3 days')
    await digested()
    await deleteOldDecisions(fixture.context())
    expect(await fixture.receipts()).toEqual([])
    await setDays(300)
    expect(await altered()).toEqual([])
    // A receipt of today is compared, though.
    const id = await validated()
    await age('10 minutes')
    await digested()
    await asOwner(`delete from decision_receipts where id = ${id}`)
    expect(await altered()).toEqual([await entryOf()])
  })
})
