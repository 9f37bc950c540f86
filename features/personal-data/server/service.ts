import { erasedFields } from '#features/audit/erased-fields.ts'
import { eraseUser, lockUserForErasure } from '#features/auth/server/service.ts'
import { eraseCustomer, lockCustomerForErasure } from '#features/customers/server/service.ts'
import { eraseEmailsOfCustomer } from '#features/documents/server/service.ts'
import { eraseEmailsOfUser } from '#features/notifications/server/service.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { Download } from '#platform/server/http/route.ts'
import type { Erasure, ErasureForm } from '../contract.ts'
import { exportFileName, type SubjectKind } from '../labels.ts'
import { remainingOf } from '../personal-columns.ts'
import * as store from './store.ts'

/** Everything about a customer and its contact as JSON. Throws 404 if it does not exist. */
export function exportCustomerData(ctx: Context, id: number): Promise<Download> {
  return exportOf(ctx, id, { noun: 'customer', parts: store.partsOfCustomer })
}

/** Everything about a user as JSON, without secrets. Throws 404 if it does not exist. */
export function exportUserData(ctx: Context, id: number): Promise<Download> {
  return exportOf(ctx, id, { noun: 'user', parts: store.partsOfUser })
}

type Subject = { noun: SubjectKind; parts: readonly store.PersonalPart[] }

async function exportOf(ctx: Context, id: number, { noun, parts }: Subject): Promise<Download> {
  const [first] = parts
  const found = first ? await rows<object>(ctx.db, first.statement, [id]) : []
  if (found.length === 0) throw missing(`That ${noun}`)
  return {
    fileName: exportFileName(noun, id),
    mediaType: 'application/json',
    pieces: fileOf(ctx, id, parts),
  }
}

async function* fileOf(
  ctx: Context,
  id: number,
  parts: readonly store.PersonalPart[],
): AsyncGenerator<string> {
  yield `{\n  "exportedAt": ${JSON.stringify(ctx.now.toISOString())}`
  for (const { title, statement } of parts) {
    const found = await rows<object>(ctx.db, statement, [id])
    yield `,\n  ${JSON.stringify(title)}: ${JSON.stringify(found, null, 2)}`
  }
  yield '\n}\n'
}

type ErasureRequest = ErasureForm & { ifMatch: number | undefined }

/**
 * Replaces the name and the contacts of a customer with a pseudonym. Throws 404 if it does not
 * exist, 412 if it has another version, and 409 with all reasons while it has open documents.
 */
export function eraseCustomerData(
  ctx: Context,
  id: number,
  { reason, ifMatch }: ErasureRequest,
): Promise<Erasure> {
  return inTransaction(ctx, async (inner) => {
    const { customerCode } = await lockCustomerForErasure(inner, id, ifMatch)
    refuse(customerCode, await openDocuments(inner, store.openOfCustomer, id))
    // Before the addresses of the record are gone: bounces are found by them.
    await eraseEmailsOfCustomer(inner, id)
    const pseudonym = await eraseCustomer(inner, id, reason)
    const fields = [...erasedFields.customer]
    return { id, pseudonym, fields, remaining: [...remainingOf.customer] }
  })
}

/**
 * Replaces the username and the email address of a user with a pseudonym, and ends the account.
 * Throws 404 if it does not exist, 412 if it has another version, and 409 with all reasons while it
 * is active or has open documents.
 */
export function eraseUserData(
  ctx: Context,
  id: number,
  { reason, ifMatch }: ErasureRequest,
): Promise<Erasure> {
  return inTransaction(ctx, async (inner) => {
    const { username, isActive } = await lockUserForErasure(inner, id, ifMatch)
    const open = await openDocuments(inner, store.openOfUser, id)
    refuse(username, isActive ? ['an active account', ...open] : open)
    const pseudonym = await eraseUser(inner, id, reason)
    await eraseEmailsOfUser(inner, id)
    return { id, pseudonym, fields: [...erasedFields.user], remaining: [...remainingOf.user] }
  })
}

/** The open documents of a person as texts: `2 open sales orders`. */
async function openDocuments(
  ctx: Context,
  statement: typeof store.openOfCustomer,
  id: number,
): Promise<string[]> {
  const found = await rows<store.OpenDocuments>(ctx.db, statement, [id])
  return found.map(({ count, noun, nouns }) => counted(count, noun, nouns))
}

function refuse(name: string, reasons: readonly string[]): void {
  if (reasons.length === 0) return
  const sentence = `${name} has ${reasons.join(', ')}. Finish that first`
  throw new Refusal('refused', 'has-open-documents', sentence)
}
