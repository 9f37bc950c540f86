import { expect, type Page } from '@playwright/test'

type SentFile = { path: string; data: string; mediaType?: string }

/** Imports a file as the signed-in user. */
export async function importFile(
  page: Page,
  { path, data, mediaType = 'text/csv' }: SentFile,
): Promise<void> {
  const answer = await page.request.post(path, { data, headers: { 'content-type': mediaType } })
  expect(answer.ok(), await answer.text()).toBe(true)
}
