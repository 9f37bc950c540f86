import { chromium } from '@playwright/test'
import { findChromium } from './chromium.ts'
import { startProduct } from '../bench/product.ts'
import { withEmbedded } from '../bench/startup.ts'
import { statSync } from 'node:fs'
await withEmbedded(async (folder) => {
  const product = await startProduct({ DATA_DIR: folder })
  const { executablePath, env } = await findChromium()
  const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] })
  let home = new Set<string>()
  for (const path of ['/', '/sales-orders', '/ar-reports', '/purchase-orders']) {
    const context = await browser.newContext()
    const [name = '', value = ''] = product.cookie.split('=')
    await context.addCookies([{ name, value, url: `http://127.0.0.1:${product.port}` }])
    const page = await context.newPage()
    const s: string[] = []
    page.on('response', (r) => {
      const p = new URL(r.url()).pathname
      if (p.endsWith('.js')) s.push(p)
    })
    await page.goto(`http://127.0.0.1:${product.port}${path}`)
    await page.waitForTimeout(5000)
    let sum = 0
    const l: [number, string][] = []
    for (const p of s) {
      if (path !== '/' && home.has(p)) continue
      const b = statSync('dist/web' + p + '.gz').size
      sum += b
      l.push([b, p])
    }
    if (path === '/') home = new Set(s)
    l.sort((a, b) => b[0] - a[0])
    console.log(
      path,
      'SUM',
      sum,
      l
        .slice(0, path === '/' ? 40 : 14)
        .map(([b, p]) => `${b} ${p.slice(8)}`)
        .join('\n   '),
    )
    await context.close()
  }
  await browser.close()
  await product.stop()
})
