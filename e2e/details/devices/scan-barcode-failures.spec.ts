import { expect, test } from '../../fixtures.ts'
import { openOrderEntry } from '../../journeys/fill-order-entry.ts'
import {
  addCamera,
  cameraStates,
  itemScan,
  scanDialog,
  searchScan,
  unplugCamera,
} from './canvas-camera.ts'

// When the camera stops, and what the dialog says.

const looking = 'Looking for a barcode…'

test('a hidden page stops the camera', async ({ page, signIn, testData }) => {
  await signIn('sales')
  await addCamera(page, '')
  await openOrderEntry(page, testData)
  const dialog = scanDialog(page)
  await itemScan(page).click()
  await expect(dialog.getByRole('status')).toHaveText(looking)
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(dialog.getByRole('alert')).toContainText(
    'The camera stopped because this page was hidden. Try again.',
  )
  expect(await cameraStates(page)).toEqual(['ended'])
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('status')).toHaveText(looking)
  expect(await cameraStates(page)).toEqual(['ended', 'live'])
})

test('Back closes the dialog of the search, which is on every page', async ({ page, signIn }) => {
  await signIn('admin')
  await addCamera(page, '')
  await page.goto('/customers')
  await page.getByRole('link', { name: 'Vendors', exact: true }).click()
  await expect(page).toHaveURL(/\/vendors/)
  await searchScan(page).click()
  await expect(scanDialog(page).getByRole('status')).toHaveText(looking)
  await page.goBack()
  await expect(page).toHaveURL(/\/customers/)
  await expect(scanDialog(page)).toHaveCount(0)
  expect(await cameraStates(page)).toEqual(['ended'])
})

test('a camera that is unplugged is named, and its button stays', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  await addCamera(page, '')
  await openOrderEntry(page, testData)
  await itemScan(page).click()
  await expect(scanDialog(page).getByRole('status')).toHaveText(looking)
  await unplugCamera(page)
  await expect(scanDialog(page).getByRole('alert')).toContainText(
    'The camera stopped. Connect it again, or allow it, then try again.',
  )
  await page.keyboard.press('Escape')
  await expect(scanDialog(page)).toHaveCount(0)
  await expect(itemScan(page)).toBeFocused()
})

test('if the library cannot be loaded twice, a reload is proposed', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  await addCamera(page, '')
  await page.route('**/decode-barcode-*.js', (route) => route.abort())
  await openOrderEntry(page, testData)
  const dialog = scanDialog(page)
  await itemScan(page).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'The barcode reader could not be loaded. Try again when the connection is back, or type the ' +
      'code.',
  )
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'It failed again. Save what you entered, then reload the page, or type the code.',
  )
  expect(await cameraStates(page)).toEqual(['ended', 'ended'])
})

test('if the dialog cannot be loaded twice, a reload is proposed', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  await addCamera(page, '')
  await page.route('**/ScanDialog-*.js', (route) => route.abort())
  await openOrderEntry(page, testData)
  await itemScan(page).click()
  const whole = { exact: true }
  const first = 'Your entries are not lost. Try again when the connection is back.'
  await expect(page.getByText(first, whole)).toBeVisible()
  await itemScan(page).click()
  const second =
    'It failed again. Some browsers do not retry a failed download. Save what you entered, then ' +
    'reload the page.'
  await expect(page.getByText(second, whole)).toBeVisible()
})
