import { record } from '#features/audit/server/service.ts'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { changeName, claimUndo } from '#platform/server/imports/import-undo.ts'
import { historyEntries } from './contract-price-history-entries.ts'
import type { Terms } from './check-contract-price-terms.ts'
import { lockPrices } from './import-contract-prices.ts'
import { changeTerms } from './write-contract-prices.ts'
import * as store from './contract-price-import-store.ts'
import { firstClash } from './plan-contract-price-import.ts'
import { contractPricing } from './tables.ts'

/** A price as an import wrote it and its current version. */
type Row = store.StoredPrice & { version: number; was: number; before: Terms | null }
type Codes = { id: number; customerCode: string; sku: string }
type Parties = { customerId: number; skuId: number }

/**
 * Undoes an import of contract prices: deletes the created ones and restores the changed ones. A
 * price changed or deleted since is not undone and is returned with the reason, as is one whose
 * restored terms would overlap another price. Orders already placed do not change.
 */
export function undoContractPriceImport(ctx: Context, id: number): Promise<BulkOutcome> {
  return undoPrices({ ...ctx, channel: 'csv' }, { id })
}

/** Undoes an upsert of contract prices, by the rules of an import. */
export function undoContractPriceUpsert(
  ctx: Context,
  id: number,
  action: string,
): Promise<BulkOutcome> {
  return undoPrices(ctx, { id, action })
}

function undoPrices(ctx: Context, claim: { id: number; action?: string }): Promise<BulkOutcome> {
  const { id } = claim
  const after = `after the ${changeName(claim.action)}`
  return inTransaction(ctx, async (inner) => {
    await claimUndo(inner, { table: contractPricing }, claim)
    const ids = (await rows<{ id: number }>(inner.db, store.idsOfImport, [id])).map((r) => r.id)
    const parties = await rows<Parties>(inner.db, store.partiesOfImport, [id])
    const around = await lockPrices(inner, {
      customerIds: [...new Set(parties.map(({ customerId }) => customerId))],
      skuIds: [...new Set(parties.map(({ skuId }) => skuId))],
    })
    const found = await rows<Row>(inner.db, store.readImported, [id])
    const codes = await codesOf(inner, ids)
    const nameOf = (each: number) => {
      const { customerCode, sku } = codes.get(each) ?? {}
      return sku ? `The price of ${sku} for ${customerCode}` : 'A price'
    }
    const missingIds = ids.filter((each) => !found.some((row) => row.id === each))
    const skipped = missingIds.map((each) => ({
      id: each,
      reason: `${nameOf(each)} was deleted ${after}`,
    }))
    const changed = found.filter((row) => row.version !== row.was)
    skipped.push(
      ...changed.map((row) => ({
        id: row.id,
        reason: `${nameOf(row.id)} was changed ${after}`,
      })),
    )
    const free = found.filter((row) => row.version === row.was)
    const { made: created, restored, clashing } = sorted(free, around)
    const reason = 'would overlap with a price that was agreed later'
    skipped.push(...clashing.map((row) => ({ id: row.id, reason: `${nameOf(row.id)} ${reason}` })))
    await undoRows(inner, { made: created, restored, codes })
    return { done: [...created, ...restored].map((row) => row.id), kept: skipped }
  })
}

async function codesOf(ctx: Context, ids: number[]): Promise<Map<number, Codes>> {
  const found = await rows<Codes>(ctx.db, store.codesOfPrices, [ids])
  return new Map(found.map((codes) => [codes.id, codes]))
}

type Changed = Row & { before: Terms }

/** Splits the prices into those to delete, those to restore, and those that would overlap. */
function sorted(free: readonly Row[], around: readonly store.StoredPrice[]) {
  const created = free.filter(({ before }) => before === null)
  const changed = free.filter((row): row is Changed => row.before !== null)
  const deleted = new Set(created.map(({ id }) => id))
  const termsById = new Map<number, Terms>()
  for (const { id, ...terms } of around) if (!deleted.has(id)) termsById.set(id, terms)
  for (const { id, before } of changed) termsById.set(id, before)
  const clashing: Changed[] = []
  for (const row of changed) {
    if (!firstClash(row.before, row.id, termsById)) continue
    clashing.push(row)
    const { version: _, was: __, before: ___, id, ...terms } = row
    termsById.set(id, terms)
  }
  const restored = changed.filter((row) => !clashing.includes(row))
  return { made: created, restored, clashing }
}

async function undoRows(
  ctx: Context,
  {
    made: created,
    restored,
    codes,
  }: { made: Row[]; restored: Changed[]; codes: Map<number, Codes> },
): Promise<void> {
  const entryOf = (price: store.StoredPrice) => {
    const { customerCode = '', sku = '' } = codes.get(price.id) ?? {}
    return { ...price, customerCode, sku }
  }
  await rows(ctx.db, store.deletePrices, [created.map(({ id }) => id)])
  await changeTerms(
    ctx,
    restored.map((row) => ({ id: row.id, before: row, terms: row.before })),
  )
  await record(ctx, [
    ...created.flatMap((price) => historyEntries('deleted', { before: entryOf(price) })),
    ...restored.flatMap((row) =>
      historyEntries('changed', {
        before: entryOf(row),
        after: entryOf({ ...row.before, id: row.id }),
      }),
    ),
  ])
}
