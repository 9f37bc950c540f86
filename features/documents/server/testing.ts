import { constants, inflateSync } from 'node:zlib'
import { BitArray, Code128Reader } from '@zxing/library'
import { extractText, getDocumentProxy } from 'unpdf'

// What tests read in a PDF: its words page by page, and its bars as a scanner does.

/**
 * The words of each page. Errors of the reader carry the stack of the place that declares them, so
 * what it said is told here, with what it was given.
 */
export async function pagesIn(pdf: Uint8Array): Promise<string[]> {
  try {
    // The reader takes the bytes away, so it gets a copy.
    const document = await getDocumentProxy(new Uint8Array(pdf))
    return (await extractText(document, { mergePages: false })).text
  } catch (error) {
    const start = JSON.stringify(Buffer.from(pdf.subarray(0, 40)).toString('latin1'))
    throw new Error(`${String(error)}, in ${pdf.length} bytes that begin ${start}`, {
      cause: error,
    })
  }
}

/** The words of all pages. */
export const textIn = async (pdf: Uint8Array) => (await pagesIn(pdf)).join('\n')

/** How often words stand on all pages together. */
export const countOf = (pages: readonly string[], words: string) =>
  pages.join('\n').split(words).length - 1

type Bar = { x: number; width: number }

/** What a scanner reads from black bars, in the width of the narrowest. */
export function scanned(bars: readonly Bar[], total: number): string {
  const row = new BitArray(total)
  for (const { x, width } of bars) row.setRange(x, x + width)
  return new Code128Reader().decodeRow(0, row).getText()
}

/** The black bars that stand in a PDF: the high thin boxes that its pages draw. */
export function barsIn(pdf: Uint8Array): Bar[] {
  const whole = Buffer.from(pdf).toString('latin1')
  const streams = [...whole.matchAll(/FlateDecode\s*>>\s*stream\r?\n(.*?)\r?\nendstream/gs)]
  return streams.flatMap(([, packed = '']) => {
    // Where the last byte of a stream is a carriage return, it is taken for the end of its line.
    const whatIsThere = { finishFlush: constants.Z_SYNC_FLUSH }
    const drawn = inflateSync(Buffer.from(packed, 'latin1'), whatIsThere).toString('latin1')
    const boxes = [...drawn.matchAll(/([\d.-]+) [\d.-]+ ([\d.-]+) ([\d.-]+) re\b/g)]
    return boxes
      .map(([, x, width, height]) => ({ x: Number(x), width: Number(width), high: Number(height) }))
      .filter(({ width, high }) => high > 30 && width < 6)
  })
}

const quietZone = 10

/** What a scanner reads from the bars of a PDF, or null where it has none. */
export function scannedIn(pdf: Uint8Array): string | null {
  const bars = barsIn(pdf)
  if (bars.length === 0) return null
  const start = Math.min(...bars.map(({ x }) => x)) - quietZone
  const moved = bars.map(({ x, width }) => ({ x: Math.round(x - start), width }))
  const end = Math.max(...moved.map(({ x, width }) => x + width))
  return scanned(moved, end + quietZone)
}
