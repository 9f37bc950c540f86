import * as z from 'zod/mini'
import { freeLine, freeText } from '#platform/kernel/fields.ts'

// The company as its documents show it. Part of the settings, edited on a page of its own.

const address = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/

/** One email address, or nothing. */
export const emailOrNothing = freeText(254).check(
  z.refine((text) => text === '' || address.test(text), { error: 'Must be an email address' }),
)

/** How dates are printed on documents: 12/26/2026, December 26, 2026, 26 Dec 2026 or 2026-12-26. */
export const dateStyles = ['us', 'long', 'day-first', 'iso'] as const
export type DateStyle = (typeof dateStyles)[number]

/** The lowest contrast of text on white (WCAG 2.2, success criterion 1.4.3). */
const leastContrast = 4.5

const accentColor = z.string().check(
  z.maxLength(7),
  z.regex(/^#[0-9a-fA-F]{6}$/, 'Must be a color such as #1f4e79'),
  z.refine((color) => contrastOnWhite(color) >= leastContrast, {
    error: 'Too light to read on white paper. Choose a darker color',
  }),
)

export const companyProfile = z.object({
  /** The name at the top of documents and in emails. */
  companyName: freeLine(100),
  /** The registered name, if it differs. */
  companyLegalName: freeLine(100),
  /** The office, as printed in the letterhead. */
  companyAddress: freeText(500),
  /** Where checks go, and where vendors deliver; empty: the office. */
  remitToAddress: freeText(500),
  receivingAddress: freeText(500),
  /** The country of the company: addresses in it are printed without a country. */
  companyCountry: freeLine(100),
  companyPhone: freeLine(50),
  companyEmail: emailOrNothing,
  companyWeb: freeLine(100),
  /** Other contact details, one line. */
  companyContact: freeLine(200),
  /** Tax numbers, one per line, such as `EIN 12-3456789`. */
  taxNumbers: freeText(300),
  /** How customers pay by transfer, and to whom they make out checks. */
  bankDetails: freeText(500),
  checksPayableTo: freeLine(100),
  /** The text below documents that request payment. */
  invoiceFooter: freeText(1000),
  accentColor,
  paperSize: z.enum(['letter', 'a4']),
  dateStyle: z.enum(dateStyles),
  /** `pdf-a-3` for archives: PDF/A-3, which readers open for reading only. */
  pdfFormat: z.enum(['pdf', 'pdf-a-3']),
})
export type CompanyProfile = z.infer<typeof companyProfile>

/**
 * The contrast of a color on white, from 1 to 21, as WCAG 2.2 defines it:
 * https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. 0 for text that is not a color.
 */
export function contrastOnWhite(color: string): number {
  const parts = /^#(..)(..)(..)$/.exec(color)?.slice(1)
  if (!parts) return 0
  const [red = 0, green = 0, blue = 0] = parts.map((hex) => linear(Number.parseInt(hex, 16) / 255))
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (luminance + 0.05)
}

/** The linear light of an sRGB channel. */
function linear(channel: number): number {
  return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
