// One file: all these tests write the same temporary table.
import { sql } from 'drizzle-orm'
import {
  boolean,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#app/testing.ts'
import type { Day } from '#platform/kernel/days.ts'
import { bytes, day, documentNumber, moment, money, rowId } from '../database/columns.ts'
import { type Context, type Database, inTransaction, rows } from '../database/db.ts'
import { insertMany, insertManyReturning, updateMany } from './write-many.ts'

const parcels = pgTable(
  'test_parcels',
  {
    id: rowId(),
    label: text('label').generatedAlwaysAs(sql`'P-' || id::text`),
    parcelNumber: documentNumber('parcel_number').notNull(),
    carrier: varchar('carrier', { length: 5 }),
    pieces: integer('pieces').notNull().default(1),
    weight: numeric('weight', { precision: 7, scale: 3 }),
    charge: money('charge').notNull().default('0'),
    isSealed: boolean('is_sealed').notNull().default(false),
    shipDate: day('ship_date'),
    scannedAt: moment('scanned_at'),
    stops: text('stops').array(),
    contents: jsonb('contents'),
    seal: bytes('seal'),
    trackingId: uuid('tracking_id'),
    updatedAt: moment('updated_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [uniqueIndex('test_parcel_number_taken').on(t.parcelNumber)],
)

const create = {
  name: '',
  text: `create temp table test_parcels (
           id integer primary key generated always as identity,
           label text generated always as ('P-' || id::text) stored,
           parcel_number varchar(50) collate "C" not null unique, carrier varchar(5),
           pieces integer not null default 1, weight numeric(7, 3),
           charge numeric(12, 2) not null default 0, is_sealed boolean not null default false,
           ship_date date, scanned_at timestamptz, stops text[], contents jsonb, seal bytea,
           tracking_id uuid, updated_at timestamptz, version integer not null default 1
         ) on commit drop`,
}

const readAll = {
  name: '',
  text: `select id, label, parcel_number as "parcelNumber", carrier, pieces, weight, charge,
           is_sealed as "isSealed", ship_date as "shipDate", scanned_at as "scannedAt", stops,
           contents, seal, tracking_id as "trackingId", updated_at is not null as "isUpdated",
           version
         from test_parcels order by id`,
}

let database: Database
beforeAll(async () => {
  database = await testDatabase()
}, 60_000)

/** Runs `work` in a transaction that has an empty table of parcels. */
function withParcels<R>(work: (ctx: Context) => Promise<R>): Promise<R> {
  const { db } = database
  const ctx = { db, user: undefined, now: new Date(0), requestId: 'test', channel: 'test' }
  return inTransaction<Context, R>(ctx, async (inner) => {
    await rows(inner.db, create)
    return work(inner)
  })
}

type Parcel = Record<string, unknown>
const readParcels = (ctx: Context) => rows<Parcel>(ctx.db, readAll)

const untouched = {
  carrier: null,
  pieces: 1,
  weight: null,
  charge: '0.00',
  isSealed: false,
  shipDate: null,
  scannedAt: null,
  stops: null,
  contents: null,
  seal: null,
  trackingId: null,
  isUpdated: false,
  version: 1,
}

test('every type of column arrives as it was given', async () => {
  const full = {
    parcelNumber: 'A "quoted", {odd} \\ number',
    carrier: 'ÜPS',
    pieces: 2_147_483_647,
    weight: '1234.567',
    charge: '-9999999999.99',
    isSealed: true,
    shipDate: '2026-03-01' as Day,
    scannedAt: '2026-03-01T10:20:30.123Z',
    stops: ['a,b', 'NULL', '"c"', ''],
    contents: { text: 'say "hi" \\', list: [1, null, { deep: true }] },
    seal: Buffer.from([0, 255, 34, 92]),
    trackingId: '7f5ae6a4-5ce4-4d0e-8a06-1c1f9a7d6f11',
  } as const
  const found = await withParcels(async (ctx) => {
    await insertMany(ctx, parcels, [{ ...full, stops: [...full.stops] }])
    return readParcels(ctx)
  })
  expect(found).toEqual([{ id: 1, label: 'P-1', ...full, isUpdated: false, version: 1 }])
})

test('rows are inserted in order; a field that no row has takes the default', async () => {
  const found = await withParcels(async (ctx) => {
    await insertMany(ctx, parcels, [
      { parcelNumber: 'B', carrier: 'UPS', contents: [] },
      { parcelNumber: 'A', contents: undefined },
    ])
    return readParcels(ctx)
  })
  expect(found).toEqual([
    { ...untouched, id: 1, label: 'P-1', parcelNumber: 'B', carrier: 'UPS', contents: [] },
    { ...untouched, id: 2, label: 'P-2', parcelNumber: 'A' },
  ])
})

test('texts of one line are sent joined, and arrive as they were given', async () => {
  const singleLines = ['parcelNumber'] as const
  const numbers = ['{"a":"b \\"c\\" \\\\ d"}', 'ü 株 😀', "o'clock,{}", ' ', 'tab\t and \r']
  const list = numbers.map((parcelNumber, at) => ({ pieces: at, parcelNumber }))
  const insert = (more: typeof list) =>
    withParcels(async (ctx) => {
      await insertMany(ctx, parcels, more, { singleLines })
      return (await readParcels(ctx)).map((each) => [each['pieces'], each['parcelNumber']])
    })
  expect(await insert(list)).toEqual(numbers.map((number, at) => [at, number]))
  for (const bad of ['two\nlines', '']) {
    // oxlint-disable-next-line no-await-in-loop -- each in a transaction of its own
    await expect(insert([...list, { pieces: 9, parcelNumber: bad }])).rejects.toThrow(
      'Not every parcelNumber is a text of one line',
    )
  }
})

test('a given id is used, and the inserted rows are returned in order', async () => {
  const returned = await withParcels((ctx) =>
    insertManyReturning(
      ctx,
      parcels,
      [
        { id: 9, parcelNumber: 'B' },
        { id: 4, parcelNumber: 'A' },
      ],
      { returned: ['label', 'charge', 'parcelNumber'] },
    ),
  )
  expect(returned).toEqual([
    { label: 'P-9', parcelNumber: 'B', charge: '0.00' },
    { label: 'P-4', parcelNumber: 'A', charge: '0.00' },
  ])
})

test('rows that a constraint rejects are skipped only if that is asked for', async () => {
  const twice = [{ parcelNumber: 'A' }, { parcelNumber: 'A' }, { parcelNumber: 'B' }]
  const options = { skipsConflicts: true, returned: ['id', 'parcelNumber'] } as const
  const returned = await withParcels((ctx) => insertManyReturning(ctx, parcels, twice, options))
  expect(returned.map(({ parcelNumber }) => parcelNumber)).toEqual(['A', 'B'])
  const failing = withParcels((ctx) => insertMany(ctx, parcels, twice))
  await expect(failing).rejects.toMatchObject({ code: '23505' })
})

test('a text that is too long is an error and is not cut off', async () => {
  const long = [{ parcelNumber: 'A', carrier: 'ABCDEF' }]
  await expect(withParcels((ctx) => insertMany(ctx, parcels, long))).rejects.toMatchObject({
    code: '22001',
  })
})

test('100,000 rows are one statement with one parameter per column', async () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({
    parcelNumber: String(at),
    pieces: at,
  }))
  const sum = { name: '', text: 'select sum(pieces)::text as pieces from test_parcels' }
  const found = await withParcels(async (ctx) => {
    await insertMany(ctx, parcels, many)
    return [await rows(ctx.db, sum), ctx.sent?.length]
  })
  expect(found).toEqual([[{ pieces: '4999950000' }], 2])
})

test('an empty list sends nothing', async () => {
  const sent = await withParcels(async (ctx) => {
    await insertMany(ctx, parcels, [])
    await updateMany(ctx, parcels, [])
    const returned = await insertManyReturning(ctx, parcels, [], { returned: ['id'] })
    return [ctx.sent?.length, returned]
  })
  expect(sent).toEqual([1, []])
})

test('an update changes the given fields of each row, and adds increments', async () => {
  const found = await withParcels(async (ctx) => {
    await insertMany(ctx, parcels, [
      { parcelNumber: 'A', pieces: 5, charge: '10.00' },
      { parcelNumber: 'B', pieces: 7, charge: '0.01' },
      { parcelNumber: 'C', pieces: 9, charge: '3.00' },
    ])
    await updateMany(
      ctx,
      parcels,
      [
        { id: 3, carrier: null, pieces: -4, charge: '-1.25', stops: ['x', 'y'] },
        { id: 1, carrier: 'DHL', pieces: 1, charge: '2.50', stops: [] },
      ],
      { increments: ['pieces', 'charge'], isNewVersion: true },
    )
    await updateMany(ctx, parcels, [{ id: 2, contents: { a: 1 }, pieces: 0 }])
    return readParcels(ctx)
  })
  const changed = { isUpdated: true, version: 2 }
  expect(found).toEqual([
    {
      ...untouched,
      ...changed,
      id: 1,
      label: 'P-1',
      parcelNumber: 'A',
      carrier: 'DHL',
      pieces: 6,
      charge: '12.50',
      stops: [],
    },
    {
      ...untouched,
      id: 2,
      label: 'P-2',
      parcelNumber: 'B',
      pieces: 0,
      charge: '0.01',
      contents: { a: 1 },
    },
    {
      ...untouched,
      ...changed,
      id: 3,
      label: 'P-3',
      parcelNumber: 'C',
      pieces: 5,
      charge: '1.75',
      stops: ['x', 'y'],
    },
  ])
})

test('rows with gaps, unknown fields and doubled changes are refused', async () => {
  const refusal = (work: (ctx: Context) => Promise<unknown>) =>
    withParcels(work).then(
      () => 'none',
      (error: Error) => error.message,
    )
  expect([
    await refusal((ctx) =>
      insertMany(ctx, parcels, [{ parcelNumber: 'A', pieces: 1 }, { parcelNumber: 'B' }]),
    ),
    await refusal((ctx) =>
      updateMany(ctx, parcels, [
        { id: 1, carrier: 'UPS' },
        { id: 2, pieces: 2 },
      ]),
    ),
    await refusal((ctx) =>
      updateMany(ctx, parcels, [
        { id: 1, pieces: 1 },
        { id: 1, pieces: 2 },
      ]),
    ),
    // @ts-expect-error: a misspelled field does not compile.
    await refusal((ctx) => insertMany(ctx, parcels, [{ parcelNumber: 'A', carier: 'UPS' }])),
    await refusal((ctx) => {
      const list = ['A'].map((parcelNumber) => ({ parcelNumber, peaces: 1 }))
      // @ts-expect-error: nor does one in the result of `map`.
      return insertMany(ctx, parcels, list)
    }),
    // @ts-expect-error: nor does a value of the wrong type.
    await refusal((ctx) => insertMany(ctx, parcels, [{ parcelNumber: 'A', pieces: '1 piece' }])),
    // @ts-expect-error: nor does an increment of a field that the rows do not have.
    await refusal((ctx) => updateMany(ctx, parcels, [{ id: 1 }], { increments: ['pieces'] })),
  ]).toEqual([
    'Some rows of test_parcels lack pieces',
    'Some rows of test_parcels lack carrier',
    'Two changes of one row of test_parcels',
    'test_parcels has no field carier',
    'test_parcels has no field peaces',
    'invalid input syntax for type integer: "1 piece"',
    'No changes of test_parcels',
  ])
})
