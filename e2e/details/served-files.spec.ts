import { expect, test } from '../fixtures.ts'

// What the built program serves to somebody who is not signed in.

const headersOfPages = {
  'content-security-policy':
    "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';" +
    "img-src 'self' data: blob:;worker-src 'self';manifest-src 'self';object-src 'none';" +
    "base-uri 'none';frame-ancestors 'none';form-action 'self'",
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

for (const path of ['/', '/auth', '/customers?open=C-1', '/theme.js']) {
  test(`${path} has the security headers and is not stored`, async ({ page }) => {
    const answer = await page.request.get(path)
    expect(answer.status()).toBe(200)
    expect(answer.headers()).toMatchObject(headersOfPages)
  })
}

test('scripts and style sheets are served without their source maps', async ({ page }) => {
  const files: string[] = []
  for (const path of ['/', '/auth']) {
    const html = await (await page.request.get(path)).text()
    files.push(...(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? []))
  }
  expect(files.length).toBeGreaterThan(3)
  for (const file of new Set(files)) {
    const text = await (await page.request.get(file)).text()
    expect(text, file).not.toContain('sourceMappingURL')
    expect((await page.request.get(`${file}.map`)).status(), file).toBe(404)
  }
})
