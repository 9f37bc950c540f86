import { expect, type Page } from '@playwright/test'
import { countOf, pagesIn, decodeBars } from '#features/documents/server/testing.ts'

// Checks what printed pages must and must not contain.

export type Row = readonly [begin: string, end: string]
type PrintedPage = {
  heads: string
  rows: readonly Row[]
  /** Text found only in rows of other records, if there are any. */
  otherRecordText?: string
  once: readonly string[]
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

/** The text of the pages that the browser prints, on paper of this size. */
export async function printed(page: Page, format: 'Letter' | 'A4' = 'Letter'): Promise<string[]> {
  const pdf = await page.pdf({ format, printBackground: true })
  return (await pagesIn(pdf)).map(flat)
}

/**
 * Expects headings on every page with rows, rows once and unbroken, totals once, and page numbers.
 */
export function expectPrintedPage(pages: readonly string[], paper: PrintedPage): void {
  pages.forEach((text, place) => {
    expect(text).toContain(`page ${place + 1} of ${pages.length}`)
    const own = paper.rows.map(([begin]) => begin)
    const hasRows = [...own, ...(paper.otherRecordText ? [paper.otherRecordText] : [])].some(
      (begin) => text.includes(begin),
    )
    expect([place, countOf([text], paper.heads)]).toEqual([place, hasRows ? 1 : 0])
  })
  for (const [begin, end] of paper.rows) {
    expect([begin, countOf(pages, begin)]).toEqual([begin, 1])
    const own = pages.find((text) => text.includes(begin)) ?? ''
    expect(own.indexOf(end), end).toBeGreaterThan(own.indexOf(begin))
  }
  for (const words of paper.once) expect([words, countOf(pages, words)]).toEqual([words, 1])
}

// On paper, the sort buttons of a list are its column headings.
const screenOnlyElements = [
  'button:not(thead *)',
  'nav',
  'input',
  '[role=tablist]',
  '[role=toolbar]',
  'a[href="#main"]',
]

/** Expects no controls on paper, and all text black on white. */
export async function expectBlackOnWhite(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  const parts = screenOnlyElements.map((name) => `${name}:visible`).join(', ')
  expect(await page.locator(parts).allInnerTexts()).toEqual([])
  expect(await page.evaluate(notBlackOnWhite)).toEqual([])
  await page.emulateMedia({ media: null })
}

/** Words not printed black on white. Runs in the page. */
function notBlackOnWhite(): string[] {
  const clear = ['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)']
  const found: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const words = own.map(({ textContent }) => textContent?.trim()).join('')
    if (words === '' || !element.checkVisibility()) continue
    if (getComputedStyle(element).color !== 'rgb(0, 0, 0)') found.push(words)
    for (let on: HTMLElement | null = element; on; on = on.parentElement) {
      if (!clear.includes(getComputedStyle(on).backgroundColor))
        found.push(`${words} on ${on.tagName}`)
    }
  }
  return found
}

/** Decodes the barcode of the number on the printed sheet; the label of a return repeats it. */
export async function decodeBarcode(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' })
  const drawn = await page
    .locator('.print-sheet svg')
    .first()
    .evaluate((svg) => {
      const bars = [...svg.querySelectorAll('rect')].map((bar) => {
        return { x: bar.x.baseVal.value, width: bar.width.baseVal.value }
      })
      return { bars, total: (svg as SVGSVGElement).viewBox.baseVal.width }
    })
  await page.emulateMedia({ media: null })
  return decodeBars(drawn.bars, drawn.total)
}
