import {
  normalizePlace,
  placeFrom,
  placeOf,
  placeOfAddress,
} from '#features/settings/countries-and-states.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, percentageOf } from '#platform/kernel/money.ts'

/** A row of the tax table: the rate of a place from a date. An empty state means the country. */
export type TaxRate = { country: string; state: string; rate: string; effectiveDate: Day }

/**
 * The sales tax rate of a delivery as a decimal fraction such as `0.0825`: 0 for a tax-exempt
 * customer, else the state's latest rate, else the country's, else the default. Compares normalized
 * places: `US/Florida` and `USA/F.L.` have the rate of `US/FL`.
 */
export function taxRateOf(lookup: {
  isExempt: boolean
  country: string | null
  state: string | null
  rates: readonly TaxRate[]
  defaultRate: string
  date: Day
}): string {
  if (lookup.isExempt) return '0'
  const place = comparable(lookup)
  const here = lookup.rates
    .map((rate) => ({ ...rate, place: comparable(rate) }))
    .filter((rate) => rate.effectiveDate <= lookup.date && rate.place.country === place.country)
    .sort((a, b) => (a.effectiveDate < b.effectiveDate ? 1 : -1))
  const ofState = here.find(({ place: { state } }) => state !== '' && state === place.state)
  return (ofState ?? here.find(({ state }) => state === ''))?.rate ?? lookup.defaultRate
}

type PlaceInput = { country: string | null; state: string | null }

function comparable(typed: PlaceInput): { country: string; state: string } {
  const { country, state } = placeFrom(typed) ?? normalizePlace(typed)
  return {
    country: (country ?? '').trim().toLowerCase(),
    state: (state ?? '').trim().toLowerCase(),
  }
}

/**
 * The place whose tax applies: the ship-to address if it can be parsed reliably, else the
 * customer's country and state. `notice` is the message about the fallback if neither could be
 * parsed, or only the customer's place.
 */
export function taxPlaceOf(addresses: {
  shipTo: string | null | undefined
  /** The customer's own address, which is not parsed. */
  own: string | null | undefined
  customer: PlaceInput
}): PlaceInput & { notice?: string } {
  const { shipTo, own, customer } = addresses
  const isElsewhere = Boolean(shipTo) && shipTo !== own
  const place = isElsewhere && shipTo ? placeOfAddress(shipTo) : undefined
  if (place) return place
  const home = placeFrom(customer)
  if (!home) return { ...customer, notice: unknownPlaceText }
  const notice =
    'Sales tax uses the customer’s address ' +
    `(${placeOf(home)}): no state and ZIP code were found in the ship-to address`
  return { ...home, ...(isElsewhere && { notice }) }
}

const unknownPlaceText =
  'Sales tax uses the default rate: no country and state were recognized in the ship-to ' +
  'address or on the customer'

/** The sales tax of an order: its rate (0 for an exempt customer), its place and a notice. */
export type TaxBasis = {
  taxRate: string
  /** The place whose tax applies, as far as known. */
  taxPlace?: PlaceInput
  /** Which place the tax is based on, if the ship-to address could not be parsed. */
  taxNotice?: string | undefined
}

/** The sales tax of a line: its total times the rate, rounded half away from zero. */
export function lineTax(totalPrice: Cents, taxRate: string): Cents {
  return percentageOf(totalPrice, taxRate)
}

/** True for the same rate, also if written with other decimals: `0.07` and `0.070000`. */
export function isSameRate(one: string, other: string): boolean {
  // A rate has at most six decimals, so that its millionths are a whole number.
  const millionths = (rate: string) => percentageOf(1_000_000 as Cents, rate)
  return millionths(one) === millionths(other)
}
