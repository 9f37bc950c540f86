import { openByKeys } from '#e2e/keyboard-user.ts'
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import { screensWithHelp, topicOfScreen } from '../screens.ts'
import { badges as allBadges, tabs, topicOf } from './all-topics.ts'

const main = (page: Page) => page.getByRole('main')
const topic = (page: Page, name: string) => main(page).getByRole('article', { name, exact: true })

test('shows its title and five tabs', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openByKeys(page, 'l', '/help')
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
  await expect(page).toHaveTitle('Help Center · Prizm')
  expect(await page.getByRole('tab').allTextContents()).toEqual([
    'System Overview',
    'Order Processing',
    'Master Data',
    'Financial Reports',
    'System Administration',
  ])
  await expectAccessible(page)
})

test('shows the version of the program', async ({ page, signIn }) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  await signIn('viewer')
  await page.goto('/help')
  const line = page.getByText(`Prizm Order Management ${version}`, { exact: true })
  await expect(line).toBeVisible()
})

test('every tab opens by its address and by arrow keys', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const { id, label, topics } of tabs) {
    await page.goto(`/help?tab=${id}`)
    await expect(page.getByRole('tab', { name: label })).toHaveAttribute('aria-selected', 'true')
    for (const { title } of topics) await expect(topic(page, title)).toBeVisible()
  }
  await page.getByRole('tab', { name: 'System Administration' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/tab=reports/)
  await expectAccessible(page)
})

test('each badge links to its topic', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/help')
  const badges = main(page).getByRole('navigation', { name: 'Topics by badge' })
  await expect(badges.getByRole('link')).toHaveText(allBadges.map(({ label }) => label))
  for (const { label, topic: id } of allBadges) {
    await badges.getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`tab=${topicOf(id)?.tab.id}#${id}$`))
    await expect(topic(page, topicOf(id)?.topic.title ?? '')).toBeFocused()
  }
  await badges.getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL(/tab=orders#pricing$/)
  await expect(topic(page, 'Pricing priority')).toBeFocused()
  await badges.getByRole('link', { name: 'Keyboard' }).click()
  await expect(topic(page, 'Keyboard')).toContainText('Ctrl+Enter')
})

test('shows three tiles for quick reference', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/help')
  const quick = main(page).getByRole('region', { name: 'Quick Reference' })
  await expect(quick.getByRole('heading', { level: 3 })).toHaveText([
    'Order Entry',
    'Financial Reports',
    'System Health',
  ])
  await quick.getByRole('link', { name: /Open the health check/ }).click()
  await expect(page.getByRole('heading', { name: 'System Health Check' })).toBeVisible()
})

test('shows the content of the specification', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/help?tab=orders')
  await expect(topic(page, 'Order Entry').getByRole('listitem')).toContainText([
    'Select a customer',
    'Choose an order source',
    'Add items by SKU and quantity',
    'tier',
    'checked in real time',
    'validation results',
    'Submit',
  ])
  await expect(topic(page, 'Pricing priority').getByRole('listitem')).toContainText([
    'Contract price',
    'tier1/tier2/tier3',
    'Standard price',
  ])
  await page.getByRole('tab', { name: 'Master Data' }).click()
  for (const range of ['5-10%', '10-15%', '15-20%']) {
    await expect(topic(page, 'Tier discounts')).toContainText(range)
  }
  await page.getByRole('tab', { name: 'Financial Reports' }).click()
  await expect(topic(page, 'Accounts Receivable dashboard')).toContainText(
    '0-30, 31-60, 61-90, over 90 days',
  )
  await page.getByRole('tab', { name: 'System Administration' }).click()
  const troubles = topic(page, 'Troubleshooting').getByRole('row')
  await expect(troubles.filter({ hasText: 'Slow responses' })).toContainText('database connections')
  await expect(troubles.filter({ hasText: 'Pricing errors' })).toContainText(
    'Verify price level assignments',
  )
})

test('sends no API requests', async ({ page, signIn }) => {
  await signIn('viewer')
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The frame of every page requests the user, the notifications and the change stream.
    const isOfFrame = /^\/api\/(user|notifications|changes)/.test(pathname)
    if (pathname.startsWith('/api/') && !isOfFrame) calls.push(pathname)
  })
  await page.goto('/help')
  await expect(page.getByRole('heading', { name: 'Quick Reference' })).toBeVisible()
  for (const { label } of tabs) await page.getByRole('tab', { name: label }).click()
  await page.getByRole('searchbox', { name: 'Find in help' }).fill('credit')
  await expect(page.getByRole('list', { name: 'Topics found' })).toBeVisible()
  expect(calls).toEqual([])
})

test('search finds topics and opens them', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/help')
  await page.getByRole('searchbox', { name: 'Find in help' }).fill('minimum quantity expiry')
  await expect(page).toHaveURL(/q=minimum/)
  await expect(page.getByText('1 topic', { exact: true })).toBeVisible()
  await page.getByRole('list', { name: 'Topics found' }).getByRole('link').click()
  await expect(topic(page, 'Contract pricing')).toBeFocused()
  await page.getByRole('searchbox', { name: 'Find in help' }).fill('zebra')
  await expect(page.getByText('No topics match “zebra”. Try another word.')).toBeVisible()
})

test('F1 opens the topic of the screen, even from a field', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/skus')
  await page.getByRole('searchbox').or(page.getByPlaceholder('Search...')).first().focus()
  await page.keyboard.press('F1')
  await expect(page).toHaveURL(/\/help#skus$/)
  await expect(topic(page, 'SKUs')).toBeFocused()
  await topic(page, 'SKUs')
    .getByRole('link', { name: /Add a SKU/ })
    .click()
  await expect(page).toHaveURL(/\/skus\?new=1$/)
})

test('F1 on every screen opens the topic of that screen', async ({ page, signIn }) => {
  await signIn('admin')
  for (const path of screensWithHelp) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('F1')
      const id = topicOfScreen(path)
      await expect(page).toHaveURL(new RegExp(`/help#${id}$`))
      await expect(topic(page, topicOf(id)?.topic.title ?? '')).toBeFocused()
    })
  }
})

test('sample files can be downloaded', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/help?tab=masters#samples')
  const names = ['customers-clean.csv', 'customers-errors.csv', 'vendors.csv', 'skus.csv']
  for (const name of [...names, 'wms-inventory.edi', 'wms-shipments.edi']) {
    const download = page.waitForEvent('download')
    await topic(page, 'Sample files').getByRole('link', { name, exact: true }).click()
    expect((await download).suggestedFilename()).toBe(name)
  }
})

test('the printed help contains every topic of every tab', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/help')
  await expect(page.getByRole('heading', { name: 'Quick Reference' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const { topics } of tabs) {
    for (const { title } of topics) {
      const heading = page.locator('.print-sheet').getByRole('heading', { name: title })
      await expect(heading.first()).toBeVisible()
    }
  }
})
