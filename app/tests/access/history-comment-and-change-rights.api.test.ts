import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditedEntities, type AuditedEntity } from '#features/audit/audited-entities.ts'
import { historyPermissions } from '#features/auth/history-permissions.ts'
import { may, type Role, roles } from '#features/auth/rules.ts'
import { commentedEntities } from '#features/comments/rules.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

let prizm: TestApp
const sessions = new Map<Role, string>()

beforeAll(async () => {
  prizm = await startTestApp()
  for (const role of roles) sessions.set(role, await prizm.signIn(role))
  // At least one history entry of each entity.
  await addActs('update', auditedEntities)
})
afterAll(() => prizm?.close())

/** The roles that may read each restricted history, written out to check the permission map. */
const readers: Partial<Record<AuditedEntity, readonly Role[]>> = {
  user: ['admin'],
  role: ['admin'],
  api_key: ['admin'],
  webhook: ['admin'],
  setting: ['admin'],
  message: ['admin'],
  wms: ['admin'],
  period: ['admin', 'manager', 'finance'],
  manual_entry: ['admin', 'manager', 'finance'],
  sales_tax_payment: ['admin', 'manager', 'finance'],
  edi_partner: ['admin', 'manager', 'sales', 'purchasing', 'warehouse', 'finance'],
  edi_document: ['admin', 'manager', 'sales', 'purchasing', 'warehouse', 'finance'],
  intake_message: ['admin', 'manager', 'sales'],
  decision: ['admin', 'manager', 'finance'],
  invoice: ['admin', 'manager', 'sales', 'finance', 'viewer', 'user'],
  customer_payment: ['admin', 'manager', 'sales', 'finance', 'viewer', 'user'],
  credit_memo: ['admin', 'manager', 'sales', 'finance', 'viewer', 'user'],
  dunning_letter: ['admin', 'manager', 'sales', 'finance', 'viewer', 'user'],
  vendor_bill: ['admin', 'manager', 'purchasing', 'finance', 'user'],
  vendor_payment: ['admin', 'manager', 'purchasing', 'finance', 'user'],
  vendor_credit: ['admin', 'manager', 'purchasing', 'finance', 'user'],
}
const readersOf = (entity: AuditedEntity): readonly Role[] => readers[entity] ?? roles

const kindsAndRoles = auditedEntities.flatMap((entity) =>
  roles.map((role) => [entity, role] as const),
)

test.each(kindsAndRoles)('the history of %s for %s', async (entity, role) => {
  const mayRead = readersOf(entity).includes(role)
  expect(may({ role }, historyPermissions[entity])).toBe(mayRead)
  const as = sessions.get(role) ?? ''
  const answer = await prizm.call('GET', `/api/activity/1?entity=${entity}`, { as })
  expect(answer.statusCode).toBe(mayRead ? 200 : 403)
})

const commentedAndRoles = commentedEntities.flatMap((entity) =>
  roles.map((role) => [entity, role] as const),
)

test.each(commentedAndRoles)('a comment on %s by %s', async (entity, role) => {
  const as = sessions.get(role) ?? ''
  const body = { entity, entityId: 2_147_483_647, text: 'Late again' }
  const answer = await prizm.call('POST', '/api/comments', { as, body })
  const isAllowed = may({ role }, 'comments.write') && readersOf(entity).includes(role)
  expect(answer.statusCode, answer.body).toBe(isAllowed ? 404 : 403)
})

test.each(commentedAndRoles)(
  'only users who may read %s are offered as mentions to %s',
  async (entity, role) => {
    const as = sessions.get(role) ?? ''
    const answer = await prizm.call('GET', `/api/comments/mentionable?entity=${entity}`, { as })
    const isAllowed = may({ role }, 'comments.write') && readersOf(entity).includes(role)
    expect(answer.statusCode).toBe(isAllowed ? 200 : 403)
  },
)

async function addActs(action: string, entities: readonly string[]): Promise<number> {
  const { rows } = await prizm.database.pool.query<{ first: number }>(
    `with added as (
       insert into audit_log (entity, entity_id, action, channel)
       select e, 1, $2, 'screen' from unnest($1::text[]) e returning id)
     select min(id)::int as first from added`,
    [entities, action],
  )
  return (rows[0]?.first ?? 0) - 1
}

async function readChangesAs(
  role: Role,
  since: number,
): Promise<{ entity: string; count: number }[]> {
  const as = sessions.get(role) ?? ''
  const { body } = await prizm.call('GET', `/api/changes?since=${since}`, { as })
  const lines = body.split('\n').filter((line) => line.startsWith('data: '))
  return JSON.parse(lines.at(-1)?.slice(6) ?? '[]') as { entity: string; count: number }[]
}

test.each(roles)('%s receives only changes of readable records', async (role) => {
  const since = await addActs('update', [...auditedEntities, 'a_kind_of_tomorrow'])
  const kinds = (await readChangesAs(role, since)).map(({ entity }) => entity)
  const expected = auditedEntities.filter((entity) => readersOf(entity).includes(role))
  expect(kinds.toSorted()).toEqual([...expected].toSorted())
})

test.each(roles)('%s receives comments on readable records', async (role) => {
  const since = await addActs('comment', commentedEntities)
  const count = commentedEntities.filter((entity) => readersOf(entity).includes(role)).length
  expect(await readChangesAs(role, since)).toEqual([{ entity: 'comment', count }])
})
