import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { type FieldError, invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows, type Statement } from '#platform/server/database/db.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import type { ContractPrice, ContractPriceForm } from '../contract.ts'
import { findClash, lockCustomer, lockSku } from './store.ts'

/** The terms of a contract price. */
export type Terms = {
  customerId: number
  skuId: number
  contractPrice: string
  effectiveDate: Day
  expirationDate: Day | null
  minimumQuantity: number
  isActive: boolean
}

/** The current terms of a contract price. */
export function termsOf(price: ContractPrice): Terms {
  const { customerId, skuId, contractPrice, minimumQuantity, isActive } = price
  // The columns are dates; the API type declares strings.
  const effectiveDate = price.effectiveDate
  const expirationDate = price.expirationDate
  const days = { effectiveDate, expirationDate }
  return { customerId, skuId, contractPrice, ...days, minimumQuantity, isActive }
}

/** Throws 422 for missing parties, and for inactive ones unless they are unchanged. Locks both. */
export async function checkParties(
  ctx: Context,
  form: ContractPriceForm,
  before: ContractPrice | undefined,
): Promise<void> {
  const customer = await partyError(ctx, lockCustomer, {
    path: 'customerId',
    noun: 'customer',
    id: form.customerId,
    isUnchanged: form.customerId === before?.customerId,
  })
  const sku = await partyError(ctx, lockSku, {
    path: 'skuId',
    noun: 'SKU',
    id: form.skuId,
    isUnchanged: form.skuId === before?.skuId,
  })
  const errors = [...customer, ...sku]
  if (errors.length > 0) throw invalid(errors)
}

async function partyError(
  ctx: Context,
  statement: Statement,
  party: { path: string; noun: string; id: number; isUnchanged: boolean },
): Promise<FieldError[]> {
  const [found] = await rows<{ code: string; isActive: boolean }>(ctx.db, statement, [party.id])
  if (!found) return [{ path: party.path, message: `This ${party.noun} does not exist` }]
  if (found.isActive || party.isUnchanged) return []
  return [{ path: party.path, message: `${found.code} is inactive` }]
}

/** Throws 422 if the last day is before the first. */
export function checkDays({ effectiveDate, expirationDate }: Terms): void {
  if (expirationDate === null || expirationDate >= effectiveDate) return
  throw invalid([{ path: 'expirationDate', message: 'Must not be before the effective date' }])
}

/**
 * Writes a price. Throws 409 with the overlapping price, if any. The caller has locked the
 * customer.
 */
export async function refusingOverlap<R>(
  ctx: Context,
  terms: Terms & { id: number },
  write: () => Promise<R>,
): Promise<R> {
  const { customerId, skuId, minimumQuantity, id, effectiveDate, expirationDate } = terms
  const values = [customerId, skuId, minimumQuantity, id, effectiveDate, expirationDate]
  const [clash] = terms.isActive ? await rows<Clash>(ctx.db, findClash, values) : []
  if (clash) throw overlap(`a price of ${formatDecimal(clash.price)} ${periodOf(clash)}`)
  return mapConstraintErrors(
    { contract_prices_overlap: () => overlap('a price in that period') },
    write,
  )
}

type Clash = { price: string; from: Day; to: Day | null }

function periodOf({ from, to }: Clash): string {
  const start = `from ${formatDay(from, 'en-US')}`
  return to ? `${start} to ${formatDay(to, 'en-US')}` : `${start} on`
}

function overlap(what: string): Refusal {
  const sentence = `This customer already has ${what} for this SKU and minimum quantity`
  return new Refusal('conflict', 'duplicate-contract-price', sentence, [
    { path: 'effectiveDate', message: 'Overlaps another contract price' },
  ])
}
