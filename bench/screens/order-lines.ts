import type { Page } from '@playwright/test'
import { type Figure, percentile } from '../figures.ts'
import { signedIn, withBrowser } from './signed-in-browser.ts'

const lineCount = 500
/** A processor of a quarter of the speed. */
const cpuSlowdown = 4
const limitMs = 200
const digitsPerLine = 30
/** The browser measures only keys that take at least so long. */
const shortestMs = 16
/** The times of the last keys arrive a little later. */
const restMs = 1000

/**
 * How long keys take in the quantities of an order of 500 lines on a slow computer, from the key to
 * the next picture (Interaction to Next Paint). Every digit computes the totals anew.
 */
export async function benchOrderLines(): Promise<Figure[]> {
  return withBrowser(async (browser, product) => {
    const context = await signedIn(browser, product)
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${product.port}/order-entry`)
    await enterLines(page)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.evaluate(watchKeys, shortestMs)
    const lines = [1, lineCount / 2, lineCount]
    for (const line of lines) await typeInto(page, line)
    await page.waitForTimeout(restMs)
    const times = await page.evaluate(() => (window as Timed).keyTimes ?? [])
    await context.close()
    const worst = Math.max(0, ...times)
    return [
      {
        part: 'order-lines',
        name: `a key in an order of ${lineCount} lines, 98th percentile`,
        measured: percentile(times, 0.98),
        unit: 'ms',
        target: { atMost: limitMs },
        detail:
          `lines ${lines.join(', ')}; ${times.length} keys of ${shortestMs} ms or more, ` +
          `longest ${worst} ms`,
      },
    ]
  })
}

/** Enters a customer and pastes lines of one unit, and waits until all SKUs are found. */
async function enterLines(page: Page): Promise<void> {
  const customer = page.getByRole('combobox', { name: 'Customer', exact: true })
  await customer.fill('C1')
  await customer.press('Enter')
  const codes = Array.from({ length: lineCount }, (_, index) => `SKU-${index + 1}\t1`)
  const first = page.getByRole('combobox', { name: 'SKU, line 1', exact: true })
  await first.evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const options = { clipboardData, bubbles: true, cancelable: true }
    field.dispatchEvent(new ClipboardEvent('paste', options))
  }, codes.join('\r\n'))
  await page.waitForFunction((name) => {
    const last = document.querySelector<HTMLInputElement>(`[aria-label="${name}"]`)
    return last?.value.includes('Article')
  }, `SKU, line ${lineCount}`)
}

/** Types digits into the quantity of a line, each after the picture of the one before. */
async function typeInto(page: Page, line: number): Promise<void> {
  await page.getByRole('textbox', { name: `Quantity, line ${line}`, exact: true }).focus()
  for (let digit = 0; digit < digitsPerLine; digit += 1) {
    if (digit % 3 === 0) await page.keyboard.press('Control+a')
    await page.keyboard.press(String(1 + (digit % 3)))
    await page.evaluate(nextPicture)
  }
}

type Timed = Window & { keyTimes?: number[] }

/** Records how long each key takes until the next picture. Runs in the page. */
function watchKeys(durationThreshold: number): void {
  const times: number[] = []
  ;(window as Timed).keyTimes = times
  const options = { type: 'event', durationThreshold } as PerformanceObserverInit
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') times.push(duration)
  }).observe(options)
}

/** Resolves after the next picture. Runs in the page. */
function nextPicture(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}
