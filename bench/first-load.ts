import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import type { Figure } from './figures.ts'
import { type Product, startProduct } from './built-program.ts'
import { withEmbedded } from './embedded-database.ts'

const web = join(import.meta.dirname, '../dist/web')
const limits = { signIn: 130, dashboard: 200, further: 60, scripts: 12 }

/** The JavaScript that a browser with an empty cache fetches for each route, in gzip. */
export async function benchFirstLoad(): Promise<Figure[]> {
  return withEmbedded(async (folder) => {
    const product = await startProduct({ DATA_DIR: folder })
    const { executablePath, env } = await findChromium()
    const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] })
    try {
      return await measure(browser, product)
    } finally {
      await browser.close()
      await product.stop()
    }
  })
}

async function measure(browser: Browser, product: Product): Promise<Figure[]> {
  const signIn = await fetched(await browser.newContext(), product, '/auth')
  const home = await fetched(await signedIn(browser, product), product, '/')
  const further = []
  for (const path of home.links.filter((link) => link !== '/')) {
    const page = await fetched(await signedIn(browser, product), product, path)
    const more = new Set([...page.scripts].filter((script) => !home.scripts.has(script)))
    further.push({ path, size: sizeOf(more) })
  }
  const widest = further.reduce((a, b) => (b.size > a.size ? b : a), { path: 'none', size: 0 })
  return [
    figure('sign-in', sizeOf(signIn.scripts), { atMost: limits.signIn, detail: '/auth' }),
    figure('dashboard', sizeOf(home.scripts), { atMost: limits.dashboard, detail: '/' }),
    {
      part: 'first-load',
      name: 'first-load scripts, dashboard',
      measured: home.scripts.size,
      unit: 'files',
      target: { atMost: limits.scripts },
      detail: '/',
    },
    figure('the widest further route', widest.size, {
      atMost: limits.further,
      detail: `${widest.path}, of ${further.length}, beside what the dashboard has`,
    }),
  ]
}

async function signedIn(browser: Browser, product: Product): Promise<BrowserContext> {
  const context = await browser.newContext()
  const [name = '', value = ''] = product.cookie.split('=')
  await context.addCookies([{ name, value, url: `http://127.0.0.1:${product.port}` }])
  return context
}

/** The scripts that a route fetches until it is at rest, and where its navigation leads. */
async function fetched(context: BrowserContext, { port }: Product, path: string) {
  const page = await context.newPage()
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.ok() && pathname.endsWith('.js')) scripts.add(pathname)
  })
  await page.goto(`http://127.0.0.1:${port}${path}`)
  await waitUntilIdle(page, scripts)
  const hrefs = await page.locator('nav a[href^="/"]').evaluateAll((links) => {
    return links.map((link) => link.getAttribute('href') ?? '/')
  })
  await context.close()
  return { scripts, links: [...new Set(hrefs)] }
}

/**
 * Waits until no new script loads for two seconds. Network idle would never come: the change stream
 * stays open.
 */
async function waitUntilIdle(page: Page, scripts: ReadonlySet<string>): Promise<void> {
  for (let known = -1; known !== scripts.size;) {
    known = scripts.size
    await page.waitForTimeout(2000)
  }
}

function figure(
  name: string,
  measured: number,
  { atMost, detail }: { atMost: number; detail: string },
): Figure {
  const whole = `first-load JavaScript, ${name}`
  return { part: 'first-load', name: whole, measured, unit: 'KB', target: { atMost }, detail }
}

function sizeOf(scripts: Set<string>): number {
  const sizes = [...scripts].map((name) => gzipSync(readFileSync(join(web, name))).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}
