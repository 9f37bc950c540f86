import type { PriceLevel } from '#features/pricing/rules.ts'
import { type Cents, cents, zero } from '#platform/kernel/money.ts'
import { type Chance, chanceOf } from './seeded-random.ts'
import { companyFronts, industries } from './names.ts'
import { type Place, places, streets } from './places.ts'
import type { Size } from './load-sizes.ts'

export type DemoCustomer = {
  id: number
  customerCode: string
  name: string
  email: string
  phone: string
  address: string
  city: string
  state: string
  zipCode: string
  website: string
  notes: string
  paymentTerms: string
  priceLevel: PriceLevel
  taxExemptNumber: string | null
  allowBackorder: boolean
  isActive: boolean
  /** Set once the exposure is known: open invoices and open orders. */
  creditLimit: Cents
  exposure: Cents
}

/** Percent of customers by price level: 60 standard, and 20, 12 and 8 by tier. */
const levels = [
  ['standard', 60],
  ['tier1', 20],
  ['tier2', 12],
  ['tier3', 8],
] as const

const terms = ['net-30', 'net-30', 'net-30', 'net-15', 'net-45', 'net-60', '2/10 net 30'] as const

/** The customers, of eight industries in thirty states. Codes start at C-1001. */
export function buildCustomers(size: Size): DemoCustomer[] {
  const chance = chanceOf('customers')
  const order = chance.shuffled(Array.from({ length: size.customers }, (_, index) => index))
  const isExempt = new Set(order.slice(0, size.exempt))
  const isInactive = new Set(order.slice(size.exempt, size.exempt + size.inactive))
  const priceLevels = chance.shuffled(levelsOf(size.customers))
  const fronts = chance.shuffled(companyFronts)
  const towns = chance.shuffled(places)
  return Array.from({ length: size.customers }, (_, index) => {
    const company = companyOf(index, fronts)
    const place = towns[index % towns.length] as Place
    return {
      id: index + 1,
      customerCode: `C-${1001 + index}`,
      ...company,
      ...addressOf(chance, place),
      paymentTerms: chance.pick(terms),
      priceLevel: priceLevels[index] as PriceLevel,
      taxExemptNumber: isExempt.has(index) ? `EX-${place.state}-${40_117 + index * 13}` : null,
      allowBackorder: chance.percent(12),
      isActive: !isInactive.has(index),
      creditLimit: zero,
      exposure: zero,
    }
  })
}

const frontsApart = 5

function levelsOf(count: number): PriceLevel[] {
  let cumulativeShare = 0
  return levels.flatMap(([level, share]) => {
    const before = Math.round((count * cumulativeShare) / 100)
    cumulativeShare += share
    return Array.from({ length: Math.round((count * cumulativeShare) / 100) - before }, () => level)
  })
}

/** Each industry starts at a different front name, so that no two company names are equal. */
function companyOf(index: number, fronts: readonly string[]) {
  const names = Object.entries(industries)
  const turn = index % names.length
  const [industry, kinds] = names[turn] as (typeof names)[number]
  const round = Math.floor(index / names.length)
  const front = fronts[(round + turn * frontsApart) % fronts.length] as string
  const kind = kinds[round % kinds.length] as string
  const name = `${front} ${kind}`
  const host = `${hostOf(name)}.example`
  const email = `purchasing@${host}`
  return { name, email, website: `https://www.${host}`, notes: `Industry: ${industry}` }
}

/** A company name as a host name: `Cut & Dry Co.` becomes cut-dry-co. */
export function hostOf(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return plain.replaceAll(/^-|-$/g, '')
}

/** A street address and phone number; 555-01xx numbers are reserved for fiction. */
export function addressOf(chance: Chance, { city, state, zip, area }: Place) {
  const number = chance.between(1, 98) * 50 + chance.between(0, 49)
  const line = chance.between(0, 99).toString().padStart(2, '0')
  return {
    address: `${number} ${chance.pick(streets)}`,
    city,
    state,
    zipCode: `${zip}${chance.between(1, 49).toString().padStart(2, '0')}`,
    phone: `(${area}) 555-01${line}`,
  }
}

/** The address of a demo customer as documents print it. */
export function printedAddressOf(
  of: Pick<DemoCustomer, 'address' | 'city' | 'state' | 'zipCode'>,
): string {
  return `${of.address}\n${of.city}, ${of.state} ${of.zipCode}`
}

const ladder = ['5000', '10000', '15000', '25000', '40000', '60000', '100000', '250000'].map(cents)
const step = 5000

/**
 * Sets each customer's credit limit so that a fifth is free, except for the highest exposures: some
 * are near their limit, and the first few are over the reduced limit returned for them, to which
 * their limit is lowered after their orders were placed.
 */
export function assignCreditLimits(customers: DemoCustomer[], size: Size): Map<number, Cents> {
  const chance = chanceOf('credit')
  const byExposure = [...customers].sort((a, b) => b.exposure - a.exposure || a.id - b.id)
  const nearLimit = new Set(byExposure.slice(size.overLimit, size.overLimit + size.nearLimit))
  for (const customer of customers) {
    const { exposure } = customer
    const start = chance.between(0, 4)
    const roomy = ladder.find((limit, index) => index >= start && exposure * 5 <= limit * 4)
    const tight = (Math.ceil(exposure / 0.96 / step) * step) as Cents
    customer.creditLimit = nearLimit.has(customer) ? tight : (roomy ?? ((exposure * 2) as Cents))
  }
  const over = byExposure.slice(0, size.overLimit)
  return new Map(
    over.map(({ id, exposure }) => [id, (Math.floor((exposure * 0.9) / step) * step) as Cents]),
  )
}
