import JsBarcode from 'jsbarcode'

const quietZone = 10

/** The bars of a text in Code 128, from left to right, and the width with the quiet zones. */
export function barsOf(text: string): { bars: { x: number; width: number }[]; total: number } {
  // Drawn on no element the library answers the modules: a one is black.
  const drawn: { encodings?: { data: string }[] } = {}
  JsBarcode(drawn, printable(text), { format: 'CODE128' })
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join('')
  const bars = [...modules.matchAll(/1+/g)].map(({ 0: run, index }) => {
    return { x: quietZone + index, width: run.length }
  })
  return { bars, total: modules.length + 2 * quietZone }
}

/** What Code 128 cannot say is said as `?`. */
function printable(text: string): string {
  return Array.from(text, (character) => (/[ -~]/.test(character) ? character : '?')).join('')
}
