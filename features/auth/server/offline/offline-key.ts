import { moment } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { serverHmac } from '#platform/server/runtime/server-secret.ts'
import type { OfflineKey } from '../../contract.ts'
import { sessionLife } from '../../rules.ts'
import { hashOf, isAliveSessionSql } from '../sessions.ts'

const readLife = {
  name: 'life_left_of_session',
  text: `select s.user_id as "userId", greatest(0, floor(extract(epoch from
           s.created_at + interval '${sessionLife.absoluteHours} hours' - now())))::int
             as "lifeSeconds"
         from sessions s
         where s.token_sha256 = $1 and s.user_id = $2 and ${isAliveSessionSql}`,
}

/**
 * The key of the signed-in user for what their browser keeps, and how long this session may still
 * use it. It is derived from the secret of the server, so the server stores no copy, and a device
 * cannot compute it. Throws 403 for a request without a session, such as one with an API key.
 */
export async function readOfflineKey(ctx: Context, token: string | undefined): Promise<OfflineKey> {
  const values = [hashOf(token ?? ''), ctx.user?.id ?? 0]
  const [session] = await rows<{ userId: number; lifeSeconds: number }>(ctx.db, readLife, values)
  if (!session) {
    const sentence = 'Only a session in a browser has this key'
    throw new Refusal('forbidden', 'forbidden', sentence)
  }
  return {
    ...session,
    key: serverHmac('offline-key', String(session.userId)).toString('base64url'),
    idleSeconds: sessionLife.idleMinutes * 60,
    serverTime: moment(ctx.now),
  }
}
