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

const columns = '(customer_id, kind, text, key, sku_id, value, factor, created_by)'

/** What a correction meant before, to compare. */
const before = 'select sku_id, value, factor from intake_corrections'
const answer = `select s.id, o.sku_id as "skuId", o.value, o.factor
                from saved s left join old o on true`

const saveCorrection = {
  name: 'save_intake_correction',
  text: `with old as (${before} where customer_id = $1 and kind = $2 and key = $4),
         saved as (
           insert into intake_corrections ${columns} values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (customer_id, kind, key) where kind <> 'unit'
           do update set text = excluded.text, sku_id = excluded.sku_id, value = excluded.value,
                         created_by = excluded.created_by, updated_at = now()
           returning id)
         ${answer}`,
}

const saveUnit = {
  name: 'save_intake_unit_correction',
  text: `with old as (${before} where customer_id = $1 and kind = $2 and key = $4 and sku_id = $5),
         saved as (
           insert into intake_corrections ${columns} values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (customer_id, key, sku_id) where kind = 'unit'
           do update set text = excluded.text, value = excluded.value, factor = excluded.factor,
                         created_by = excluded.created_by, updated_at = now()
           returning id)
         ${answer}`,
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
  value?: string | null
  factor?: number
}

/** Of what a correction is locked: two transactions write theirs in this order. */
function lockKeyOf({ kind, text, skuId }: NewCorrection): string {
  const key = `${kind} ${correctionKey(text)}`
  return kind === 'unit' ? `${key} ${skuId ?? 0}` : key
}

type SavedRow = {
  id: number
  skuId: number | null
  value: string | null
  /** Null if there was none before. */
  factor: number | null
}

/**
 * Stores corrections in the open transaction, with an entry in the history of the customer for each
 * that means something else than before. Returns their ids.
 */
export async function rememberCorrections(
  ctx: Context,
  corrections: readonly NewCorrection[],
): Promise<number[]> {
  const ids: number[] = []
  const changed: ChangedCorrection[] = []
  const inOrder = corrections.toSorted((a, b) => lockKeyOf(a).localeCompare(lockKeyOf(b)))
  for (const { customerId, kind, text, skuId = null, value = null, factor = 1 } of inOrder) {
    const key = correctionKey(text)
    if (key === '') continue
    const by = ctx.user?.id ?? null
    const values = [customerId, kind, text, key, skuId, value, factor, by]
    const statement = kind === 'unit' ? saveUnit : saveCorrection
    // Sequential: a later correction of the same text replaces an earlier one.
    // oxlint-disable-next-line no-await-in-loop
    const [saved] = await rows<SavedRow>(ctx.db, statement, values)
    if (!saved) continue
    ids.push(saved.id)
    const from = saved.factor === null ? null : { ...saved, factor: saved.factor }
    changed.push({ customerId, kind, text, from, to: { skuId, value, factor } })
  }
  await recordCorrections(ctx, changed)
  return ids
}

/** Lists the corrections, one page at a time. */
export function listIntakeCorrections(ctx: Context, query: ListQuery) {
  return readList<IntakeCorrection>(ctx.db, correctionList, query)
}

/**
 * Stores which SKU a part number of a customer means, or with `factor` how many units of the SKU
 * their unit means. Throws 422 for unknown records, and for a unit that is the SKU's already.
 */
export function createIntakeCorrection(
  ctx: Context,
  { customerId, text, skuId, factor }: CorrectionForm,
): Promise<IntakeCorrection> {
  return inTransaction(ctx, async (inner) => {
    type Row = { customerId: number | null; skuId: number | null; unit: string | null }
    const [named] = await rows<Row>(inner.db, findNamed, [customerId, skuId])
    if (named?.customerId === null) throw wrong('customerId', 'This customer does not exist')
    if (named?.skuId === null) throw wrong('skuId', 'This SKU does not exist')
    const unit = named?.unit ?? ''
    if (factor !== undefined && isSameUnit(text, unit)) {
      throw wrong('text', `The SKU is sold in ${unit} already`)
    }
    const [id = 0] = await rememberCorrections(inner, [
      factor === undefined
        ? { customerId, kind: 'part', text, skuId }
        : { customerId, kind: 'unit', text, skuId, value: unit, factor },
    ])
    const saved = await readOne<IntakeCorrection>(inner.db, correctionList, { id })
    if (!saved) throw missing('That correction')
    return saved
  })
}

function wrong(path: string, message: string) {
  return invalid([{ path, message }])
}

/** Deletes a correction. Throws 404 if there is none. */
export function deleteIntakeCorrection(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    type Row = CorrectionMeaning & { customerId: number; kind: CorrectionKind; text: string }
    const [deleted] = await rows<Row>(inner.db, deleteCorrection, [id])
    if (!deleted) throw missing('That correction')
    const { customerId, kind, text, ...from } = deleted
    await recordCorrections(inner, [{ customerId, kind, text, from, to: null }])
  })
}
