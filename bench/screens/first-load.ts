import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Figure } from '../figures.ts'
import { gzipKb, loadLimits } from '../../scripts/bundle/load-limits.ts'
import type { Product } from '../built-program.ts'
import { signedIn, withBrowser } from './signed-in-browser.ts'

const web = join(import.meta.dirname, '../../dist/web')

/** The JavaScript that a browser with an empty cache fetches for each route, in gzip. */
export async function benchFirstLoad(): Promise<Figure[]> {
  return withBrowser(measure)
}

async function measure(browser: Browser, product: Product): Promise<Figure[]> {
  const signIn = await fetched(await browser.newContext(), product, '/auth')
  const home = await fetched(await signedIn(browser, product), product, '/')
  const further = []
  for (const path of home.links.filter((link) => link !== '/')) {
    const page = await fetched(await signedIn(browser, product), product, path)
    const more = new Set([...page.scripts].filter((script) => !home.scripts.has(script)))
    further.push({ path, size: sizeOf(more), count: page.scripts.size })
  }
  const none = { path: 'none', size: 0, count: 0 }
  const widest = further.reduce((a, b) => (b.size > a.size ? b : a), none)
  const longest = further.reduce((a, b) => (b.count > a.count ? b : a), none)
  return [
    figure('sign-in', sizeOf(signIn.scripts), { atMost: loadLimits.signInKb, detail: '/auth' }),
    figure('dashboard', sizeOf(home.scripts), { atMost: loadLimits.dashboardKb, detail: '/' }),
    scriptCount('dashboard', home.scripts.size, {
      atMost: loadLimits.dashboardScripts,
      detail: '/',
    }),
    scriptCount('the route with the most', longest.count, {
      atMost: loadLimits.scripts,
      detail: `${longest.path}, of ${further.length}`,
    }),
    figure('the widest further route', widest.size, {
      atMost: loadLimits.furtherKb,
      detail: `${widest.path}, of ${further.length}, beside what the dashboard has`,
    }),
  ]
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

type Limit = { atMost: number; detail: string }

function scriptCount(name: string, measured: number, { atMost, detail }: Limit): Figure {
  const whole = `first-load scripts, ${name}`
  return { part: 'first-load', name: whole, measured, unit: 'files', target: { atMost }, detail }
}

function figure(name: string, measured: number, { atMost, detail }: Limit): Figure {
  const whole = `first-load JavaScript, ${name}`
  return { part: 'first-load', name: whole, measured, unit: 'KB', target: { atMost }, detail }
}

function sizeOf(scripts: Set<string>): number {
  return gzipKb([...scripts].map((name) => readFileSync(join(web, name))))
}
