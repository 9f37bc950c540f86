import { type Role, roles } from '#features/auth/rules.ts'
import { createCustomer, createSku } from '../staff/builders.ts'
import type { Chance } from '../seeded-random.ts'
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

/** Sets up a small business with few records, so that actions collide. */
export async function createBusiness(world: TestSystem, chance: Chance): Promise<void> {
  const settings = {
    sodMode: chance.oneOf(['record', 'enforce']),
    overReceiptPercent: chance.oneOf([0, 10]),
    creditZeroMeans: chance.oneOf(['none', 'unlimited']),
    taxDefaultRate: chance.oneOf(['0.0000', '0.0825', '0.2500']),
    shippingFlat: chance.oneOf(['0.00', '15.00', '7.77']),
  }
  await world.must({ method: 'PUT', path: '/api/settings', body: settings })
  const terms = ['net-30', '2/10 net 30', 'due on receipt', 'prepaid', 'eom']
  for (const paymentTerms of terms) {
    const isExempt = chance.between(1, 4) === 1
    await createCustomer(world, {
      paymentTerms,
      creditLimit: chance.oneOf(['0.00', '500.00', '5000.00', '999999.00']),
      allowBackorder: chance.between(1, 2) === 1,
      ...(isExempt && { taxExempt: true, taxExemptNumber: 'EX-1' }),
    })
  }
  for (let n = 0; n < 6; n++) {
    const [cost, price] = [chance.between(1, 900), chance.between(901, 3000)]
    await createSku(world, {
      cost: `${cost / 100}`,
      price: `${price / 100}`,
      currentStock: chance.between(0, 60),
    })
  }
  // More than one unit of these exceeds the adjustment limit of one user.
  for (const n of [1, 2]) {
    const cost = `${chance.between(600, 900)}.00`
    await createSku(world, { sku: `DEAR-${n}`, cost, price: '950.00', currentStock: 1 })
  }
  for (const n of [1, 2, 3]) {
    const body = { vendorCode: `V-${n}`, name: `Vendor ${n}`, email: `v${n}@example.com` }
    const paymentTerms = chance.oneOf(['net-30', '2/10 net 30', 'net-60'])
    await world.must({ method: 'POST', path: '/api/vendors', body: { ...body, paymentTerms } })
  }
}
