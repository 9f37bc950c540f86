import { createHash, randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import { type Context, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { recoveryCodes } from '../tables.ts'

const codeCount = 10
const codeBytes = 10

/** Removes what people add to a code when they copy it: spaces, hyphens and lower case. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase()
}

/**
 * 80 random bits cannot be guessed from their hash, so a slow hash adds nothing. No secret of the
 * server is part of it, because a changed `SESSION_SECRET` must not end the codes on paper.
 */
function hashOfCode(userId: number, code: string): Buffer {
  return createHash('sha256').update(`recovery code of ${userId}\n${code}`).digest()
}

const deleteAll = {
  name: 'delete_recovery_codes',
  text: 'delete from recovery_codes where user_id = $1',
}

/** Replaces the recovery codes of a user in the open transaction; returns them in groups of 4. */
export async function replaceRecoveryCodes(ctx: Context, userId: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => {
    const random = Uint8Array.from(randomBytes(codeBytes))
    return new Secret({ buffer: random.buffer }).base32
  })
  await deleteRecoveryCodes(ctx, userId)
  const hashes = codes.map((code) => ({ codeSha256: hashOfCode(userId, code), userId }))
  await insertMany(ctx, recoveryCodes, hashes)
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

/** Deletes the recovery codes of a user in the open transaction. */
export async function deleteRecoveryCodes(ctx: Context, userId: number): Promise<void> {
  await rows(ctx.db, deleteAll, [userId])
}

const spend = {
  name: 'spend_recovery_code',
  text: 'delete from recovery_codes where code_sha256 = $1 and user_id = $2 returning user_id',
}

/** Uses up a recovery code of a user; false if there is no such unused code. */
export async function spendRecoveryCode(
  ctx: Context,
  userId: number,
  code: string,
): Promise<boolean> {
  return (await rows(ctx.db, spend, [hashOfCode(userId, code), userId])).length > 0
}
