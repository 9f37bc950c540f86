import { and, eq, sql } from 'drizzle-orm'
import { record } from '#features/audit/server/service.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { guardVersion, isChangedBy } from '#platform/server/records/versions.ts'
import type { ContractPrice, ContractPriceForm, ContractPriceQuery } from '../contract.ts'
import { historyEntries } from './contract-price-history-entries.ts'
import {
  checkDays,
  checkParties,
  refusingOverlap,
  type Terms,
  termsOf,
} from './check-contract-price-terms.ts'
import { contractPriceList } from './store.ts'
import { contractPricing } from './tables.ts'

// Also exported to other rooms:
export { undoContractPriceImport, undoContractPriceUpsert } from './undo-contract-price-import.ts'

/** Lists contract prices, paged, including expired ones. */
export async function listContractPrices(ctx: Context, query: ContractPriceQuery) {
  return readList<ContractPrice>(ctx.db, contractPriceList(await businessDay(ctx)), query)
}

/** Reads a contract price. Throws 404 if it does not exist. */
export function readContractPrice(ctx: Context, id: number): Promise<ContractPrice> {
  return find(ctx, { id })
}

/**
 * Creates a contract price; the effective date defaults to today. Throws 422 for missing or
 * inactive customers and SKUs, and 409 if it overlaps a price of the same minimum quantity.
 */
export function createContractPrice(ctx: Context, form: ContractPriceForm): Promise<ContractPrice> {
  return inTransaction(ctx, async (inner) => {
    const terms: Terms = {
      effectiveDate: await businessDay(inner),
      expirationDate: null,
      minimumQuantity: 1,
      isActive: true,
      ...enteredFields(form),
    }
    await checkParties(inner, form, undefined)
    checkDays(terms)
    const { id } = await refusingOverlap(inner, { id: 0, ...terms }, async () => {
      const inserted = await inner.db
        .insert(contractPricing)
        .values(terms)
        .returning({ id: contractPricing.id })
      return inserted[0] as { id: number }
    })
    const after = await find(inner, { id })
    await record(inner, historyEntries('created', { after }))
    return after
  })
}

/** Updates a contract price; omitted fields do not change. One without changes writes nothing. */
export function updateContractPrice(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: ContractPriceForm; ifMatch: number | undefined },
): Promise<ContractPrice> {
  return inTransaction(ctx, async (inner) => {
    const before = await find(inner, { id, lock: true })
    guardVersion(before, ifMatch)
    await checkParties(inner, form, before)
    const newTerms = { ...termsOf(before), ...enteredFields(form) }
    checkDays(newTerms)
    await refusingOverlap(inner, { id, ...newTerms }, () =>
      inner.db
        .update(contractPricing)
        .set({
          ...newTerms,
          updatedAt: sql`now()`,
          version: sql`${contractPricing.version} + 1`,
        })
        .where(and(eq(contractPricing.id, id), isChangedBy(contractPricing, newTerms))),
    )
    const after = await find(inner, { id })
    await record(inner, historyEntries('changed', { before, after }))
    return after
  })
}

/** Deletes a contract price; orders already placed do not change. */
export function deleteContractPrice(
  ctx: Context,
  id: number,
  ifMatch: number | undefined,
): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const before = await find(inner, { id, lock: true })
    guardVersion(before, ifMatch)
    await inner.db.delete(contractPricing).where(eq(contractPricing.id, id))
    await record(inner, historyEntries('deleted', { before }))
  })
}

/** The fields of the form that are not undefined. */
function enteredFields(form: ContractPriceForm) {
  const entered = Object.entries(form).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entered) as Pick<Terms, 'customerId' | 'skuId' | 'contractPrice'>
}

async function find(ctx: Context, which: { id: number; lock?: boolean }): Promise<ContractPrice> {
  const price = await readOne<ContractPrice>(
    ctx.db,
    contractPriceList(await businessDay(ctx)),
    which,
  )
  if (!price) throw missing('That contract price')
  return price
}
