/** A barcode that the browser or the library has read. */
export type ReadBarcode = { rawValue: string; format?: string }

/** The characters of the longest code that a record may have: a SKU has at most 100. */
const maxLength = 100

/**
 * The text to enter for a barcode, without control characters; undefined if nothing is left, or if
 * it is longer than any code. A 12-digit UPC-A is also a 13-digit EAN-13 that begins with 0, and
 * readers differ in which they return: it is entered with 12 digits, which a search finds in 13,
 * too.
 */
export function scannedText({ rawValue, format }: ReadBarcode): string | undefined {
  const text = rawValue.replace(/\p{Cc}/gu, '').trim()
  const isUpcA = (format === 'ean_13' || format === 'upc_a') && /^0\d{12}$/.test(text)
  if (text === '' || text.length > maxLength) return undefined
  return isUpcA ? text.slice(1) : text
}

type Box = { x: number; y: number; width: number; height: number }

/** The barcode nearest to the middle of the picture, which is the one the user points at. */
export function nearestToMiddle<B extends { boundingBox: Box }>(
  found: readonly B[],
  picture: { width: number; height: number },
): B | undefined {
  const distance = ({ boundingBox: { x, y, width, height } }: B) =>
    Math.hypot(x + width / 2 - picture.width / 2, y + height / 2 - picture.height / 2)
  return found.toSorted((a, b) => distance(a) - distance(b))[0]
}

/**
 * Collects the reads of consecutive pictures. Returns the text once two reads agree: a blurred
 * picture may be read wrong, but not twice in the same way.
 */
export function createAgreement(): (text: string | undefined) => string | undefined {
  let before: string | undefined
  return (text) => {
    if (text === undefined) return undefined
    if (text === before) return text
    before = text
    return undefined
  }
}
