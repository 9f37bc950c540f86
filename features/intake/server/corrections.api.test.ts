import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { formOf, intakeFixture } from './testing.ts'

// The corrections of a whole form are written at once, while its message is locked.

type Answer = Awaited<ReturnType<TestApp['call']>>

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof intakeFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await intakeFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const order = (po: string) =>
  [
    'From: jane@acme.example',
    `PO: ${po}`,
    '2 cases of BP-7',
    '3 cases of BP-8',
    '4 cases of BP-7',
    '',
    'Ship to:',
    'Acme East, dock 4',
    '',
  ].join('\n')
const shippingAddress = '1 Dock Rd\nReno, NV 89502'

/** Does work, and counts the statements that insert corrections. */
async function insertsDuring(work: () => Promise<void>): Promise<number> {
  const { pool } = prizm.database
  await pool.query('create table counted_inserts (at timestamptz default now())')
  await pool.query(
    `create function count_insert() returns trigger language plpgsql as
     $$ begin insert into counted_inserts default values; return null; end $$`,
  )
  await pool.query(
    `create trigger count_inserts after insert on intake_corrections
     for each statement execute function count_insert()`,
  )
  try {
    await work()
    const [counted] = await prizm.rows<{ count: number }>(
      'select count(*)::int as count from counted_inserts',
    )
    return counted?.count ?? 0
  } finally {
    await pool.query('drop trigger count_inserts on intake_corrections')
    await pool.query('drop function count_insert()')
    await pool.query('drop table counted_inserts')
  }
}

/** Saves the order with these SKUs, quantities and units for its three lines. */
async function saveLines(po: string, lines: readonly object[]): Promise<void> {
  const message = await fixture.pasted(order(po))
  const items = formOf(message).items.map((item, index) => ({ ...item, ...lines[index] }))
  const saved = await fixture.save(message, { items, shippingAddress })
  expect([saved.statusCode, saved.json().problems]).toEqual([200, []])
}
const stored = () =>
  prizm.rows(
    `select kind, text, key, sku_id as sku, value, factor from intake_corrections order by id`,
  )
const history = async () => {
  const found = await prizm.rows<{ correction: { from: unknown; to: unknown } }>(
    `select changes->'correction' as correction from audit_log
     where entity = 'customer' and changes ? 'correction' order by id`,
  )
  return found.map(({ correction: { from, to } }) => [from, to])
}

test('a saved form stores all its corrections in two statements', async () => {
  const { widgetId, cableId } = fixture
  const inserts = await insertsDuring(() =>
    saveLines('P-1', [
      { skuId: cableId, quantity: 24, unit: 'FT' },
      { skuId: widgetId, quantity: 18, unit: 'EA' },
      { skuId: cableId, quantity: 40, unit: 'FT' },
    ]),
  )
  expect(inserts).toBe(2)
  const none = { value: null, factor: 1 }
  const unit = { kind: 'unit', text: 'cases', key: 'cases' }
  const shipTo = { kind: 'ship-to', text: 'Acme East, dock 4', key: 'acme east, dock 4' }
  expect(await stored()).toEqual([
    { kind: 'part', text: 'BP-7', key: 'bp-7', sku: cableId, ...none },
    { kind: 'part', text: 'BP-8', key: 'bp-8', sku: widgetId, ...none },
    { ...shipTo, sku: null, value: shippingAddress, factor: 1 },
    { ...unit, sku: widgetId, value: 'EA', factor: 6 },
    // Of two lines that say different things the later one counts.
    { ...unit, sku: cableId, value: 'FT', factor: 10 },
  ])
  expect(await history()).toEqual([
    [null, 'BP-7 = CBL-300'],
    [null, 'BP-8 = WID-100'],
    [null, 'Ship-to'],
    [null, 'cases of WID-100 = 6 EA'],
    [null, 'cases of CBL-300 = 10 FT'],
  ])
})

test('a later form replaces what it says otherwise, and the history has only that', async () => {
  const { widgetId, cableId } = fixture
  const cable = { skuId: cableId, unit: 'FT' }
  await saveLines('P-1', [
    { ...cable, quantity: 24 },
    { skuId: widgetId, quantity: 18, unit: 'EA' },
    { ...cable, quantity: 48 },
  ])
  const [first, second, ...others] = await stored()
  const before = (await history()).length
  await saveLines('P-2', [
    { ...cable, quantity: 20 },
    { ...cable, quantity: 30 },
    { ...cable, quantity: 40 },
  ])
  const [shipTo, ofWidget, ofCable] = others
  expect(await stored()).toEqual([
    first,
    { ...second, sku: cableId },
    shipTo,
    ofWidget,
    { ...ofCable, factor: 10 },
  ])
  expect((await history()).slice(before)).toEqual([
    ['BP-8 = WID-100', 'BP-8 = CBL-300'],
    ['cases of CBL-300 = 12 FT', 'cases of CBL-300 = 10 FT'],
  ])
})

describe.runIf(process.env['TEST_DATABASE'] === 'postgres')('of two at the same time', () => {
  const correct = (skuId: number) => {
    const body = { customerId: fixture.customerId, text: 'BP-7', skuId }
    return prizm.call('POST', '/api/intake-corrections', { as: fixture.as, body })
  }

  /** Starts the second while the first one has written its correction, but not the history. */
  async function atOnce(first: () => Promise<Answer>, second: () => Promise<Answer>) {
    const waits = `select pid from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock'`
    const blocked = async () => (await prizm.rows(waits)).length
    const holder = await prizm.database.pool.connect()
    await holder.query('begin')
    await holder.query('lock table audit_log in share mode')
    const before = first()
    await expect.poll(blocked).toBe(1)
    const after = second()
    await expect.poll(blocked).toBe(2)
    await holder.query('commit')
    holder.release()
    return (await Promise.all([before, after])).map(({ statusCode }) => statusCode)
  }

  test('the history of the second begins with what the first one means', async () => {
    const { widgetId, cableId } = fixture
    const codes = await atOnce(
      () => correct(widgetId),
      () => correct(cableId),
    )
    expect(codes).toEqual([201, 201])
    expect(await history()).toEqual([
      [null, 'BP-7 = WID-100'],
      ['BP-7 = WID-100', 'BP-7 = CBL-300'],
    ])
  })

  test('the history of the second begins with nothing after the first was deleted', async () => {
    const { widgetId, cableId } = fixture
    const { id } = (await correct(widgetId)).json<{ id: number }>()
    const path = `/api/intake-corrections/${id}`
    const codes = await atOnce(
      () => prizm.call('DELETE', path, { as: fixture.as }),
      () => correct(cableId),
    )
    expect(codes).toEqual([204, 201])
    expect(await history()).toEqual([
      [null, 'BP-7 = WID-100'],
      ['BP-7 = WID-100', null],
      [null, 'BP-7 = CBL-300'],
    ])
  })
})
