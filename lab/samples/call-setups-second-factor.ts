import { createKey, codeAt } from '#features/auth/server/second-factor/totp.ts'
import { password } from '../nodes/test-system.ts'
import type { Staff } from '../staff/staff.ts'
import type { SetupFunction } from './call-setup.ts'

const own = 'POST /api/user/second-factor'

/** The calls of a second factor, each of an account of its own. */
export const secondFactors: Record<string, SetupFunction> = {
  'POST /api/login/second-factor': async (staff) => {
    const { username, code } = await withSecondFactor(staff)
    return { cookie: await staff.halfSignedIn(username), body: { code } }
  },
  [own]: async ({ viewer }) => ({ cookie: (await viewer()).cookie, body: { password } }),
  [`${own}/confirm`]: async ({ viewer, write }) => {
    const { id, cookie } = await viewer()
    const secret = createKey()
    await write('insert into second_factors (user_id, secret) values ($1, $2) returning 1 as id', [
      id,
      secret,
    ])
    return { cookie, body: { code: codeAt(secret, new Date()) } }
  },
  [`${own}/recovery-codes`]: async (staff) => {
    const { cookie, code } = await withSecondFactor(staff)
    return { cookie, body: { password, code } }
  },
  [`${own}/turn-off`]: async (staff) => {
    const { cookie, code } = await withSecondFactor(staff)
    return { cookie, body: { password, code } }
  },
  'DELETE /api/users/:id/second-factor': async (staff) => {
    const { id } = await withSecondFactor(staff)
    return { id }
  },
}

/** A signed-in user with a second factor, and a code that was not used yet. */
async function withSecondFactor({ viewer, write }: Staff) {
  const person = await viewer()
  const secret = createKey()
  await write(
    `insert into second_factors (user_id, secret, confirmed_at) values ($1, $2, now())
     returning 1 as id`,
    [person.id, secret],
  )
  return { ...person, code: codeAt(secret, new Date()) }
}
