import type { Settings } from './contract.ts'

/** The business rules of a new system (docs/rules.md). An administrator may change each. */
export const defaultSettings: Settings = {
  companyName: '',
  companyAddress: '',
  companyContact: '',
  bankDetails: '',
  invoiceFooter: '',
  mailSender: '',
  paperSize: 'letter',
  businessTimeZone: 'America/New_York',
  taxDefaultRate: '0.0800',
  shippingFlat: '15.00',
  shippingFreeFrom: '500.00',
  creditZeroMeans: 'none',
  creditOver: 'refuse',
  userMayEditTerms: true,
  requireIfMatch: false,
  sodMode: 'record',
  purchaseApprovalLimit: '25000.00',
  billPricePercent: 2,
  billPriceAmount: '100.00',
  billRounding: '1.00',
  billApprovalLimit: '500.00',
  overReceiptPercent: 0,
  costMethod: 'average',
  certificateMode: 'warn',
  purchaseCoverDays: 30,
  returnWindowDays: 30,
  returnApprovalLimit: '500.00',
  writeOffLimitFinance: '25.00',
  writeOffLimitManager: '1000.00',
  refundLimit: '1000.00',
  creditOverrideLimit: '10000.00',
  creditOverdueDays: 60,
  creditOverduePercent: 10,
  leftoverDays: 7,
  dunningDays1: 7,
  dunningDays2: 21,
  dunningDays3: 45,
  dunningFee1: '0.00',
  dunningFee2: '0.00',
  dunningFee3: '0.00',
  dunningText1:
    'Our books show that these invoices are past due. If you have paid meanwhile, please ' +
    'disregard this letter; otherwise we ask you for your payment.',
  dunningText2:
    'In spite of our reminder these invoices are still open. Please pay them within 7 days, or ' +
    'tell us what stands in the way.',
  dunningText3:
    'These invoices are long past due. This is our last reminder: unless we receive your payment ' +
    'within 7 days, we deliver against payment in advance only and take further steps.',
  dunningGapDays: 14,
  dunningMinimum: '25.00',
  dunningBlockFrom: '3',
  customerPoAgain: 'warn',
  stockOnShort: 'free',
  stockOldHours: 24,
  stockOldMeans: 'warn',
  countGuardPercent: 20,
  maintenanceNotice: '',
}

/** From so many active accounts on there is somebody else to decide. */
const enforceFrom = 4

/** Whether duties, which are only recorded, had better be enforced. */
export function recommendsEnforce(of: {
  sodMode: Settings['sodMode']
  activeAccounts: number
}): boolean {
  return of.sodMode === 'record' && of.activeAccounts >= enforceFrom
}

/** A place with a tax rate of its own: `US, CA`, or `US` for the whole country. */
export function placeOf({ country, state }: { country: string; state: string }): string {
  return state === '' ? country : `${country}, ${state}`
}

/** A share as people read it: `0.082500` is `8.25 %`. */
export function shareAsPercent(share: string): string {
  const millionths = Math.round(Number(share) * 1_000_000)
  return `${(millionths / 10_000).toLocaleString('en-US', { maximumFractionDigits: 4 })} %`
}

const usStates = `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,
CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,
IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,
MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,
NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,
ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,
SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,
WV West Virginia,WI Wisconsin,WY Wyoming,PR Puerto Rico,GU Guam,VI Virgin Islands,
AS American Samoa,MP Northern Mariana Islands,AA Armed Forces Americas,AE Armed Forces Europe,
AP Armed Forces Pacific`
const provinces = `AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,
NL Newfoundland and Labrador,NS Nova Scotia,NT Northwest Territories,NU Nunavut,ON Ontario,
PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon`
const countryAliases = `US USA,US UnitedStatesOfAmerica,US America,GB UK,GB GreatBritain,GB GBR,
CA CAN,MX MEX,DE DEU,FR FRA,IT ITA,ES ESP,CN CHN,JP JPN,IN IND,BR BRA,AU AUS,NL NLD`

/** What stands in the name of a place: letters and marks, and what is written between them. */
const nameOfPlace = /^[\p{L}\p{M}\s.,'’()&/-]*$/u

/**
 * Letters alone, without accents, in lower case: `F.L.` and `fl` are the same. Text with digits or
 * other signs in it is no place and has none.
 */
const lettersOf = (text: string) =>
  nameOfPlace.test(text)
    ? text
        .normalize('NFD')
        .toLowerCase()
        .replaceAll(/[^a-z]/g, '')
    : ''

function codesOf(list: string): Map<string, string> {
  const entries = list.split(/,\s*/).flatMap((each) => {
    const code = each.slice(0, 2)
    return [code, each.slice(3)].map((name): [string, string] => [lettersOf(name), code])
  })
  return new Map(entries)
}

const regions: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  US: codesOf(usStates),
  CA: codesOf(provinces),
}
const notCountries = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ'])
let countries: ReadonlyMap<string, string> | undefined

/** The ISO 3166 code of a country by its code or English name; undefined for any other text. */
function countryCodeOf(text: string): string | undefined {
  countries ??= namedCountries()
  return countries.get(lettersOf(text))
}

function namedCountries(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const known = codes.flatMap((code): [string, string][] => {
    const name = notCountries.has(code) ? undefined : names.of(code)
    const isCurrent =
      name !== undefined && Intl.getCanonicalLocales(`und-${code}`)[0]?.slice(4) === code
    return isCurrent
      ? [
          [lettersOf(name), code],
          [lettersOf(code), code],
        ]
      : []
  })
  const aliases = countryAliases.split(/,\s*/).map((each): [string, string] => {
    return [lettersOf(each.slice(3)), each.slice(0, 2)]
  })
  return new Map([...known, ...aliases])
}

type Place = { country: string; state: string }
type TypedPlace = { country?: string | null | undefined; state?: string | null | undefined }

/**
 * A country and state in normal form: ISO 3166 code, and the code of the postal service for states
 * of the United States and provinces of Canada. A state without a country is one of those two.
 * Undefined where that is not certain, such as for a state that does not exist.
 */
export function placeFrom({ country, state }: TypedPlace): Place | undefined {
  const [typedCountry, typedState] = [country?.trim() ?? '', state?.trim() ?? '']
  const inRegion = (code: string): Place | undefined => {
    const found = regions[code]?.get(lettersOf(typedState))
    return found ? { country: code, state: found } : undefined
  }
  if (typedCountry === '') return inRegion('US') ?? inRegion('CA')
  const code = countryCodeOf(typedCountry)
  if (!code) return undefined
  return regions[code] ? inRegion(code) : { country: code, state: typedState }
}

/** A country and state as they are stored: in normal form as far as they can be read. */
export function normalizePlace<P extends TypedPlace>(typed: P): P {
  const country = typed.country && (countryCodeOf(typed.country) ?? typed.country)
  const state = typed.state && (placeFrom(typed)?.state ?? typed.state)
  return {
    ...typed,
    ...(country !== undefined && { country }),
    ...(state !== undefined && { state }),
  }
}

const zipCode = /^(.*?)[\s,]+\d{5}(?:-?\d{4})?$/
const postalCode = /^(.*?)[\s,]+[A-Z]\d[A-Z] ?\d[A-Z]\d$/i

/**
 * The country and state of an address as it stands on paper; undefined where they are not certain.
 * The last line is a country, or ends with a ZIP or Canadian postal code behind the state.
 */
export function placeOfAddress(address: string): Place | undefined {
  const lines = address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const last = lines.at(-1) ?? ''
  const country = countryCodeOf(last)
  const region = regionOf(country ? (lines.at(-2) ?? '') : last)
  if (region) return !country || country === region.country ? region : undefined
  // `GA` and `CA` in a line of their own may be a state as well.
  const isState = regions['US']?.has(lettersOf(last)) === true
  if (!country || regions[country] || isState) return undefined
  return { country, state: '' }
}

/** The state before a ZIP or postal code: behind the last comma, else a code of two capitals. */
function regionOf(line: string): Place | undefined {
  const [country, before] = zipCode.test(line)
    ? (['US', zipCode.exec(line)?.[1] ?? ''] as const)
    : (['CA', postalCode.exec(line)?.[1] ?? ''] as const)
  const known = regions[country]
  const afterComma = before.includes(',') ? before.slice(before.lastIndexOf(',') + 1) : ''
  const [, lastWord = ''] = /(?:^|[\s,])([A-Z]{2})$/.exec(before) ?? []
  const state = known?.get(lettersOf(afterComma)) ?? known?.get(lettersOf(lastWord))
  return state ? { country, state } : undefined
}
