import type { Role } from '#features/auth/rules.ts'
import { cookieOf } from '../nodes/http.ts'
import { password, type Person, type Stagehands } from '../nodes/world.ts'

let hired = 0

/** Creates a user with a role and signs in. */
export async function colleague(world: Stagehands, role: Role): Promise<Person> {
  const username = `${role}-${++hired}`
  const body = { username, email: `${username}@example.com`, password, role }
  const made = await world.must({ method: 'POST', path: '/api/users', body })
  return { id: Number(made['id']), username, cookie: await signIn(world, username) }
}

/** A new session of a user. */
export async function signIn(world: Stagehands, username: string): Promise<string> {
  const asked = { method: 'POST', path: '/api/login', body: { username, password } }
  const cookie = cookieOf(await world.turn().call(asked))
  if (!cookie) throw new Error(`${username} could not sign in`)
  return cookie
}
