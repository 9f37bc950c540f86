import { createHash } from 'node:crypto'
import type { Settings } from '#features/settings/contract.ts'
import { changeSettings, readSettings } from '#features/settings/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { Download } from '#platform/server/http/route.ts'
import { openThread } from '#platform/server/jobs/open-thread.ts'
import { createThread } from '#platform/server/jobs/thread.ts'

// The company logo. All logos are kept: a sent document shows the logo of the day it was sent.

const drawLogo = createThread<string, Uint8Array>({
  open: () => openThread('logo-worker', import.meta.url),
  waiting: 2,
  limitMs: 10_000,
  ended: () => unreadable('The picture cannot be read. Choose a simpler one'),
  manyWait: () => unreadable('Your last picture is still being read. Try again later', 'tooMany'),
})

function unreadable(sentence: string, kind: 'invalid' | 'tooMany' = 'invalid'): Refusal {
  return new Refusal(kind, 'unreadable-picture', sentence)
}

/**
 * Replaces the logo. The picture is drawn again as a PNG, so that nothing else of the file is
 * stored or served. Throws 422 if it is not a readable PNG, JPEG or SVG.
 */
export async function saveLogo(ctx: Context, data: string): Promise<Settings> {
  const png = Buffer.from(await drawLogo(data, ctx.user?.id))
  const companyLogo = createHash('sha256').update(png).digest('hex')
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, addLogo, [companyLogo, png])
    return changeSettings(inner, { companyLogo })
  })
}

/** Removes the logo from documents. */
export function deleteLogo(ctx: Context): Promise<Settings> {
  return changeSettings(ctx, { companyLogo: '' })
}

const addLogo = {
  name: 'add_company_logo',
  text: `insert into company_logos (sha256, png) values ($1, $2)
         on conflict (sha256) do nothing`,
}

const readStoredLogo = {
  name: 'read_company_logo',
  text: 'select png from company_logos where sha256 = $1',
}

/** The logo with this hash; undefined if there is none. */
export async function logoOf(
  { db }: Pick<Context, 'db'>,
  sha256: string | undefined,
): Promise<Uint8Array | undefined> {
  if (!sha256) return undefined
  const [found] = await rows<{ png: Uint8Array }>(db, readStoredLogo, [sha256])
  return found?.png
}

/**
 * Returns the current logo, or a version of it, as a file that no browser shows as a page. Throws
 * 404 if there is none.
 */
export async function readLogo(ctx: Context, version?: string): Promise<Download> {
  const png = await logoOf(ctx, version ?? (await readSettings(ctx)).companyLogo)
  if (!png) throw missing('The logo')
  return { fileName: 'logo.png', mediaType: 'image/png', pieces: single(png) }
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
