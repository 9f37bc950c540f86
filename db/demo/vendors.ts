import { chanceOf } from './seeded-random.ts'
import { addressOf, hostOf } from './customers.ts'
import { companyFronts, firstNames, lastNames, vendorForms, vendorTrades } from './names.ts'
import { type Place, places } from './places.ts'

export type DemoVendor = ReturnType<typeof buildVendors>[number]

/** The vendors, covering every trade of the catalog. Codes start at V-201. */
export function buildVendors(count: number) {
  const chance = chanceOf('vendors')
  const fronts = chance.shuffled(companyFronts)
  return Array.from({ length: count }, (_, index) => {
    const trade = vendorTrades[index % vendorTrades.length] as string
    const front = fronts[index % fronts.length] as string
    const name = `${front} ${trade} ${vendorForms[index % vendorForms.length]}`
    const host = `${hostOf(name)}.example`
    return {
      id: index + 1,
      vendorCode: `V-${201 + index}`,
      name,
      email: `orders@${host}`,
      website: `https://www.${host}`,
      ...addressOf(chance, places[(index * 7) % places.length] as Place),
      contactName: `${chance.pick(firstNames)} ${chance.pick(lastNames)}`,
      notes: `Trade: ${trade}`,
      paymentTerms: chance.pick(['net-30', 'net-30', 'net-45', 'net-60'] as const),
      taxId: `${chance.between(10, 98)}-${chance.between(1_000_000, 9_999_999)}`,
      leadTimeDays: chance.between(3, 28),
      minimumOrderQuantity: chance.pick([1, 10, 25, 50, 100] as const),
      preferredRank: Math.floor(index / vendorTrades.length) + 1,
      isActive: true,
    }
  })
}
