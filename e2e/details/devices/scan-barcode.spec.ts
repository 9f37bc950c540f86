import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../fixtures.ts'
import { createSku, openOrderEntry, orderEntry } from '../../journeys/fill-order-entry.ts'
import { addCamera, cameraStates, itemScan, scanDialog, searchScan } from './canvas-camera.ts'

// Barcodes read by camera.

/** The URLs of the files of the barcode library that a page loads. */
function libraryRequests(page: Page): string[] {
  const found: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('decode-barcode')) found.push(request.url())
  })
  return found
}

test('a barcode is entered as an item, again as another unit, and the camera stops', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { sku } = await createSku(testData, { name: 'Wing nut' })
  await addCamera(page, sku)
  const loaded = libraryRequests(page)
  await openOrderEntry(page, testData)
  const form = orderEntry(page)
  await expect(itemScan(page)).toBeVisible()
  expect(loaded).toEqual([])

  await itemScan(page).click()
  await expect(form.sku(1)).toHaveValue(`${sku} - Wing nut ($10.00)`)
  await expect(scanDialog(page)).toHaveCount(0)
  await expect(form.quantity(1)).toBeFocused()
  await expect(form.quantity(1)).toHaveValue('1')
  expect(loaded.length).toBeGreaterThan(0)

  await itemScan(page).click()
  await expect(form.quantity(1)).toHaveValue('2')
  await expect(page.getByText('1 item', { exact: true })).toBeVisible()
  expect(await cameraStates(page)).toEqual(['ended', 'ended'])
})

test('a barcode in the search opens its record', async ({ page, signIn, testData }) => {
  await signIn('admin')
  const { sku } = await createSku(testData)
  await addCamera(page, sku)
  await page.goto('/vendors')
  await searchScan(page).click()
  await expect(page).toHaveURL(new RegExp(`/skus\\?open=${sku}$`))
})

test('the detector of the browser is used where it knows Code 128', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { sku } = await createSku(testData, { name: 'Wing nut' })
  await addCamera(page, '')
  const loaded = libraryRequests(page)
  await page.addInitScript((rawValue) => {
    const boundingBox = new DOMRect(300, 200, 40, 20)
    const detect = async () => [{ rawValue, format: 'code_128', boundingBox }]
    const getSupportedFormats = async () => ['code_128', 'qr_code']
    // Not a class: the compiler of the tests would call helpers that the page does not have.
    function BarcodeDetector() {
      return { detect }
    }
    const detector = Object.assign(BarcodeDetector, { getSupportedFormats })
    Object.assign(window, { BarcodeDetector: detector })
  }, sku)
  await openOrderEntry(page, testData)
  await itemScan(page).click()
  await expect(orderEntry(page).sku(1)).toHaveValue(`${sku} - Wing nut ($10.00)`)
  expect(loaded).toEqual([])
})

test('Escape closes the dialog, stops the camera and returns the focus', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  await addCamera(page, '')
  await openOrderEntry(page, testData)
  await itemScan(page).click()
  await expect(scanDialog(page).getByRole('status')).toHaveText('Looking for a barcode…')
  expect(await cameraStates(page)).toEqual(['live'])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(scanDialog(page)).toHaveCount(0)
  await expect(itemScan(page)).toBeFocused()
  expect(await cameraStates(page)).toEqual(['ended'])
})

test('a device without camera and touch has no button', async ({ page, signIn, testData }) => {
  await signIn('sales')
  await page.addInitScript(() => {
    navigator.mediaDevices.enumerateDevices = async () => []
  })
  await openOrderEntry(page, testData)
  await expect(page.getByRole('button', { name: 'Add Item' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Scan barcode' })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the search stays open while a barcode is scanned into it', async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('admin')
    const { sku } = await createSku(testData)
    await addCamera(page, sku)
    await page.goto('/vendors')
    await page.locator('search').getByRole('button', { name: 'Search', exact: true }).tap()
    await searchScan(page).tap()
    await expect(page).toHaveURL(new RegExp(`/skus\\?open=${sku}$`))
  })

  const refusals = [
    ['NotFoundError', 'This device has no camera. Type the code, or use a hand scanner.'],
    [
      'NotAllowedError',
      'The camera is not allowed. Allow it for this page in the settings of the browser and of ' +
        'the device, then try again.',
    ],
  ] as const

  for (const [name, sentence] of refusals) {
    test(`${name} is explained in the dialog`, async ({ page, signIn, testData }) => {
      await signIn('sales')
      await page.addInitScript((refusal) => {
        navigator.mediaDevices.getUserMedia = async () => {
          throw new DOMException('', refusal)
        }
      }, name)
      await openOrderEntry(page, testData)
      await itemScan(page).tap()
      await expect(scanDialog(page).getByRole('alert')).toContainText(sentence)
      await expectAccessible(page)
      await scanDialog(page).getByRole('button', { name: 'Try again' }).tap()
      await expect(scanDialog(page).getByRole('alert')).toContainText(sentence)
      await page.keyboard.press('Escape')
      await expect(scanDialog(page)).toHaveCount(0)
    })
  }

  test('a page without https is explained in the dialog', async ({ page, signIn, testData }) => {
    await signIn('sales')
    await page.addInitScript(() =>
      Object.defineProperty(window, 'isSecureContext', { value: false }),
    )
    await openOrderEntry(page, testData)
    await itemScan(page).tap()
    await expect(scanDialog(page).getByRole('alert')).toContainText(
      'Browsers allow the camera only on pages with https. Open the https address of this page, ' +
        'or type the code.',
    )
  })

  test('lists of documents, SKU fields and the palette have the button', async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('admin')
    await createSku(testData)
    for (const path of ['/sales-orders', '/purchase-orders', '/returns', '/skus']) {
      await page.goto(path)
      const bar = page.getByRole('toolbar', { name: 'Table' })
      await expect(bar.getByRole('button', { name: 'Scan barcode' })).toBeVisible()
    }
    await page.goto('/customers')
    await expect(page.getByRole('searchbox', { name: 'Filter this list' })).toBeVisible()
    await expect(
      page.getByRole('toolbar', { name: 'Table' }).getByRole('button', { name: 'Scan barcode' }),
    ).toHaveCount(0)
    await page.getByRole('button', { name: 'Search or command' }).tap()
    await expect(
      page
        .getByRole('dialog', { name: 'Command palette' })
        .getByRole('button', { name: 'Scan barcode' }),
    ).toBeVisible()
  })
})
