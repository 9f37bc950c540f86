import { correctionKey } from '#features/intake/rules.ts'
import { correctedParts } from '#features/intake/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'

type Known = { codes: readonly string[]; skuIds: ReadonlyMap<string, number> }

/**
 * The SKUs of the codes of one customer's orders: our own codes, and part numbers that were
 * corrected in the intake inbox. Keyed by the code as submitted.
 */
export async function correctedSkus(
  ctx: Context,
  customerId: number,
  { codes, skuIds }: Known,
): Promise<ReadonlyMap<string, number>> {
  const unknown = [...new Set(codes)].filter((code) => !skuIds.has(code))
  if (unknown.length === 0) return skuIds
  const parts = await correctedParts(ctx, customerId, unknown)
  const corrected = unknown.flatMap((code): [string, number][] => {
    const skuId = parts.get(correctionKey(code))
    return skuId === undefined ? [] : [[code, skuId]]
  })
  return corrected.length === 0 ? skuIds : new Map([...skuIds, ...corrected])
}
