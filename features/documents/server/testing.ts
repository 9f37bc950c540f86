import { constants, inflateSync } from 'node:zlib'
import { BitArray, Code128Reader } from '@zxing/library'
import { extractText, getDocumentProxy } from 'unpdf'

// Test helpers that extract the words and the barcodes of a PDF.

/**
 * The words of each page. Rethrows reader errors with the start of the input, because their own
 * stack points into the reader.
 */
export async function pagesIn(pdf: Uint8Array): Promise<string[]> {
  try {
    // The reader detaches its buffer, so it gets a copy.
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

type TagNode = { role?: string; children?: TagNode[]; type?: string; id?: string }

/** What a screen reader finds: title, language, tags in reading order, and what has no tag. */
export async function accessibilityOf(pdf: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { info } = await document.getMetadata()
  const tags: string[] = []
  const unmarked: string[] = []
  const collect = ({ role, children = [] }: TagNode) => {
    if (role) tags.push(role)
    children.forEach(collect)
  }
  for (let number = 1; number <= document.numPages; number += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const page = await document.getPage(number)
    // oxlint-disable-next-line no-await-in-loop
    const tree = (await page.getStructTree()) as TagNode | null
    if (tree) collect(tree)
    // oxlint-disable-next-line no-await-in-loop
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    let depth = 0
    for (const item of items as { type?: string; str?: string }[]) {
      if (item.type?.startsWith('beginMarkedContent')) depth += 1
      else if (item.type === 'endMarkedContent') depth -= 1
      else if (depth === 0 && item.str?.trim()) unmarked.push(item.str)
    }
  }
  const catalog = Buffer.from(pdf).toString('latin1')
  const lang = /\/Lang \((.*?)\)/.exec(catalog)?.[1]
  return { info: info as Record<string, unknown>, lang, tags, unmarked, pages: document.numPages }
}

/** Counts the occurrences of a text on all pages together. */
export const countOf = (pages: readonly string[], words: string) =>
  pages.join('\n').split(words).length - 1

type PlacedText = { str: string; transform: number[]; width: number; height: number }

const squeezed = (text: string) => text.replaceAll(/[\s\u200B]/g, '')

/**
 * Where the first page draws a text that it draws in one piece, in points from the top left. The
 * letters below the line count as a quarter of the height.
 */
export async function boxOf(pdf: Uint8Array, text: string) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const page = await document.getPage(1)
  const pageHeight = page.view[3] ?? 0
  const { items } = await page.getTextContent()
  const all = (items as PlacedText[]).filter(({ str }) => squeezed(str) !== '')
  const begin = all
    .map(({ str }) => squeezed(str))
    .join('')
    .indexOf(squeezed(text))
  if (begin < 0) throw new Error(`The page does not draw ${text}`)
  const end = begin + squeezed(text).length
  let at = 0
  const drawn = all.filter(({ str }) => {
    const from = at
    at += squeezed(str).length
    return from < end && at > begin
  })
  const lefts = drawn.map(({ transform }) => transform[4] ?? 0)
  const lines = drawn.map(({ transform }) => pageHeight - (transform[5] ?? 0))
  return {
    left: Math.min(...lefts),
    right: Math.max(...drawn.map(({ width }, index) => (lefts[index] ?? 0) + width)),
    top: Math.min(...drawn.map(({ height }, index) => (lines[index] ?? 0) - height)),
    bottom: Math.max(...drawn.map(({ height }, index) => (lines[index] ?? 0) + height / 4)),
  }
}

type Bar = { x: number; width: number }

/** Decodes black bars, measured in widths of the narrowest. */
export function decodeBars(bars: readonly Bar[], total: number): string {
  const row = new BitArray(total)
  for (const { x, width } of bars) row.setRange(x, x + width)
  return new Code128Reader().decodeRow(0, row).getText()
}

/** The black bars in a PDF: the tall thin rectangles that its pages draw. */
export function barsIn(pdf: Uint8Array): Bar[] {
  const pdfText = Buffer.from(pdf).toString('latin1')
  const streams = [...pdfText.matchAll(/FlateDecode\s*>>\s*stream\r?\n(.*?)\r?\nendstream/gs)]
  return streams.flatMap(([, packed = '']) => {
    // If the last byte of a stream is a carriage return, the regex takes it for the line end.
    const whatIsThere = { finishFlush: constants.Z_SYNC_FLUSH }
    const drawn = inflateSync(Buffer.from(packed, 'latin1'), whatIsThere).toString('latin1')
    const boxes = [...drawn.matchAll(/([\d.-]+) [\d.-]+ ([\d.-]+) ([\d.-]+) re\b/g)]
    return boxes
      .map(([, x, width, height]) => ({ x: Number(x), width: Number(width), high: Number(height) }))
      .filter(({ width, high }) => high > 30 && width < 6)
  })
}

const quietZone = 10

/** Decodes the barcode in a PDF; null if it has none. */
export function decodeBarcode(pdf: Uint8Array): string | null {
  const bars = barsIn(pdf)
  if (bars.length === 0) return null
  const start = Math.min(...bars.map(({ x }) => x)) - quietZone
  const moved = bars.map(({ x, width }) => ({ x: Math.round(x - start), width }))
  const end = Math.max(...moved.map(({ x, width }) => x + width))
  return decodeBars(moved, end + quietZone)
}
