import { isSameUnit } from '#features/skus/units-of-measure.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { invalid, missing } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import type { CorrectionForm, IntakeCorrection } from '../contract.ts'
import { correctionKey, type CorrectionKind } from '../rules.ts'
import {
  type ChangedCorrection,
  type CorrectionMeaning,
  recordCorrections,
} from './correction-history.ts'
import { correctionList } from './store.ts'

// What people corrected in messages of a customer. How it is applied to the next ones is in
// `apply-corrections.ts`.

/** The corrections of a statement, in one order for all transactions that write them. */
const given = `select t.customer_id, t.kind, t.text, t.key, t.sku_id, t.value, t.factor
               from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[],
                           $7::int[])
                 as t (customer_id, kind, text, key, sku_id, value, factor)
               order by t.customer_id, t.kind, t.key, t.sku_id`
const insertGiven = `insert into intake_corrections
                       (customer_id, kind, text, key, sku_id, value, factor, created_by)
                     select g.customer_id, g.kind, g.text, g.key, g.sku_id, g.value, g.factor,
                            $8::int
                     from given g`
/** What each was saved as, and what it meant before: no factor if there was none. */
const answer = `select s.id, g.customer_id as "customerId", g.kind, g.text,
                       g.sku_id as "skuId", g.value, g.factor,
                       o.sku_id as "oldSkuId", o.value as "oldValue", o.factor as "oldFactor"`

const saveCorrections = {
  name: 'save_intake_corrections',
  text: `with given as (${given}),
         saved as (
           ${insertGiven}
           on conflict (customer_id, kind, key) where kind <> 'unit'
           do update set text = excluded.text, sku_id = excluded.sku_id, value = excluded.value,
                         created_by = excluded.created_by, updated_at = now()
           returning id, customer_id, kind, key)
         ${answer}
         from given g
         join saved s on s.customer_id = g.customer_id and s.kind = g.kind and s.key = g.key
         left join intake_corrections o
           on o.customer_id = g.customer_id and o.kind = g.kind and o.key = g.key
              and o.kind <> 'unit'
         order by s.id`,
}

const saveUnits = {
  name: 'save_intake_unit_corrections',
  text: `with given as (${given}),
         saved as (
           ${insertGiven}
           on conflict (customer_id, key, sku_id) where kind = 'unit'
           do update set text = excluded.text, value = excluded.value, factor = excluded.factor,
                         created_by = excluded.created_by, updated_at = now()
           returning id, customer_id, key, sku_id)
         ${answer}
         from given g
         join saved s on s.customer_id = g.customer_id and s.key = g.key and s.sku_id = g.sku_id
         left join intake_corrections o
           on o.customer_id = g.customer_id and o.key = g.key and o.sku_id = g.sku_id
              and o.kind = 'unit'
         order by s.id`,
}

// The old meaning is read in the statement that writes the new one. The customer is locked first,
// so that this statement sees what another transaction has just written.

const lockCustomers = {
  name: 'lock_customers_of_intake_corrections',
  text: 'select id from customers where id = any($1::int[]) order by id for no key update',
}

const lockCustomerOf = {
  name: 'lock_customer_of_intake_correction',
  text: `select c.id from customers c join intake_corrections k on k.customer_id = c.id
         where k.id = $1 for no key update of c`,
}

const deleteCorrection = {
  name: 'delete_intake_correction',
  text: `delete from intake_corrections where id = $1
         returning customer_id as "customerId", kind, text, sku_id as "skuId", value, factor`,
}

const findNamed = {
  name: 'find_records_of_intake_correction',
  text: `select (select id from customers where id = $1 and deleted_at is null) as "customerId",
                (select id from skus where id = $2 and deleted_at is null) as "skuId",
                (select unit_of_measure from skus where id = $2) as unit`,
}

/** A correction to store; a later one of the same text replaces it. */
export type NewCorrection = {
  customerId: number
  kind: CorrectionKind
  text: string
  skuId?: number | null
  value?: string | null | undefined
  factor?: number
}

/** What a correction is of; of two in one form the later one counts. */
function placeOf({ customerId, kind, text, skuId }: NewCorrection): string {
  return JSON.stringify([customerId, kind, correctionKey(text), kind === 'unit' ? skuId : null])
}

type SavedRow = {
  id: number
  customerId: number
  kind: CorrectionKind
  text: string
  skuId: number | null
  value: string | null
  factor: number
  oldSkuId: number | null
  oldValue: string | null
  /** Null if there was none before. */
  oldFactor: number | null
}

/**
 * Stores corrections in the open transaction, in one statement for the units and one for all
 * others, with an entry in the history of the customer for each that means something else than
 * before. Returns their ids.
 */
export async function rememberCorrections(
  ctx: Context,
  corrections: readonly NewCorrection[],
): Promise<number[]> {
  const named = corrections.filter(({ text }) => correctionKey(text) !== '')
  const distinct = [...new Map(named.map((each) => [placeOf(each), each])).values()]
  const others = distinct.filter(({ kind }) => kind !== 'unit')
  const units = distinct.filter(({ kind }) => kind === 'unit')
  const customerIds = [...new Set(distinct.map(({ customerId }) => customerId))]
  if (customerIds.length === 0) return []
  await rows<{ id: number }>(ctx.db, lockCustomers, [customerIds])
  const saved = [
    ...(others.length > 0 ? await save(ctx, saveCorrections, others) : []),
    ...(units.length > 0 ? await save(ctx, saveUnits, units) : []),
  ]
  await recordCorrections(ctx, saved.map(changeOf))
  return saved.map(({ id }) => id)
}

function save(
  ctx: Context,
  statement: typeof saveCorrections,
  corrections: readonly NewCorrection[],
): Promise<SavedRow[]> {
  return rows<SavedRow>(ctx.db, statement, [
    corrections.map(({ customerId }) => customerId),
    corrections.map(({ kind }) => kind),
    corrections.map(({ text }) => text),
    corrections.map(({ text }) => correctionKey(text)),
    corrections.map(({ skuId = null }) => skuId),
    corrections.map(({ value = null }) => value),
    corrections.map(({ factor = 1 }) => factor),
    ctx.user?.id ?? null,
  ])
}

function changeOf({ customerId, kind, text, ...row }: SavedRow): ChangedCorrection {
  const { skuId, value, factor, oldSkuId, oldValue, oldFactor } = row
  const from = oldFactor === null ? null : { skuId: oldSkuId, value: oldValue, factor: oldFactor }
  return { customerId, kind, text, from, to: { skuId, value, factor } }
}

/** Lists the corrections, one page at a time. */
export function listIntakeCorrections(ctx: Context, query: ListQuery) {
  return readList<IntakeCorrection>(ctx.db, correctionList, query)
}

/**
 * Stores which SKU a part number of a customer means, with `factor` how many units of the SKU their
 * unit means, or with `shippingAddress` which address their ship-to means. Throws 422 for unknown
 * records, and for a unit that is the SKU's already.
 */
export function createIntakeCorrection(
  ctx: Context,
  form: CorrectionForm,
): Promise<IntakeCorrection> {
  return inTransaction(ctx, async (inner) => {
    type Row = { customerId: number | null; skuId: number | null; unit: string | null }
    const { customerId, skuId } = form
    const [named] = await rows<Row>(inner.db, findNamed, [customerId, skuId ?? 0])
    if (named?.customerId === null) throw wrong('customerId', 'This customer does not exist')
    const isSkuMissing = skuId !== undefined && named?.skuId === null
    if (isSkuMissing) throw wrong('skuId', 'This SKU does not exist')
    const [id = 0] = await rememberCorrections(inner, [correctionOf(form, named?.unit ?? '')])
    const saved = await readOne<IntakeCorrection>(inner.db, correctionList, { id })
    if (!saved) throw missing('That correction')
    return saved
  })
}

function correctionOf(
  { customerId, text, skuId, factor, shippingAddress }: CorrectionForm,
  unit: string,
): NewCorrection {
  if (skuId === undefined) return { customerId, kind: 'ship-to', text, value: shippingAddress }
  if (factor === undefined) return { customerId, kind: 'part', text, skuId }
  if (isSameUnit(text, unit)) throw wrong('text', `The SKU is sold in ${unit} already`)
  return { customerId, kind: 'unit', text, skuId, value: unit, factor }
}

function wrong(path: string, message: string) {
  return invalid([{ path, message }])
}

/** Deletes a correction. Throws 404 if there is none. */
export function deleteIntakeCorrection(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    type Row = CorrectionMeaning & { customerId: number; kind: CorrectionKind; text: string }
    await rows<{ id: number }>(inner.db, lockCustomerOf, [id])
    const [deleted] = await rows<Row>(inner.db, deleteCorrection, [id])
    if (!deleted) throw missing('That correction')
    const { customerId, kind, text, ...from } = deleted
    await recordCorrections(inner, [{ customerId, kind, text, from, to: null }])
  })
}
