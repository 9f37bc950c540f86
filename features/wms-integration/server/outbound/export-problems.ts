import type { Context } from '#platform/server/database/db.ts'
import { raiseProblem } from '../problems.ts'
import { type CancellableKind, type DocumentKind, typeOfKind } from '../../rules.ts'

// Raises problems for documents that the warehouse rejected, or that were too late.

export type DocumentRef = {
  kind: DocumentKind
  recordId: number
  code: string
  action: string
  reason?: string | undefined
  exportId?: number | undefined
}

/** The page that shows the record of a document. */
export function linkOf({ kind, code }: Pick<DocumentRef, 'kind' | 'code'>): string {
  const open = `?open=${encodeURIComponent(code)}`
  if (kind === 'customer') return `/customers${open}`
  if (kind === 'item' || kind === 'movement') return `/skus${open}`
  return `/${rooms[kind]}${open}&tab=warehouse`
}

const rooms: Readonly<Record<CancellableKind, string>> = {
  order: 'sales-orders',
  expected_receipt: 'purchase-orders',
  expected_return: 'returns',
}

/**
 * Raises a problem for a cancellation or change that was too late, and proposes what to do instead.
 */
export function reportTooLate(ctx: Context, about: DocumentRef): Promise<void> {
  const { kind, recordId, code, action, reason, exportId } = about
  return raiseProblem(ctx, {
    kind: 'export',
    dataType: typeOfKind[kind],
    direction: 'export',
    key: `too-late:${kind}:${recordId}`,
    record: code,
    link: linkOf(about),
    title: `Too late: ${code} could not be ${action === 'change' ? 'changed' : 'cancelled'}`,
    reason: reason ?? deletedText(kind),
    proposal: nextStep(kind, action),
    exportId: exportId ?? null,
    attempts: 1,
  })
}

/** Raises a problem for an expected document that was sent again after the warehouse closed it. */
export function reportFinished(ctx: Context, about: DocumentRef): Promise<void> {
  const { kind, recordId, code, reason, exportId } = about
  return raiseProblem(ctx, {
    kind: 'export',
    dataType: typeOfKind[kind],
    direction: 'export',
    key: `too-late:${kind}:${recordId}`,
    record: code,
    link: linkOf(about),
    title: `The warehouse has closed ${code} and no longer expects it`,
    reason: reason ?? deletedText(kind),
    proposal: 'Receive the goods manually, or cancel the units that will not arrive',
    exportId: exportId ?? null,
    attempts: 1,
  })
}

function nextStep(kind: DocumentKind, action: string): string {
  const isChange = action === 'change'
  if (kind === 'order') {
    return isChange
      ? 'Change it back to the shipped quantities, or create a return for the excess'
      : 'After the shipment is recorded, create a return for the goods'
  }
  if (isChange || kind === 'expected_return') {
    return 'Import the shipment updates to record what arrived, without the change'
  }
  return 'Receive the goods, then create a return for unwanted goods'
}

/** The default reason of a document that was too late. */
export const deletedText = (kind: DocumentKind) =>
  kind === 'order' ? 'The goods have left the warehouse' : 'The goods have arrived'

/** Raises a problem for a rejected document, which a user corrects and retries. */
export function reportRejected(
  ctx: Context,
  about: DocumentRef & { reason: string; attempts?: number },
): Promise<void> {
  const { kind, code, reason, exportId, attempts = 1 } = about
  return raiseProblem(ctx, {
    kind: 'export',
    dataType: typeOfKind[kind],
    direction: 'export',
    key: `export:${exportId}`,
    record: code,
    link: linkOf(about),
    title: `${documentNouns[kind]} ${code} was rejected`,
    reason,
    proposal: 'Correct the record, then retry',
    exportId: exportId ?? null,
    attempts,
  })
}

const documentNouns: Readonly<Record<DocumentKind, string>> = {
  customer: 'Customer',
  item: 'SKU',
  movement: 'Movement of',
  order: 'Sales order',
  expected_receipt: 'Purchase order',
  expected_return: 'Return',
}
