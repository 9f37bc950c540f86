import JsBarcode from 'jsbarcode'

const quietZone = 10

/** The Code 128 bars of a text, from left to right, and the total width with the quiet zones. */
export function barsOf(text: string): { bars: { x: number; width: number }[]; total: number } {
  // Without an element to draw on, the library returns the modules as digits: 1 is black.
  const barcode: { encodings?: { data: string }[] } = {}
  JsBarcode(barcode, printable(text), { format: 'CODE128' })
  const modules = (barcode.encodings ?? []).map(({ data }) => data).join('')
  const bars = [...modules.matchAll(/1+/g)].map(({ 0: bar, index }) => {
    return { x: quietZone + index, width: bar.length }
  })
  return { bars, total: modules.length + 2 * quietZone }
}

/** Replaces characters that Code 128 cannot encode by `?`. */
function printable(text: string): string {
  return Array.from(text, (character) => (/[ -~]/.test(character) ? character : '?')).join('')
}
