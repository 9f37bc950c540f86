import type { Context } from '#platform/server/database/db.ts'
import { raise } from '../problems.ts'
import { type CancellableKind, type DocumentKind, typeOfKind } from '../../rules.ts'

// What a person is told of a document that the warehouse did not take, or took too late.

export type About = {
  kind: DocumentKind
  recordId: number
  code: string
  action: string
  reason?: string | undefined
  exportId?: number | undefined
}

/** Where a document of ours is seen. */
export function linkOf({ kind, code }: Pick<About, 'kind' | 'code'>): string {
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

/** A problem whose way out is a return: the goods have left, or come, as they were asked for. */
export function reportTooLate(ctx: Context, about: About): Promise<void> {
  const { kind, recordId, code, action, reason, exportId } = about
  return raise(ctx, {
    kind: 'export',
    dataType: typeOfKind[kind],
    direction: 'export',
    key: `too-late:${kind}:${recordId}`,
    record: code,
    link: linkOf(about),
    title: `${code} could not be ${action === 'change' ? 'changed' : 'cancelled'} any more`,
    reason: reason ?? goneText(kind),
    proposal: wayOut(kind, action),
    exportId: exportId ?? null,
    attempts: 1,
  })
}

function wayOut(kind: DocumentKind, action: string): string {
  const isChange = action === 'change'
  if (kind === 'order') {
    return isChange
      ? 'Change it back to what has left, or take back what is too much with a return'
      : 'When its shipment is here, take the goods back with a return'
  }
  if (isChange || kind === 'expected_return') {
    return 'Import the shipment updates: its receipt is booked as it was'
  }
  return 'Receive the goods, and send back with a return what is not wanted'
}

/** Why a document came too late where nobody says so. */
export const goneText = (kind: DocumentKind) =>
  kind === 'order' ? 'The goods have left the warehouse' : 'The goods have come in'

/** What a warehouse does not take is for a person, who corrects it and tries it again. */
export function reportRejected(
  ctx: Context,
  about: About & { reason: string; attempts?: number },
): Promise<void> {
  const { kind, code, reason, exportId, attempts = 1 } = about
  return raise(ctx, {
    kind: 'export',
    dataType: typeOfKind[kind],
    direction: 'export',
    key: `export:${exportId}`,
    record: code,
    link: linkOf(about),
    title: `${words[kind]} ${code} was not taken`,
    reason,
    proposal: 'Correct the record, then try it again',
    exportId: exportId ?? null,
    attempts,
  })
}

const words: Readonly<Record<DocumentKind, string>> = {
  customer: 'Customer',
  item: 'SKU',
  movement: 'Movement of',
  order: 'Sales order',
  expected_receipt: 'Purchase order',
  expected_return: 'Return',
}
