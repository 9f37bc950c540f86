import * as z from 'zod/mini'
import { freeText } from '#platform/kernel/fields.ts'

// The rules for shipping and billing addresses of every channel: each part is optional, the maximum
// is 500 characters, and the text is stored as printed lines.

/** Maximum length of an address. */
export const maxAddress = 500

/** An optional address: undefined stays undefined, empty and null become null. */
export const addressField = z.optional(
  z.pipe(
    z.nullable(freeText(maxAddress)),
    z.transform((value) => (value === null ? null : tidyLines(value) || null)),
  ),
)

export type AddressPart = string | null | undefined

/** The parts of an address. `street` may have several lines, such as the recipient or a dock. */
type AddressParts = {
  street: AddressPart
  city: AddressPart
  state: AddressPart
  zipCode: AddressPart
  country: AddressPart
}

/**
 * Formats an address for printing: the street, `City, State ZIP` and the country on separate lines,
 * without empty lines. Truncates the street if the result exceeds `maxAddress`. Null if every part
 * is empty.
 */
export function formatAddress({
  street,
  city,
  state,
  zipCode,
  country,
}: AddressParts): string | null {
  const region = [trimmed(state), trimmed(zipCode)].filter(Boolean).join(' ')
  const cityLine = [trimmed(city), region].filter(Boolean).join(', ')
  const end = [cityLine, trimmed(country)].filter(Boolean).join('\n').slice(0, maxAddress)
  const maxStreet = Math.max(0, maxAddress - end.length - 1)
  const start = tidyLines(street ?? '').slice(0, maxStreet)
  return tidyLines(`${start}\n${end}`) || null
}

/** The customer fields that form the addresses. */
type CustomerAddress = Omit<AddressParts, 'street'> & {
  address: AddressPart
  billingAddress: AddressPart
}

/** The default shipping and billing addresses of a customer's orders; null if unknown. */
export function addressesOf({ address, billingAddress, ...parts }: CustomerAddress): {
  shipping: string | null
  billing: string | null
} {
  const shipping = formatAddress({ ...parts, street: address })
  return { shipping, billing: tidyLines(billingAddress ?? '') || shipping }
}

const trimmed = (part: AddressPart) => part?.trim() ?? ''

/** Trims each line and removes empty lines. */
function tidyLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}
