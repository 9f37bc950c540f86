import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrate } from '#platform/server/database/migrate.ts'
import { migrationsBefore, withNewDatabase } from './migrations-testing.ts'

// Upgrades a database whose counts of vendors' deliveries still have reversed receipts.

/**
 * Three orders of the first vendor: one was received on time, reversed and received late, one was
 * received on time and reversed, one was received on time. The second vendor has one on time.
 */
const before = `
  insert into users (username, username_folded, email, email_folded, password_hash, is_active)
  values ('buyer', 'buyer', 'buyer@example.com', 'buyer@example.com', 'none', false);
  insert into vendors (vendor_code, name, email)
  values ('V-1', 'First', 'v1@example.com'), ('V-2', 'Second', 'v2@example.com');
  insert into purchase_orders (order_number, vendor_id, status, order_date, expected_date,
    total_amount, header_only, created_by)
  select v.number, v.vendor, v.status, '2026-03-01', '2026-03-10', 5, true, (select id from users)
  from (values ('PO-1', 1, 'received'), ('PO-2', 1, 'approved'), ('PO-3', 1, 'received'),
               ('PO-4', 2, 'received')) as v (number, vendor, status);
  insert into audit_log (entity, entity_id, action, from_status, to_status, at)
  select 'purchase_order', v.id, v.action,
         case v.action when 'receive' then 'approved' else 'received' end,
         case v.action when 'receive' then 'received' else 'approved' end,
         v.day::timestamp at time zone 'UTC' + interval '15 hours'
  from (values (1, 'receive', '2026-03-05'), (2, 'receive', '2026-03-06'),
               (3, 'receive', '2026-03-07'), (4, 'receive', '2026-03-08'),
               (1, 'reverse-receipt', '2026-03-09'), (2, 'reverse-receipt', '2026-03-09'),
               (1, 'receive', '2026-03-20')) as v (id, action, day)`

const counts = `
  select vendor_id as vendor, day::text, orders_before, on_time_before, orders, on_time
  from vendor_deliveries order by vendor_id, day`

const row = (vendor: number, day: string, [ordersBefore, onTimeBefore, onTime]: number[]) => ({
  vendor,
  day,
  orders_before: ordersBefore,
  on_time_before: onTimeBefore,
  orders: 1,
  on_time: onTime,
})

test('the counts of deliveries are corrected for receipts that were reversed', async () => {
  const folder = migrationsBefore('20261201_010000')
  await withNewDatabase(async (pool) => {
    await migrate(pool, folder)
    await pool.query(before)
    expect((await pool.query(counts)).rows).toEqual([
      row(1, '2026-03-05', [0, 0, 1]),
      row(1, '2026-03-06', [1, 1, 1]),
      row(1, '2026-03-07', [2, 2, 1]),
      row(1, '2026-03-20', [3, 3, 0]),
      row(2, '2026-03-08', [0, 0, 1]),
    ])
    await migrate(pool)
    expect((await pool.query(counts)).rows).toEqual([
      row(1, '2026-03-07', [0, 0, 1]),
      row(1, '2026-03-20', [1, 1, 0]),
      row(2, '2026-03-08', [0, 0, 1]),
    ])
  })
  rmSync(folder, { recursive: true })
})
