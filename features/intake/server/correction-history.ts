import { record } from '#features/audit/server/service.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { CorrectionKind } from '../rules.ts'

// A correction decides what later orders of a customer mean, also those that no person sees, so
// each change is in the history of the customer.

/** What a corrected text means. */
export type CorrectionMeaning = { skuId: number | null; value: string | null; factor: number }

/** A correction with what it meant before and means now; null if there was or is none. */
export type ChangedCorrection = {
  customerId: number
  kind: CorrectionKind
  text: string
  from: CorrectionMeaning | null
  to: CorrectionMeaning | null
}

const readCodes = {
  name: 'read_sku_codes_of_corrections',
  text: 'select id, sku from skus where id = any($1::int[])',
}

/** Records corrections that mean something else than before, in the open transaction. */
export async function recordCorrections(
  ctx: Context,
  corrections: readonly ChangedCorrection[],
): Promise<void> {
  const changed = corrections.filter(({ from, to }) => {
    return from?.skuId !== to?.skuId || from?.value !== to?.value || from?.factor !== to?.factor
  })
  if (changed.length === 0) return
  const ids = changed.flatMap(({ from, to }) => [from?.skuId ?? [], to?.skuId ?? []].flat())
  const found = await rows<{ id: number; sku: string }>(ctx.db, readCodes, [[...new Set(ids)]])
  const codes = new Map(found.map(({ id, sku }) => [id, sku]))
  const entries = changed.map(({ customerId, kind, text, from, to }) => {
    const textOf = (meaning: CorrectionMeaning | null) =>
      meaning && correctionText({ kind, text, ...meaning }, codes)
    const changes = { correction: { from: textOf(from), to: textOf(to) } }
    return { entity: 'customer', entityId: customerId, action: 'update', changes } as const
  })
  await record(ctx, entries)
}

type Correction = CorrectionMeaning & { kind: CorrectionKind; text: string }

/** A correction in words. The address of a ship-to is left out: it may be that of a person. */
function correctionText(
  { kind, text, skuId, value, factor }: Correction,
  codes: ReadonlyMap<number, string>,
): string {
  const sku = codes.get(skuId ?? 0) ?? ''
  if (kind === 'part') return `${text} = ${sku}`
  if (kind === 'unit') return `${text} of ${sku} = ${factor} ${value ?? ''}`
  return 'Ship-to'
}
