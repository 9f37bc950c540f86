// Parses and normalizes countries, states and provinces.

/** Display text of a place: `US, CA`, or `US` for the whole country. */
export function placeOf({ country, state }: { country: string; state: string }): string {
  return state === '' ? country : `${country}, ${state}`
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

/** Characters allowed in place names: letters, marks and common separators. */
const nameOfPlace = /^[\p{L}\p{M}\s.,'’()&/-]*$/u

/**
 * The letters only, without accents, lowercase: `F.L.` and `fl` are equal. Text with digits or
 * other characters is not a place name and becomes empty.
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

type Regions = Readonly<Record<string, ReadonlyMap<string, string>>>

// Built on first use, like the countries: most screens never need them.
let regions: Regions | undefined
const regionsOf = (country: string) => {
  regions ??= { US: codesOf(usStates), CA: codesOf(provinces) }
  return regions[country]
}

const notCountries = ['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ']
let countries: ReadonlyMap<string, string> | undefined

/** The ISO 3166 code of a country by its code or English name; undefined for any other text. */
export function countryCodeOf(text: string): string | undefined {
  countries ??= countriesByName()
  return countries.get(lettersOf(text))
}

/** True if a line of an address is the country of the company, however either is written. */
export function isOwnCountry(line: string, companyCountry: string): boolean {
  const text = line.trim()
  if (text === '' || companyCountry.trim() === '') return false
  const [code, own] = [countryCodeOf(text), countryCodeOf(companyCountry)]
  if (code && own) return code === own
  return text.toLowerCase() === companyCountry.trim().toLowerCase()
}

function countriesByName(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const known = codes.flatMap((code): [string, string][] => {
    const name = notCountries.includes(code) ? undefined : names.of(code)
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
 * Normalizes a country and state: the ISO 3166 code, and the postal code for US states and Canadian
 * provinces. A state without a country is looked up in the US, then in Canada. Undefined if the
 * result is not certain, such as for an unknown state.
 */
export function placeFrom({ country, state }: TypedPlace): Place | undefined {
  const [typedCountry, typedState] = [country?.trim() ?? '', state?.trim() ?? '']
  const inRegion = (code: string): Place | undefined => {
    const found = regionsOf(code)?.get(lettersOf(typedState))
    return found ? { country: code, state: found } : undefined
  }
  if (typedCountry === '') return inRegion('US') ?? inRegion('CA')
  const code = countryCodeOf(typedCountry)
  if (!code) return undefined
  return regionsOf(code) ? inRegion(code) : { country: code, state: typedState }
}

/** A country and state for storage: normalized as far as they are recognized. */
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
 * The country and state of a printed address; undefined if they are not certain. The last line must
 * be a country, or end with a ZIP or Canadian postal code after the state.
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
  // `GA` and `CA` on a line of their own may also be states.
  const isState = regionsOf('US')?.has(lettersOf(last)) === true
  if (!country || regionsOf(country) || isState) return undefined
  return { country, state: '' }
}

/** The state before a ZIP or postal code: after the last comma, else a code of two capitals. */
function regionOf(line: string): Place | undefined {
  const [country, before] = zipCode.test(line)
    ? (['US', zipCode.exec(line)?.[1] ?? ''] as const)
    : (['CA', postalCode.exec(line)?.[1] ?? ''] as const)
  const known = regionsOf(country)
  const afterComma = before.includes(',') ? before.slice(before.lastIndexOf(',') + 1) : ''
  const [, lastWord = ''] = /(?:^|[\s,])([A-Z]{2})$/.exec(before) ?? []
  const state = known?.get(lettersOf(afterComma)) ?? known?.get(lettersOf(lastWord))
  return state ? { country, state } : undefined
}
