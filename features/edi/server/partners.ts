import { eq, sql } from 'drizzle-orm'
import { changesBetween, record } from '#features/audit/server/service.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { EdiPartner, EdiPartnerForm } from '../contract.ts'
import { partnerList } from './store.ts'
import { ediPartners } from './tables.ts'

/** Lists the EDI partners, one page at a time. */
export function listEdiPartners(ctx: Context, query: ListQuery) {
  return readList<EdiPartner>(ctx.db, partnerList, query)
}

/**
 * Creates the EDI partner of a customer. Orders that arrive in its mailbox are placed in the name
 * of the user who creates it. Throws 409 for identifiers or a folder already in use, and 422 if the
 * customer does not exist.
 */
export function createEdiPartner(ctx: Context, form: EdiPartnerForm): Promise<EdiPartner> {
  return inTransaction(ctx, async (inner) => {
    await requireCustomer(inner, form.customerId)
    const [inserted] = await mapConstraintErrors(partnerRefusals, () =>
      inner.db
        .insert(ediPartners)
        .values({ ...form, kind: 'customer', keeperId: inner.user?.id ?? null })
        .returning({ id: ediPartners.id }),
    )
    const { id } = inserted as { id: number }
    await record(inner, [{ entity: 'edi_partner', entityId: id, action: 'create' }])
    return find(inner, { id })
  })
}

/** Updates the EDI partner of a customer. Throws like `createEdiPartner`; 412 if stale. */
export function updateEdiPartner(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: EdiPartnerForm; ifMatch: number | undefined },
): Promise<EdiPartner> {
  return inTransaction(ctx, async (inner) => {
    const before = await find(inner, { id, lock: true })
    guardVersion(before, ifMatch)
    if (before.kind !== 'customer') {
      const sentence = 'Connect the warehouse under WMS Integration'
      throw new Refusal('refused', 'edi-partner-of-warehouse', sentence)
    }
    await requireCustomer(inner, form.customerId)
    await mapConstraintErrors(partnerRefusals, () =>
      inner.db
        .update(ediPartners)
        .set({
          ...form,
          keeperId: inner.user?.id ?? null,
          updatedAt: sql`now()`,
          version: sql`${ediPartners.version} + 1`,
        })
        .where(eq(ediPartners.id, id)),
    )
    const after = await find(inner, { id })
    const changes = changesBetween(before, after)
    if (Object.keys(changes).length > 0) {
      await record(inner, [{ entity: 'edi_partner', entityId: id, action: 'update', changes }])
    }
    return after
  })
}

async function find(ctx: Context, selector: { id: number; lock?: boolean }): Promise<EdiPartner> {
  const partner = await readOne<EdiPartner>(ctx.db, partnerList, selector)
  if (!partner) throw missing('That EDI partner')
  return partner
}

const findCustomer = {
  name: 'find_customer_of_edi_partner',
  text: 'select id from customers where id = $1 and deleted_at is null',
}

async function requireCustomer(ctx: Context, customerId: number): Promise<void> {
  const [found] = await rows(ctx.db, findCustomer, [customerId])
  if (!found) throw invalid([{ path: 'customerId', message: 'This customer does not exist' }])
}

const partnerRefusals = {
  edi_partner_taken: () =>
    new Refusal(
      'conflict',
      'duplicate-edi-partner',
      'These identifiers belong to another partner',
      [{ path: 'identifier', message: 'Already taken' }],
    ),
  edi_folder_taken: () =>
    new Refusal('conflict', 'duplicate-edi-folder', 'This folder belongs to another partner', [
      { path: 'folder', message: 'Already taken' },
    ]),
}
