import { correctionKey } from '#features/intake/rules.ts'
import { readCorrections } from '#features/intake/server/service.ts'
import { isSameUnit } from '#features/skus/units-of-measure.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { OrderRow } from '../../contract.ts'
import * as store from './import-store.ts'

/** A row of a file as it is ordered, with what was corrected in the intake inbox. */
type CorrectedRow = {
  skuId: number
  /** In our unit if the unit was corrected; null if an order cannot have so many. */
  quantity: number | null
  /** How many of these units one unit of the row is. */
  factor: number
  /** Our unit, if the row is in another one that was not corrected. */
  wantedUnit: string | null
  /** The row as written, by which the same order is recognized whatever is corrected later. */
  written: WrittenRow
  /** The same as versions up to 0.13 had it: a part number was the SKU that it was corrected to. */
  writtenBefore: WrittenRow
}

type WrittenRow = ({ skuId: number } | { part: string }) & { quantity: number; unit?: string }

export type CorrectedRows = {
  /** Undefined if no SKU is known for the code. */
  rowOf: (customerId: number | undefined, row: OrderRow) => CorrectedRow | undefined
  /** The address that the ship-to text of a file means. */
  shipToOf: (customerId: number, text: string) => string
}

/** What of a row may have been corrected, with its customer; undefined where it has errors. */
type FileTexts = {
  customerId: number | undefined
  sku: string | undefined
  unit: string | null | undefined
  shippingAddress: string | null | undefined
}

/**
 * Reads what was corrected for the rows of a file: one statement for all of its customers, and one
 * for the units of its SKUs if any row has a unit. `skuIds` are the SKUs by their own codes.
 */
export async function correctRows(
  ctx: Context,
  fileRows: readonly FileTexts[],
  skuIds: ReadonlyMap<string, number>,
): Promise<CorrectedRows> {
  const written = fileRows.flatMap(({ customerId, sku, unit, shippingAddress }) => {
    if (customerId === undefined) return []
    const texts = { parts: textsOf(sku), units: textsOf(unit), shipTos: textsOf(shippingAddress) }
    return [{ customerId, ...texts }]
  })
  const corrections = await readCorrections(ctx, written)
  const skuIdOf = (customerId: number | undefined, sku: string) => {
    const corrected = customerId === undefined ? undefined : corrections.skuIdOf(customerId, sku)
    return corrected ?? skuIds.get(sku)
  }
  const withUnit = fileRows.flatMap(({ customerId, sku, unit }) => {
    return unit && sku !== undefined ? (skuIdOf(customerId, sku) ?? []) : []
  })
  const ourUnits = await store.unitsOfSkus(ctx, withUnit)
  return {
    rowOf: (customerId, { sku: code, quantity: ordered, unit: orderedUnit = null }) => {
      const skuId = skuIdOf(customerId, code)
      if (skuId === undefined) return undefined
      const ours = ourUnits.get(skuId)
      const sku = ours === undefined ? undefined : { id: skuId, unit: ours }
      const row = { sku, quantity: ordered, unit: orderedUnit }
      const { quantity, unit, factor } = corrections.quantityOf(customerId ?? 0, row)
      const isOther = (each: string | null) => {
        return ours !== undefined && each !== null && !isSameUnit(each, ours)
      }
      const ownId = skuIds.get(code)
      const unitText = orderedUnit === null ? {} : { unit: correctionKey(orderedUnit) }
      const otherUnit = isOther(orderedUnit) ? unitText : {}
      const writtenBefore = { skuId: ownId ?? skuId, quantity: ordered, ...otherUnit }
      // Which SKU a part number means, and so its unit, may be corrected later.
      const asPart = { part: correctionKey(code), quantity: ordered, ...unitText }
      return {
        skuId,
        quantity,
        factor,
        wantedUnit: ours !== undefined && isOther(unit) ? ours : null,
        written: ownId === undefined ? asPart : writtenBefore,
        writtenBefore,
      }
    },
    shipToOf: (customerId, text) => corrections.shipToOf(customerId, text) ?? text,
  }
}

/** The error of a row in another unit than its SKU's. */
export function otherUnitText(unit: OrderRow['unit'], wanted: string): string {
  return `Ordered in ${unit}, sold in ${wanted}. Enter the quantity in ${wanted}`
}

function textsOf(text: string | null | undefined): string[] {
  return text ? [text] : []
}
