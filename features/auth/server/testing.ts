import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context, Db } from '#platform/server/database/db.ts'
import { addAccount } from './accounts.ts'
import type { User } from '../contract.ts'
import { hashPassword } from './passwords.ts'
import type { ChosenPermission } from '../role-rules.ts'
import { foldCase } from '../rules.ts'
import { hashOf } from './sessions.ts'

/** The password of every test user. */
export const testPassword = 'seven lime lanterns'

// Hashed once, because the full cost would slow every test down.
let hash: Promise<string> | undefined

type Fields = { username?: string; email?: string; role?: string; isActive?: boolean }

/** The session cookie of a response, as the browser would send it back. */
export function cookieOf(answer: { cookies: { name: string; value: string }[] }): string {
  const [cookie] = answer.cookies
  return `${cookie?.name}=${cookie?.value}`
}

/** Counts responses by status: `{ 201: 1, 409: 2 }`. */
export function countsOf(answers: readonly { statusCode: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}

/** Test builders that insert users and sessions directly. */
export function authBuilders(db: Db) {
  let lastNumber = 0
  const user = async (fields: Fields = {}): Promise<User> => {
    hash ??= hashPassword(testPassword)
    const { role = 'user', username = `${role}-${++lastNumber}`, isActive } = fields
    const email = fields.email ?? `${username}@example.com`
    const account = { username, email, role, passwordHash: await hash }
    return addAccount({ db } as Context, { ...account, ...(isActive === false && { isActive }) })
  }
  /** A role of the company's own; returns its id. */
  const ownRole = async (fields: { name: string; permissions: readonly ChosenPermission[] }) => {
    const { name, permissions } = fields
    const found = await db.execute<{ id: number }>(sql`
      insert into own_roles (name, name_folded, permissions)
      values (${name}, ${foldCase(name)}, string_to_array(${permissions.join(',')}, ','))
      returning id`)
    return found.rows[0]?.id ?? 0
  }
  /** A valid session of a user, as the cookie a browser would send. */
  const session = async (of: { id: number }): Promise<string> => {
    const token = randomBytes(32).toString('base64url')
    await db.execute(
      sql`insert into sessions (token_sha256, user_id) values (${hashOf(token)}, ${of.id})`,
    )
    return `sid=${token}`
  }
  return { user, ownRole, session }
}
