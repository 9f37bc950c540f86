import { randomInt } from 'node:crypto'
import { record } from '#features/audit/server/service.ts'
import { addAccount } from '#features/auth/server/accounts.ts'
import { type DemoName, demoRoles } from '#features/auth/demo-accounts.ts'
import { hashPassword } from '#features/auth/server/passwords.ts'
import type { Role } from '#features/auth/rules.ts'
import { demoAccountOf } from '#features/dashboard/rules.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import { passwordWords } from './names.ts'

/** A sign-in; the plain password exists only here. */
export type SignInWith = { username: string; role: Role; password: string }

const wordsInPassword = 3

/** A password that can be read aloud: three words and three digits, from a secure random source. */
export function memorablePassword(): string {
  const drawn = Array.from(
    { length: wordsInPassword },
    () => passwordWords[randomInt(passwordWords.length)],
  )
  return [...drawn, randomInt(100, 1000)].join('-')
}

/** Hashing is slow on purpose, so do it before the transaction. */
export async function createPasswords(): Promise<(SignInWith & { passwordHash: string })[]> {
  const named = Object.entries(demoRoles) as [DemoName, Role][]
  return Promise.all(
    named.map(async ([username, role]) => {
      const password = memorablePassword()
      return { username, role, password, passwordHash: await hashPassword(password) }
    }),
  )
}

/** An account to create: its demo name, and the name to use if different. */
export type DemoAccount = {
  username: string
  role: Role
  passwordHash: string
  as?: { username: string; email: string }
  isActive?: boolean
}

/** Demo accounts for an existing business: inactive, with unknown passwords. */
export async function inactiveDemoAccounts(): Promise<DemoAccount[]> {
  const passwords = await createPasswords()
  return passwords.map(({ username, role, passwordHash }) => {
    return { username, role, passwordHash, as: demoAccountOf(username), isActive: false }
  })
}

/** Inserts the demo accounts in the open transaction and returns them as actors. */
export async function addAccounts(
  ctx: Context,
  accounts: readonly DemoAccount[],
): Promise<Record<DemoName, Actor>> {
  const actors: [string, Actor][] = []
  for (const { username: name, role, passwordHash, as, isActive = true } of accounts) {
    const { username, email } = as ?? { username: name, email: `${name}@prizm.example` }
    const account = { username, email, role, passwordHash, isActive, isDemo: true }
    const { id } = await addAccount(ctx, account)
    await record(ctx, [{ entity: 'user', entityId: id, action: 'create', actorId: id }])
    actors.push([name, { id, username, role }])
  }
  return Object.fromEntries(actors) as Record<DemoName, Actor>
}
