import { may } from '#features/auth/rules.ts'
import { formatHidden } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { Sendable, Sending } from '../contract.ts'
import type { PrintedDocument } from '../printed-document.ts'

// What we pay a vendor is on purchase orders and on forms of returns to vendors. A sent document
// has what its sender could see.

/**
 * Emails without what may state a cost, for users who may not see costs: the subject and message of
 * a purchase order may contain its total.
 */
export function visibleSendings(
  { user }: Pick<Context, 'user'>,
  sendings: readonly Sending[],
): Sending[] {
  const hidesCosts = user !== undefined && !may(user, 'skus.cost')
  return sendings.map((each) =>
    hidesCosts && each.name === 'purchase-order'
      ? { ...each, subject: each.fileName.replace(/\.pdf$/, ''), message: '' }
      : each,
  )
}

const findReturnToVendor = {
  name: 'find_return_to_vendor_of_document',
  text: `select from returns where id = $1 and type = 'rtv'`,
}

type SentDocument = { name: Sendable; recordId: number; content: Pick<PrintedDocument, 'sums'> }

/** Throws 403 if a sent document shows costs that the user may not see. */
export async function requireCostsOf(
  { db, user }: Pick<Context, 'db' | 'user'>,
  { name, recordId, content }: SentDocument,
): Promise<void> {
  if (!user || may(user, 'skus.cost')) return
  if (content.sums.every(({ amount }) => amount === formatHidden(null))) return
  const isToVendor =
    name === 'purchase-order' ||
    (name === 'return-form' && (await rows(db, findReturnToVendor, [recordId])).length > 0)
  if (!isToVendor) return
  const sentence = 'This document shows costs, which your role may not see'
  throw new Refusal('forbidden', 'forbidden', sentence)
}
