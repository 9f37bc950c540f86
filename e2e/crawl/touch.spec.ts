import { type TestData, expect, test } from '../fixtures.ts'
import { createTestRecords, screens } from '../screens.ts'
import { openScreen } from '../screens/layout-shifts.ts'

// Every screen and dialog on a touch screen: a phone zooms into no field, no keys are shown, and
// the button that saves a form is in sight.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Records shared by all tests of a worker, which only read them. */
let world: ReturnType<typeof createTestRecords> | undefined
function worldOf(testData: TestData): ReturnType<typeof createTestRecords> {
  world ??= createTestRecords(testData)
  return world
}

/** The fields in sight whose text is below 16 px, into which a phone zooms. Runs in the page. */
function zoomedFields(): string[] {
  const hasText = ':not([type=checkbox], [type=radio], [type=file])'
  return [...document.querySelectorAll(`input${hasText}, select, textarea`)]
    .filter((field) => field.checkVisibility())
    .map((field) => ({ field, size: Number.parseFloat(getComputedStyle(field).fontSize) }))
    .filter(({ size }) => size < 16)
    .map(({ field, size }) => `${size} px: ${field.getAttribute('aria-label') ?? field.id}`)
}

/** The keys in sight. Runs in the page. */
function shownKeys(): string[] {
  const visible = [...document.querySelectorAll('main, [role=dialog], header')]
    .filter((part) => part.checkVisibility())
    .flatMap((part) => (part as HTMLElement).innerText.match(/\b(?:Ctrl|Alt|Shift)\+\S+/g) ?? [])
  const keys = [...document.querySelectorAll('kbd')].filter((key) => key.checkVisibility())
  return [...visible, ...keys.map((key) => key.textContent)]
}

for (const [name, pathOf] of screens) {
  test(`${name}: on a touch screen no field zooms, and no keys are shown @crawl`, async ({
    page,
    signIn,
    testData,
  }) => {
    await signIn('admin')
    await openScreen(page, pathOf(await worldOf(testData)))
    expect(await page.evaluate(zoomedFields)).toEqual([])
    // The help explains the keys of computers, too.
    if (name !== '/help') expect(await page.evaluate(shownKeys)).toEqual([])
    if (!name.startsWith('a new ')) return
    const save = page.getByRole('dialog').locator('button.bg-accent')
    await expect(save.last()).toBeInViewport({ ratio: 1 })
  })
}
