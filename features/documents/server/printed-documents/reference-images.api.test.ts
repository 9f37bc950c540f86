import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { fetchPdf, type Paper, paperSamples, shortNames } from './testing.ts'
import { openPictureMaker } from './pictures-testing.ts'
import { decodeGray, differingPixels, encodeGray, type GrayPicture } from './png-testing.ts'

// Every document with 1, 3 and 30 lines, with usual and with long names, with and without a logo
// and a complete company profile, on Letter and on A4, compared with reference images. A person
// looks at them before they are stored: docs/testing.md says how.

const isStoring = process.env['PICTURES'] === 'store'
const folder = join(import.meta.dirname, 'reference-images')
/** Where images that differ are put, to be looked at. */
const differingFolder = join(import.meta.dirname, '../../../../test-results/printed-documents')
/** A changed digit is about 20 pixels. */
const mostDifferent = 8

const counts = [1, 3, 30] as const
const longNames = {
  customer: 'Northwind Industrial Fasteners and Precision Components of the Greater Midwest, Inc.',
  vendor: 'Acme Consolidated Forging, Stamping and Surface Treatment Company of Pennsylvania',
  account: 'Southwind Agricultural Machinery Cooperative of the Upper Mississippi Valley, Ltd.',
}
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60">
  <rect width="60" height="60" fill="#204080"/><circle cx="130" cy="30" r="28" fill="#c04020"/>
</svg>`
const short = 'Prizm Supplies Inc.'
const long = 'Prizm Supplies, Fasteners and Tools for Industry, Trade and Repair, Incorporated'
/** The rest of the profile: a company with a logo fills in all of it, one without only the name. */
const fullProfile = {
  companyLegalName: 'Prizm Supplies of Illinois, Incorporated',
  companyPhone: '(217) 555-0142',
  companyEmail: 'accounts@prizm.example',
  companyWeb: 'www.prizm.example',
  taxNumbers: 'EIN 37-0005120',
  remitToAddress: 'P.O. Box 5120\nSpringfield, IL 62705',
  receivingAddress: '88 Dock Road, Doors 5 to 9\nSpringfield, IL 62707',
  checksPayableTo: 'Prizm Supplies of Illinois, Inc.',
}
const bareProfile = Object.fromEntries(Object.keys(fullProfile).map((name) => [name, '']))
const looks = [
  { name: 'letter', paperSize: 'letter', companyName: short, hasLogo: false },
  { name: 'letter-logo', paperSize: 'letter', companyName: short, hasLogo: true },
  { name: 'a4', paperSize: 'a4', companyName: long, hasLogo: false },
  { name: 'a4-logo', paperSize: 'a4', companyName: long, hasLogo: true },
] as const
/** All images together, so that the repository stays small. */
const mostBytes = 6_000_000

let prizm: TestApp
let as: string
let maker: Awaited<ReturnType<typeof openPictureMaker>>
const papers = new Map<number, Paper[]>()

async function setLook({ paperSize, companyName, hasLogo }: (typeof looks)[number]) {
  const data = Buffer.from(logo).toString('base64')
  const body = { paperSize, companyName, ...(hasLogo ? fullProfile : bareProfile) }
  const answers = [
    await prizm.call('PUT', '/api/settings', { as, body }),
    ...(hasLogo ? [await prizm.call('PUT', '/api/company-logo', { as, body: { data } })] : []),
  ]
  if (!hasLogo) await prizm.call('DELETE', '/api/company-logo', { as })
  for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200)
}

/** The PDF at an address in each look. */
async function printLooks(url: string): Promise<Uint8Array[]> {
  const pdfs: Uint8Array[] = []
  for (const look of looks) {
    await setLook(look)
    pdfs.push(await fetchPdf({ prizm, as }, url))
  }
  return pdfs
}

beforeAll(async () => {
  prizm = await startTestApp({}, { isOwn: true })
  as = await prizm.signIn('admin')
  maker = await openPictureMaker()
  const most = Math.max(...counts)
  const samples = await paperSamples(prizm, { as, most, print: printLooks })
  // In this order, whichever test runs, so that each record has the same number in each run.
  for (const count of counts) {
    papers.set(count, await samples.papersOf(count, count === 3 ? shortNames : longNames))
  }
})
afterAll(async () => {
  await maker.close()
  await prizm.close()
})

/** The file of the picture of a paper in a look, such as `invoice/30-a4-logo.png`. */
function fileOf({ name, isOpenItems }: Paper, lines: number, look: string): string {
  return join(isOpenItems ? 'open-items' : name, `${lines}-${look}.png`)
}

/** Why a picture is not as it is stored; undefined if it is, or if it was stored now. */
async function whyDifferent(file: string, picture: GrayPicture): Promise<string | undefined> {
  const stored = join(folder, file)
  if (isStoring) {
    await mkdir(dirname(stored), { recursive: true })
    await writeFile(stored, encodeGray(picture))
    return undefined
  }
  const differing = existsSync(stored)
    ? differingPixels(decodeGray(await readFile(stored)), picture)
    : picture.pixels.length
  if (differing <= mostDifferent) return undefined
  const differingFile = join(differingFolder, file)
  await mkdir(dirname(differingFile), { recursive: true })
  await writeFile(differingFile, encodeGray(picture))
  return `${file}: ${differing} pixels differ from the reference image`
}

test.each(counts)('every document with %i lines equals its reference images', async (lines) => {
  const differences: string[] = []
  for (const paper of papers.get(lines) ?? []) {
    for (const [index, look] of looks.entries()) {
      const picture = await maker.draw(paper.pdfs[index] ?? new Uint8Array())
      const difference = await whyDifferent(fileOf(paper, lines, look.name), picture)
      if (difference) differences.push(difference)
    }
  }
  expect(differences, 'the new images are in test-results/printed-documents').toEqual([])
})

test('each reference image is of a document that exists', async () => {
  const expected = [...papers].flatMap(([lines, each]) =>
    each.flatMap((paper) => looks.map(({ name }) => fileOf(paper, lines, name))),
  )
  expect(expected).toHaveLength(132)
  const stored = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('png'))
  expect(stored.toSorted()).toEqual(expected.toSorted())
  const sizes = await Promise.all(stored.map(async (name) => (await stat(join(folder, name))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(mostBytes)
})
