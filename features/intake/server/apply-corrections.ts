import { isSameUnit, spellingsOf } from '#features/skus/units-of-measure.ts'
import { maxInteger } from '#platform/kernel/fields.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { correctionKey } from '../rules.ts'

// What people corrected in messages of customers, as the next orders are read with it. Texts,
// emails, order files and 850s all read it here, so that a correction means the same on each.

const readApplied = {
  name: 'read_corrections_to_apply',
  text: `select k.customer_id as "customerId", k.kind, k.key, k.sku_id as "skuId", k.value, k.factor
         from intake_corrections k join skus s on s.id = k.sku_id
         where k.customer_id = any($1::int[]) and k.kind = 'part' and k.key = any($2::text[])
           and s.deleted_at is null
         union all
         select customer_id, kind, key, sku_id, value, factor from intake_corrections
         where customer_id = any($1::int[]) and kind = 'unit' and key = any($3::text[])
         union all
         select customer_id, kind, key, sku_id, value, factor from intake_corrections
         where customer_id = any($1::int[]) and kind = 'ship-to' and key = any($4::text[])`,
}

/** What orders of a customer say and may have been corrected before. */
type WrittenTexts = {
  customerId: number
  parts: readonly string[]
  units: readonly string[]
  shipTos: readonly string[]
}

/** A quantity as it was written; null if it is no whole number, or no unit was written. */
type WrittenQuantity = {
  /** Undefined if no SKU was found, so that its unit is not known. */
  sku: { id: number; unit: string } | undefined
  quantity: number | null
  unit: string | null
}

/** A quantity with the unit that it is in now: ours, if the unit was corrected before. */
type ReadQuantity = {
  /** Null if there is none, or none that an order may have. */
  quantity: number | null
  unit: string | null
  /** How many of these units one of the written ones is. */
  factor: number
  isCorrected: boolean
}

/** The corrections of some customers. Each answers for a text as it was written. */
export type Corrections = {
  /** The id of the SKU that a part number means. */
  skuIdOf: (customerId: number, part: string) => number | undefined
  quantityOf: (customerId: number, written: WrittenQuantity) => ReadQuantity
  /** The address that a ship-to text means. */
  shipToOf: (customerId: number, text: string) => string | undefined
}

type Row = {
  customerId: number
  kind: string
  key: string
  skuId: number | null
  value: string | null
  factor: number
}

/** Reads the corrections that may apply to orders of these customers, in one statement. */
export async function readCorrections(
  ctx: Context,
  written: readonly WrittenTexts[],
): Promise<Corrections> {
  const customerIds = [...new Set(written.map(({ customerId }) => customerId))]
  const parts = keysOf(written.flatMap((each) => each.parts))
  const units = [...new Set(written.flatMap((each) => each.units.flatMap(unitKeysOf)))]
  const shipTos = keysOf(written.flatMap((each) => each.shipTos))
  const isNeeded = parts.length + units.length + shipTos.length > 0
  const values = [customerIds, parts, units, shipTos]
  const found = isNeeded ? await rows<Row>(ctx.db, readApplied, values) : []
  const byText = new Map(found.map((row) => [placeOf(row), row]))
  return {
    skuIdOf: (customerId, part) => {
      const key = correctionKey(part)
      return byText.get(placeOf({ customerId, kind: 'part', key }))?.skuId ?? undefined
    },
    quantityOf: (customerId, each) => {
      const { sku, unit } = each
      // A unit that is ours in any spelling is never replaced.
      if (!sku || unit === null || isSameUnit(unit, sku.unit)) return readQuantity(each, undefined)
      const places = unitKeysOf(unit).map((key) => {
        return placeOf({ customerId, kind: 'unit', key, skuId: sku.id })
      })
      const place = places.find((one) => byText.has(one))
      return readQuantity(each, place === undefined ? undefined : byText.get(place))
    },
    shipToOf: (customerId, text) => {
      const key = correctionKey(text)
      return byText.get(placeOf({ customerId, kind: 'ship-to', key }))?.value ?? undefined
    },
  }
}

function keysOf(texts: readonly string[]): string[] {
  return [...new Set(texts.map(correctionKey))].filter((key) => key !== '')
}

/** The unit as written, then its other spellings: what was corrected as `case` counts for CA. */
function unitKeysOf(unit: string): string[] {
  return keysOf([unit, ...spellingsOf(unit)])
}

type Place = Pick<Row, 'customerId' | 'kind' | 'key'> & { skuId?: number | null }

/** A unit is corrected for one SKU, everything else for the customer. */
function placeOf({ customerId, kind, key, skuId = null }: Place): string {
  return JSON.stringify([customerId, kind, key, kind === 'unit' ? skuId : null])
}

function readQuantity(
  { quantity, unit }: WrittenQuantity,
  corrected: Pick<Row, 'value' | 'factor'> | undefined,
): ReadQuantity {
  const factor = corrected?.factor ?? 1
  const units = quantity === null ? null : quantity * factor
  return {
    quantity: units === null || units > maxInteger ? null : units,
    unit: corrected?.value ?? unit,
    factor,
    isCorrected: corrected !== undefined,
  }
}
