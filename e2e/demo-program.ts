import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expect, firstPage, startProgram } from './fixtures.ts'

/** A program with the small demo data, and a page of its administrator. */
export type DemoProgram = { page: Page; close: () => Promise<void> }

/** Starts a separate program and loads the small demo data. */
export async function startDemoProgram(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<DemoProgram> {
  const program = await startProgram({ SEED: 'small' })
  const page = await firstPage(browser, program, options)
  const headers = { origin: program.url }
  await page.request.post('/api/first-steps/beginning', { data: { with: 'demo' }, headers })
  const beginning = async () => {
    const answer = await page.request.get('/api/first-steps')
    return ((await answer.json()) as { beginning: string }).beginning
  }
  await expect.poll(beginning, { timeout: 120_000 }).toBe('loaded')
  const close = async () => {
    await page.context().close()
    await program.stop()
  }
  return { page, close }
}
