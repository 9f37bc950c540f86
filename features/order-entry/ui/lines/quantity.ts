import { maxInteger } from '#platform/kernel/fields.ts'

const product = /^\d+(?:\s*[*x×]\s*\d+)*$/i

/**
 * Parses a typed quantity: `12`, `1,200`, or a product such as `12*4` for twelve boxes of four.
 * Undefined for anything else, below 1, or above the maximum of an order line.
 */
export function parseQuantity(text: string): number | undefined {
  const normalized = text.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '').trim()
  if (!product.test(normalized)) return undefined
  const value = normalized.split(/[*x×]/i).reduce((total, factor) => total * Number(factor), 1)
  return value >= 1 && value <= maxInteger ? value : undefined
}

/** The specification's message for an invalid quantity. */
export const quantityMessage = 'Quantity must be at least 1'

/** The message for a fraction such as 2.5. */
export const wholeNumberMessage = 'Quantity must be a whole number'

const decimalNumber = /^\d*[.,]\d+$/
const numberWithLetters = /^\d[\d.,]*\s*\p{L}+\.?$/u

/** True for `2bx`: a number followed by a unit, which is not a quantity. It may be a code. */
export function isNumberWithLetters(text: string): boolean {
  return numberWithLetters.test(text.trim()) && parseQuantity(text) === undefined
}

/** The error message of a quantity; undefined if it is valid. */
export function quantityProblem(text: string): string | undefined {
  if (parseQuantity(text) !== undefined) return undefined
  if (isFraction(text)) return wholeNumberMessage
  if (!isNumberWithLetters(text)) return quantityMessage
  return `“${text.trim()}” is not a quantity. Enter a number such as 2 or 12*4`
}

/** True for `2.5` and `1,20`; also for `2.0`, which is not a usual way to type a quantity. */
function isFraction(text: string): boolean {
  return decimalNumber.test(text.trim())
}
