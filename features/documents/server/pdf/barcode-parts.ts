import type { Column, Content } from 'pdfmake/interfaces.d.ts'
import { barsOf } from '../../barcode.ts'
import { bodySize, compactLayout, smallSize, textBlock } from './text-parts.ts'

// Barcodes of a document: of its number beside the address, of codes in cells and on the label.

/** The width of the narrowest bar. */
const usualBar = 1
const barHeight = 32
/** Thinner bars do not scan. */
const narrowestReadable = 0.54

type Bars = ReturnType<typeof barsOf>['bars']

function rectangles(bars: Bars, { module, height }: { module: number; height: number }) {
  const [first] = bars
  const left = first?.x ?? 0
  return bars.map(({ x, width }) => ({
    type: 'rect' as const,
    x: (x - left) * module,
    y: 0,
    w: width * module,
    h: height,
    color: '#000000',
  }))
}

/**
 * The barcode of a number at a size that hand scanners read, with the number below. A long number
 * has narrower bars, so that it fits its column. The last bar ends at the margin of the page, which
 * is the quiet zone.
 */
export function numberBarcode(number: string, columnWidth: number): Content {
  const { bars, total } = barsOf(number)
  const module = Math.min(usualBar, columnWidth / total)
  const drawing = {
    canvas: rectangles(bars, { module, height: barHeight }) as never,
    margin: [0, 3, 0, 1] as never,
  }
  const numberText = textBlock(number, { fontSize: smallSize, alignment: 'center' })
  const table = { body: [[drawing], [numberText]] }
  const drawn = { table, layout: compactLayout, width: 'auto' }
  // Columns inside of columns would have the gap of those.
  return { columns: [{ text: '', width: '*' }, drawn as Column], columnGap: 0 }
}

/** The width of a module, for bars with their quiet zones; undefined if it would not scan. */
function smallModule(total: number, widest: number): number | undefined {
  const module = Math.min(0.9, widest / total)
  return module < narrowestReadable ? undefined : module
}

type SmallBarcode = { widest: number; height: number }

/** The bars of a code without its text; undefined if they would be too thin to scan. */
export function smallBars(text: string, { widest, height }: SmallBarcode): Content | undefined {
  const { bars, total } = barsOf(text)
  const module = smallModule(total, widest)
  if (module === undefined) return undefined
  return { canvas: rectangles(bars, { module, height }) as never }
}

/** The width of these bars with the quiet zone at their right; 0 if they would not scan. */
export function smallBarsWidth(text: string, widest: number): number {
  const { bars, total } = barsOf(text)
  const [first] = bars
  return (total - (first?.x ?? 0)) * (smallModule(total, widest) ?? 0)
}

/** The code itself, to be read by a person, below or instead of its bars. */
export const codeText = (text: string) => ({
  ...textBlock(text, { bold: true, fontSize: bodySize }),
  lineHeight: 1,
})
