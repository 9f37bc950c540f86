import type { Browser, Page } from '@playwright/test'
import type { Product } from '../built-program.ts'
import { type Figure, median } from '../figures.ts'
import { signedIn, withBrowser } from './signed-in-browser.ts'

const runs = 5
const limits = { paintSeconds: 2.5, blockingMs: 200 }

/** A processor of a quarter of the speed, and a line of 1.6 Mbit/s with 150 ms per round trip. */
const cpuSlowdown = 4
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
/** The screen is at rest if nothing was fetched or computed for so long. */
const restMs = 2000
/** Only what a task takes beyond this blocks the user. */
const unnoticedMs = 50

const screens = [
  ['dashboard', '/'],
  ['list', '/customers'],
  ['record', '/customers?open=C1&full=1'],
  ['Order Entry', '/order-entry'],
] as const

type Load = { paintSeconds: number; blockingMs: number }

/**
 * How soon the largest content of a screen is painted (LCP) and how long its scripts block the page
 * (TBT), with an empty cache, on a slow computer with a slow line. Medians of some loads.
 */
export async function benchPageSpeed(): Promise<Figure[]> {
  return withBrowser(async (browser, product) => {
    const figures: Figure[] = []
    for (const [name, path] of screens) {
      const loads: Load[] = []
      for (let run = 0; run < runs; run += 1) loads.push(await load(browser, product, path))
      figures.push(...figuresOf(name, path, loads))
    }
    return figures
  })
}

function figuresOf(name: string, path: string, loads: readonly Load[]): Figure[] {
  const paints = loads.map(({ paintSeconds }) => paintSeconds)
  const blocks = loads.map(({ blockingMs }) => blockingMs)
  const inSeconds = paints.map((seconds) => seconds.toFixed(2)).join(', ')
  return [
    {
      part: 'page-speed',
      name: `largest contentful paint, ${name}`,
      measured: median(paints),
      unit: 's',
      target: { atMost: limits.paintSeconds },
      detail: `${path}: ${inSeconds} s`,
    },
    {
      part: 'page-speed',
      name: `total blocking time, ${name}`,
      measured: median(blocks),
      unit: 'ms',
      target: { atMost: limits.blockingMs },
      detail: `${path}: ${blocks.map(Math.round).join(', ')} ms`,
    },
  ]
}

/** One cold load of a screen. */
async function load(browser: Browser, product: Product, path: string): Promise<Load> {
  const context = await signedIn(browser, product)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.addInitScript(watchLoad)
  await page.goto(`http://127.0.0.1:${product.port}${path}`)
  await page.locator('h1').first().waitFor()
  await waitUntilAtRest(page)
  const found = await page.evaluate(readLoad, unnoticedMs)
  await context.close()
  return found
}

type Watched = Window & { paintMs?: number; tasks?: { at: number; ms: number }[] }

/** Records the largest paint and the long tasks. Runs in the page. */
function watchLoad(): void {
  const watched = window as Watched
  const tasks: { at: number; ms: number }[] = []
  watched.tasks = tasks
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) watched.paintMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      tasks.push({ at: startTime, ms: duration })
    }
  }).observe({ type: 'longtask', buffered: true })
}

/** Sums up what was recorded: tasks before the first paint block nobody. Runs in the page. */
function readLoad(unnoticed: number): Load {
  const { paintMs = 0, tasks = [] } = window as Watched
  const [first] = performance.getEntriesByName('first-contentful-paint')
  const from = first?.startTime ?? 0
  const blocking = tasks.filter(({ at }) => at >= from).map(({ ms }) => Math.max(0, ms - unnoticed))
  return { paintSeconds: paintMs / 1000, blockingMs: blocking.reduce((sum, ms) => sum + ms, 0) }
}

/** Waits until nothing is fetched or computed. The change stream stays open and does not count. */
async function waitUntilAtRest(page: Page): Promise<void> {
  const countWork = () =>
    page.evaluate(() => {
      const { tasks = [] } = window as Watched
      return performance.getEntriesByType('resource').length + tasks.length
    })
  for (let known = -1, count = await countWork(); known !== count;) {
    known = count
    await page.waitForTimeout(restMs)
    count = await countWork()
  }
}
