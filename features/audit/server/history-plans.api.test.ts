import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, testDatabase } from '#app/testing.ts'
import { conditionOf } from '#platform/server/lists/list-filter.ts'
import { ordersOf } from '#platform/server/lists/list-order.ts'
import { pageText } from '#platform/server/lists/list-page.ts'
import { auditedEntities } from '../audited-entities.ts'
import { historyListIn, ofFoundRecords } from './history-store.ts'

// However long the history is, a page of it is read by an index.

/** 20,000 entries of a year: four kinds of records, 20 users, five actions. */
const past = `
  insert into audit_log (entity, entity_id, action, actor_id, at)
  select (array['customer', 'sku', 'sales_order', 'invoice'])[1 + n % 4], n % 1000,
         (array['create', 'update', 'ship', 'post', 'void'])[1 + n % 5], n % 20,
         timestamptz '2025-01-01T00:00:00Z' + n * interval '26 minutes'
  from generate_series(1, 20000) n;`

beforeAll(async () => {
  const prizm = await startTestApp()
  await prizm.database.pool.query(`begin; set local session_replication_role = replica; ${past}
    commit; analyze audit_log`)
})
afterAll(async () => {
  await startTestApp()
})

async function planOf(
  query: Record<string, unknown>,
  narrowed: { where: string; values: unknown[] } = { where: 'true', values: [] },
): Promise<string> {
  const list = historyListIn(`'America/New_York'`)
  const where = `${list.where} and ${narrowed.where}`
  const spec = { ...list, where, values: [[...auditedEntities], ...narrowed.values] }
  const orders = ordersOf(spec, list.defaultSort)
  const condition = conditionOf(spec, query)
  const text = pageText(spec, { ...condition, orders, limit: 51 })
  const { pool } = await testDatabase()
  const plan = await pool.query<Record<string, string>>(`explain ${text}`, condition.values)
  return plan.rows.map((row) => row['QUERY PLAN']).join('\n')
}

test.each([
  [{}, /Index.* audit_log_by_time/],
  [{ entity: 'customer' }, /Index.* audit_log_by_(entity|time)/],
  [{ actor: '7' }, /Index.* audit_log_by_actor/],
  [{ action: 'void' }, /Index.* audit_log_by_action/],
  [{ from: '2025-03-01', to: '2025-03-02' }, /Index.* audit_log_by_time/],
  [{ actor: '7', from: '2025-03-01', to: '2025-03-02' }, /Index.* audit_log_by_(actor|time)/],
  [{ entity: 'sku', entityId: '7' }, /Index.* audit_log_of_record/],
  [{ entity: 'sku,customer', action: 'void' }, /Index.* audit_log_by_/],
])('%j reads a page by an index', async (query, index) => {
  const plan = await planOf(query)
  expect(plan).not.toMatch(/Seq Scan on audit_log/)
  expect(plan).toMatch(index)
})

test('entries of records that were found by number are read by an index', async () => {
  const values = [
    ['sku', 'customer'],
    [7, 8],
  ]
  const plan = await planOf({}, { where: ofFoundRecords, values })
  expect(plan).not.toMatch(/Seq Scan on audit_log/)
  expect(plan).toMatch(/Index.* audit_log_/)
})
