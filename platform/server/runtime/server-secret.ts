import { createHmac } from 'node:crypto'
import { type Db, rows } from '../database/db.ts'

const insertSecret = {
  name: 'make_server_secret',
  text: `insert into server_secrets (id, secret)
         select 1, decode(replace(a::text || b::text, '-', ''), 'hex')
         from gen_random_uuid() a, gen_random_uuid() b
         on conflict do nothing`,
}
const read = {
  name: 'read_server_secret',
  text: 'select secret from server_secrets where id = 1',
}

let cachedSecret: Buffer | undefined

/**
 * Loads the secret of this installation at startup: `SESSION_SECRET` if it is set, else 244 random
 * bits in the database that all nodes share; the first node generates them.
 */
export async function loadServerSecret(db: Db, setting: string | undefined): Promise<void> {
  if (setting) return void (cachedSecret = Buffer.from(setting))
  await rows(db, insertSecret)
  const [row] = await rows<{ secret: Buffer }>(db, read)
  cachedSecret = row?.secret
}

/**
 * HMAC-SHA-256 of a text with the server secret, scoped to one purpose. Throws if the secret is not
 * loaded.
 */
export function serverHmac(purpose: string, text: string): Buffer {
  if (!cachedSecret) throw new Error('The secret of the server was not loaded')
  return createHmac('sha256', cachedSecret).update(`${purpose}\n`).update(text).digest()
}
