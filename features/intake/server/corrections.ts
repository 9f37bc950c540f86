import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { invalid, missing } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import type { IntakeCorrection, PartCorrectionForm } from '../contract.ts'
import { correctionKey, type CorrectionKind } from '../rules.ts'
import { correctionList } from './store.ts'

// What people corrected in messages of a customer. Every channel applies it to the next messages.

const readParts = {
  name: 'read_part_corrections',
  text: `select k.key, s.id as "skuId"
         from intake_corrections k join skus s on s.id = k.sku_id
         where k.customer_id = $1 and k.kind = 'part' and k.key = any($2::text[])
           and s.deleted_at is null`,
}

const readUnits = {
  name: 'read_unit_corrections',
  text: `select key, sku_id as "skuId", value, factor from intake_corrections
         where customer_id = $1 and kind = 'unit' and sku_id = any($2::int[])`,
}

const readShipTo = {
  name: 'read_ship_to_correction',
  text: `select value from intake_corrections
         where customer_id = $1 and kind = 'ship-to' and key = $2`,
}

const saveCorrection = {
  name: 'save_intake_correction',
  text: `insert into intake_corrections
           (customer_id, kind, text, key, sku_id, value, factor, created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (customer_id, kind, key) where kind <> 'unit'
         do update set text = excluded.text, sku_id = excluded.sku_id, value = excluded.value,
                       created_by = excluded.created_by, updated_at = now()
         returning id`,
}

const saveUnit = {
  name: 'save_intake_unit_correction',
  text: `insert into intake_corrections
           (customer_id, kind, text, key, sku_id, value, factor, created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (customer_id, key, sku_id) where kind = 'unit'
         do update set text = excluded.text, value = excluded.value, factor = excluded.factor,
                       created_by = excluded.created_by, updated_at = now()
         returning id`,
}

const deleteCorrection = {
  name: 'delete_intake_correction',
  text: 'delete from intake_corrections where id = $1 returning id',
}

const findNamed = {
  name: 'find_records_of_intake_correction',
  text: `select (select id from customers where id = $1 and deleted_at is null) as "customerId",
                (select id from skus where id = $2 and deleted_at is null) as "skuId"`,
}

/** The SKUs that part numbers of a customer mean, by `correctionKey`. */
export async function correctedParts(
  ctx: Context,
  customerId: number,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const keys = [...new Set(codes.map(correctionKey))]
  if (keys.length === 0) return new Map()
  type Row = { key: string; skuId: number }
  const found = await rows<Row>(ctx.db, readParts, [customerId, keys])
  return new Map(found.map(({ key, skuId }) => [key, skuId]))
}

/** What a unit of a customer means for a SKU: our unit, and how many of it one of theirs is. */
export type CorrectedUnit = { value: string; factor: number }

/** The corrected units of a customer, by SKU and `correctionKey`: `12 case`. */
export async function correctedUnits(
  ctx: Context,
  customerId: number,
  skuIds: readonly number[],
): Promise<Map<string, CorrectedUnit>> {
  if (skuIds.length === 0) return new Map()
  type Row = { key: string; skuId: number | null; value: string | null; factor: number }
  const found = await rows<Row>(ctx.db, readUnits, [customerId, skuIds])
  return new Map(
    found.map(({ key, skuId, value, factor }) => {
      return [`${skuId} ${key}`, { value: value ?? '', factor }]
    }),
  )
}

/** The address that a ship-to text of a customer means; undefined if it was not corrected. */
export async function correctedShipTo(
  ctx: Context,
  customerId: number,
  text: string,
): Promise<string | undefined> {
  type Row = { value: string | null }
  const [found] = await rows<Row>(ctx.db, readShipTo, [customerId, correctionKey(text)])
  return found?.value ?? undefined
}

/** A correction to store; a later one of the same text replaces it. */
export type NewCorrection = {
  customerId: number
  kind: CorrectionKind
  text: string
  skuId?: number | null
  value?: string | null
  factor?: number
}

/** Of what a correction is locked: two transactions write theirs in this order. */
function lockKeyOf({ kind, text, skuId }: NewCorrection): string {
  const key = `${kind} ${correctionKey(text)}`
  return kind === 'unit' ? `${key} ${skuId ?? 0}` : key
}

/** Stores corrections in the open transaction. Returns their ids. */
export async function rememberCorrections(
  ctx: Context,
  corrections: readonly NewCorrection[],
): Promise<number[]> {
  const ids: number[] = []
  const inOrder = corrections.toSorted((a, b) => lockKeyOf(a).localeCompare(lockKeyOf(b)))
  for (const { customerId, kind, text, skuId = null, value = null, factor = 1 } of inOrder) {
    const key = correctionKey(text)
    if (key === '') continue
    const by = ctx.user?.id ?? null
    const values = [customerId, kind, text, key, skuId, value, factor, by]
    const statement = kind === 'unit' ? saveUnit : saveCorrection
    // Sequential: a later correction of the same text replaces an earlier one.
    // oxlint-disable-next-line no-await-in-loop
    const [saved] = await rows<{ id: number }>(ctx.db, statement, values)
    if (saved) ids.push(saved.id)
  }
  return ids
}

/** Lists the corrections, one page at a time. */
export function listIntakeCorrections(ctx: Context, query: ListQuery) {
  return readList<IntakeCorrection>(ctx.db, correctionList, query)
}

/** Stores which SKU a part number of a customer means. Throws 422 for unknown records. */
export function createIntakeCorrection(
  ctx: Context,
  { customerId, text, skuId }: PartCorrectionForm,
): Promise<IntakeCorrection> {
  return inTransaction(ctx, async (inner) => {
    type Row = { customerId: number | null; skuId: number | null }
    const [named] = await rows<Row>(inner.db, findNamed, [customerId, skuId])
    if (named?.customerId === null) throw unknown('customerId', 'This customer does not exist')
    if (named?.skuId === null) throw unknown('skuId', 'This SKU does not exist')
    const correction = { customerId, kind: 'part', text, skuId } as const
    const [id = 0] = await rememberCorrections(inner, [correction])
    const saved = await readOne<IntakeCorrection>(inner.db, correctionList, { id })
    if (!saved) throw missing('That correction')
    return saved
  })
}

function unknown(path: string, message: string) {
  return invalid([{ path, message }])
}

/** Deletes a correction. Throws 404 if there is none. */
export function deleteIntakeCorrection(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const deleted = await rows<{ id: number }>(inner.db, deleteCorrection, [id])
    if (deleted.length === 0) throw missing('That correction')
  })
}
