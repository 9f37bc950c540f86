import { moment } from '#platform/kernel/days.ts'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import { failUntilPressed } from '#e2e/crawl/fail-calls-until-pressed.ts'
import type { Incident, IncidentNote } from '../contract.ts'

const region = (page: Page) => page.getByRole('region', { name: 'Incidents of the last 24 hours' })
const line = (page: Page) => region(page).getByRole('listitem').filter({ hasText: '/api/skus' })

/** Mocks the incidents, because the server under test is healthy. */
async function mockIncident(page: Page, note: Incident['note']) {
  const incident: Incident = {
    part: '/api/skus',
    from: moment('2026-03-02T14:00:00.000Z'),
    to: moment('2026-03-02T14:05:00.000Z'),
    status: 'unhealthy',
    cause: '503: Busy',
    note,
  }
  const sentNotes: { body: IncidentNote; version: string | undefined }[] = []
  await page.route('**/api/health/incidents?*', (route) => route.fulfill({ json: [incident] }))
  await page.route('**/api/health/incidents/note', async (route) => {
    const body = route.request().postDataJSON() as IncidentNote
    sentNotes.push({ body, version: route.request().headers()['if-match'] })
    const version = (incident.note?.version ?? 0) + 1
    incident.note = {
      text: body.text,
      author: 'root',
      at: moment('2026-03-02T15:00:00.000Z'),
      version,
    }
    await route.fulfill({ status: 204 })
  })
  return sentNotes
}

test('an administrator creates and edits an incident note by keyboard', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const sentNotes = await mockIncident(page, null)
  await page.goto('/system-health')
  await expect(line(page)).toContainText('503: Busy')
  await line(page).getByRole('button', { name: 'Add note' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Note about /api/skus' })
  await expect(form).toContainText('503: Busy. Everyone can read the note.')
  await expect(form.getByLabel('Note *')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('Required').first()).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('Note *').fill('A disk was full')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', 'Note saved successfully')
  await expect(line(page)).toContainText('A disk was full')
  const edit = line(page).getByRole('button', { name: 'Edit note' })
  await expect(edit).toBeFocused()
  await edit.press('Enter')
  await expect(form.getByLabel('Note *')).toHaveValue('A disk was full')
  await form.getByLabel('Note *').fill('A disk was full; mended')
  await page.keyboard.press('Control+Enter')
  await expect(line(page)).toContainText('A disk was full; mended')
  const about = { part: '/api/skus', from: '2026-03-02T14:00:00.000Z' }
  expect(sentNotes).toEqual([
    { body: { ...about, text: 'A disk was full' }, version: '"0"' },
    { body: { ...about, text: 'A disk was full; mended' }, version: '"1"' },
  ])
})

test('lists all incidents of the displayed time range', async ({ page, signIn }) => {
  await signIn('viewer')
  const incidents = Array.from({ length: 25 }, (_, index) => ({
    part: '/api/skus',
    from: `2026-03-02T14:${String(59 - index)}:00.000Z`,
    to: `2026-03-02T14:${String(59 - index)}:30.000Z`,
    status: 'degraded',
    cause: 'Slow: up to 1700 ms',
    note: null,
  }))
  await page.route('**/api/health/incidents?*', (route) =>
    route.fulfill({ json: route.request().url().endsWith('hours=168') ? incidents : [] }),
  )
  await page.goto('/system-health')
  await expect(region(page)).toContainText('None.')
  await page.getByLabel('Bars').selectOption('7 days')
  const week = page.getByRole('region', { name: 'Incidents of the last 7 days' })
  await expect(week.getByRole('listitem')).toHaveCount(20)
  await week.getByRole('button', { name: 'Show earlier ones (5)' }).press('Enter')
  await expect(week.getByRole('listitem')).toHaveCount(25)
  await expect(week.getByRole('button')).toHaveCount(0)
  await page.getByLabel('Bars').selectOption('24 hours')
  await expect(region(page)).toContainText('None.')
})

test('a failed read shows an error instead of None', async ({ page, signIn }) => {
  await signIn('viewer')
  const busy = { status: 503, contentType: 'text/html', body: 'Busy' }
  await failUntilPressed(page, '**/api/health/incidents?*', busy)
  await page.goto('/system-health')
  await expect(region(page)).toContainText('The incidents could not be read: 503')
  await expect(region(page)).not.toContainText('None.')
  await expectAccessible(page)
  await region(page).getByRole('button', { name: 'Try again' }).click()
  await expect(region(page)).not.toContainText('could not be loaded')
})

test('other users read the note, which fits 360 px', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn('viewer')
  const text = `${'long'.repeat(60)} word`
  await mockIncident(page, {
    text,
    author: 'root',
    at: moment('2026-03-02T15:00:00.000Z'),
    version: 1,
  })
  await page.goto('/system-health')
  await expect(line(page)).toContainText('503: Busy')
  await expect(line(page)).toContainText(text)
  await expect(line(page)).toContainText('root, ')
  await expect(region(page).getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})
