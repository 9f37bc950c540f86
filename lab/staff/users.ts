import type { Role } from '#features/auth/rules.ts'
import { cookieOf } from '../nodes/http.ts'
import { password, type Person, type SetupClient } from '../nodes/test-system.ts'

let userCount = 0

/** Creates a user with a role and signs in. */
export async function createUser(world: SetupClient, role: Role): Promise<Person> {
  const username = `${role}-${++userCount}`
  const body = { username, email: `${username}@example.com`, password, role }
  const created = await world.must({ method: 'POST', path: '/api/users', body })
  return { id: Number(created['id']), username, cookie: await signIn(world, username) }
}

/** A new session of a user. */
export async function signIn(world: SetupClient, username: string): Promise<string> {
  const request = { method: 'POST', path: '/api/login', body: { username, password } }
  const cookie = cookieOf(await world.turn().call(request))
  if (!cookie) throw new Error(`${username} could not sign in`)
  return cookie
}

/** The cookie of the second step, for a user with a second factor whose password was right. */
export async function halfSignIn(world: SetupClient, username: string): Promise<string> {
  const request = { method: 'POST', path: '/api/login', body: { username, password } }
  const { headers } = await world.turn().call(request)
  const cookies = [headers['set-cookie'] ?? []].flat()
  const challenge = cookies.find((cookie) => /^(?:__Host-)?challenge=./.test(cookie))
  if (!challenge) throw new Error(`${username} was not asked for a second factor`)
  return challenge.split(';', 1)[0] ?? ''
}
