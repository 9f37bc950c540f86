import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'
import { type Product, startProduct } from '../built-program.ts'
import { withEmbedded } from '../embedded-database.ts'

/** Works with a browser and a program on an embedded database that holds master data. */
export async function withBrowser<R>(
  work: (browser: Browser, product: Product) => Promise<R>,
): Promise<R> {
  return withEmbedded(async (folder) => {
    const product = await startProduct({ DATA_DIR: folder })
    const { executablePath, env } = await findChromium()
    const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] })
    try {
      return await work(browser, product)
    } finally {
      await browser.close()
      await product.stop()
    }
  })
}

/** A browser window with an empty cache, signed in as the administrator. */
export async function signedIn(browser: Browser, product: Product): Promise<BrowserContext> {
  const context = await browser.newContext()
  const [name = '', value = ''] = product.cookie.split('=')
  await context.addCookies([{ name, value, url: `http://127.0.0.1:${product.port}` }])
  return context
}
