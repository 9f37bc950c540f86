import { type Role, roles } from '#features/auth/rules.ts'
import { createUser, signIn } from '../staff/users.ts'
import type { Person, TestSystem } from '../nodes/test-system.ts'

/** A user who signs in once and keeps the session. */
export type Colleague = Person & { role: Role }

/** Creates one user per role, and a second one for the roles that approve. */
export async function createStaff(world: TestSystem): Promise<Colleague[]> {
  const wanted: Role[] = [...roles, 'finance', 'manager', 'sales']
  const staff: Colleague[] = []
  for (const role of wanted) staff.push({ ...(await createUser(world, role)), role })
  return staff
}

/** A role change ends the user's sessions, so sign in again. */
export async function signInAfterRoleChange(
  world: TestSystem,
  staff: readonly Colleague[],
  { id, role }: { id: number; role: Role },
): Promise<void> {
  const somebody = staff.find((each) => each.id === id)
  if (!somebody) throw new Error(`Nobody of the staff has the account ${id}`)
  somebody.role = role
  somebody.cookie = await signIn(world, somebody.username)
}
