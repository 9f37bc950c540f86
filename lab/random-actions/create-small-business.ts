import { createCustomer, createSku } from '../staff/create-customers-and-skus.ts'
import type { Chance } from '../seeded-random.ts'
import type { TestSystem } from '../nodes/test-system.ts'

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
