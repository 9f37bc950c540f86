import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Role } from '#features/auth/rules.ts'
import { startDemoProgram } from '../demo-program.ts'
import { expect, test } from '../fixtures.ts'
import { expectRead } from '../screens/layout-shifts.ts'
import { layoutFaults } from './layout-faults.ts'
import { storeScreenshot, themes } from './screenshots.ts'

// The screens that each role works on, with the demo data, on a large screen, a small one and a
// phone, in both themes. Takes screenshots (test-results/pictures/<role>) for people to look at,
// and measures them.

const widths = [1440, 1024, 390]

/** The screens of each role, in the order of its work; of a list also its first record. */
const workplaces = {
  sales: [
    '/',
    '/order-entry',
    '/sales-orders',
    '/customers',
    '/returns',
    '/ar-reports?tab=collections',
  ],
  purchasing: [
    '/',
    '/skus?f.stock=low',
    '/purchase-proposals',
    '/requisitions',
    '/purchase-orders',
    '/vendors',
    '/ap-reports?tab=bills',
  ],
  warehouse: [
    '/',
    '/sales-orders?f.status=processing',
    '/purchase-orders?f.status=approved',
    '/returns?f.status=approved',
    '/skus',
    '/wms-integration',
  ],
  finance: [
    '/',
    '/ar-reports',
    '/ar-reports?tab=invoices',
    '/ar-reports?tab=payments',
    '/ar-reports?tab=payments&new=remittance',
    '/ap-reports',
    '/ap-reports?tab=bills',
    '/ap-reports?tab=payments',
    '/journal',
    '/journal?tab=balance',
    '/journal?tab=periods',
  ],
  manager: ['/', '/sales-orders', '/ar-reports?tab=trends', '/ap-reports?tab=performance'],
} as const satisfies Partial<Record<Role, readonly string[]>>

/** A browser window of a new user with this role. */
async function contextOf(admin: Page, { browser, role }: { browser: Browser; role: Role }) {
  const { origin } = new URL(admin.url())
  const headers = { origin }
  const password = 'a long enough password'
  const data = { username: `${role}-at-work`, email: `${role}-at-work@example.com`, password, role }
  const made = await admin.request.post('/api/users', { data, headers })
  expect(made.ok(), await made.text()).toBe(true)
  const context = await browser.newContext({ baseURL: origin })
  const login = { username: data.username, password }
  const answer = await context.request.post('/api/login', { data: login, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  return context
}

/** Opens each screen of a role at each width; returns what is wrong with them. */
async function visitScreens(
  context: BrowserContext,
  role: keyof typeof workplaces,
): Promise<string[]> {
  const page = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const faults: string[] = []
  const visit = async (path: string) => {
    await page.goto(path)
    // The heading of the list is hidden below the page of a record.
    await expect(page.locator('h1').filter({ visible: true }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectRead(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const folder = { folder: role, name: path, width }
      for (const theme of themes) await storeScreenshot(page, { ...folder, theme })
      const found = await layoutFaults(page)
      faults.push(...found.map((fault) => `${role}, ${path}, ${width}: ${fault}`))
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const record = page.locator('main [data-row-link][href*="open="]').first()
    return (await record.count()) > 0 ? record.getAttribute('href') : null
  }
  for (const path of workplaces[role]) {
    const record = await visit(path)
    if (record) await visit(`${record}&full=1`)
  }
  return faults
}

for (const role of Object.keys(workplaces) as (keyof typeof workplaces)[]) {
  test(`${role}: nothing is clipped or overlaps in the demo data @crawl`, async ({ browser }) => {
    test.setTimeout(30 * 60_000)
    const { page, close } = await startDemoProgram(browser)
    await page.goto('/')
    const context = await contextOf(page, { browser, role })
    expect(await visitScreens(context, role)).toEqual([])
    await context.close()
    await close()
  })
}
