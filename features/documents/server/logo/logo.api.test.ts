import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { encodePng, pictureType, pixelSize } from './picture-format.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})
afterEach(() => prizm.close())

const base64 = (file: string | Buffer) => Buffer.from(file).toString('base64')
const save = (data: string, by = as) =>
  prizm.call('PUT', '/api/company-logo', { as: by, body: { data } })
const svg = (inner: string, size = 'width="200" height="60"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inner}</svg>`
const square = '<rect width="60" height="60" fill="#204080"/>'
const red = Buffer.from(Array.from({ length: 40 * 10 }, () => [255, 0, 0, 255]).flat())
const redPng = encodePng({ width: 40, height: 10 }, red)
/** A JPEG of 8 by 8 red pixels. */
const jpeg =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wCDEABQADcAPABGADwAMgBQAEYAQQBGAFoAVQBQAF8AeADIAIIA' +
  'eABuAG4AeAD1AK8AuQCRAMgBIgD/ATEBLAEdAP8BGAETAUABaAHMAYYBQAFUAbMBWQETARgBkAIhAZUB' +
  'swHbAeoCAwIIAgMBNgGBAjUCXQIwAfQCWAHMAfkCAwHv/9sAgxEAVQBaAFoAeABpAHgA6wCCAIIA6wHv' +
  'AUoBGAFKAe8B7wHvAe8B7wHvAe8B7wHvAe8B7wHvAe8B7wHvAe8B7wHvAe8B7wHvAe8B7wHvAe8B7wHv' +
  'Ae8B7wHvAe8B7wHvAe8B7wHvAe8B7wHvAe8B7wHvAe8B7wHvAe8B7wHvAe8B7//BABEIAAgACAMBIgAC' +
  'EQEDEQH/xAAVAAEBAAAAAAAAAAAAAAAAAAAAAv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAA' +
  'AAAAAAAAAAAAAAACA//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIABd//Z'

/** The size of the PNG that is served. */
async function served(): Promise<unknown> {
  const answer = await prizm.call('GET', '/api/company-logo', { as })
  expect(answer.statusCode).toBe(200)
  expect(pictureType(answer.rawPayload)).toBe('png')
  return pixelSize(answer.rawPayload, 'png')
}

test.each([
  ['an SVG', base64(svg(square)), { width: 800, height: 240 }],
  ['a PNG', base64(redPng), { width: 800, height: 200 }],
  ['a JPEG', jpeg, { width: 240, height: 240 }],
])('%s becomes a PNG that fits the letterhead', async (_, data, size) => {
  expect((await save(data)).statusCode).toBe(200)
  expect(await served()).toEqual(size)
})

test('a logo is served with a fixed type, never as a page, and a version forever', async () => {
  const { companyLogo } = (await save(base64(svg(square)))).json<{ companyLogo: string }>()
  const answer = await prizm.call('GET', '/api/company-logo', { as })
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename=logo.png',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const url = `/api/company-logo?version=${companyLogo}`
  expect((await prizm.call('DELETE', '/api/company-logo', { as })).json()).toMatchObject({
    companyLogo: '',
  })
  expect((await prizm.call('GET', '/api/company-logo', { as })).statusCode).toBe(404)
  const older = await prizm.call('GET', url, { as })
  expect(older.headers['cache-control']).toBe('private, max-age=31536000, immutable')
  expect(older.rawPayload.equals(answer.rawPayload)).toBe(true)
})

test('the same picture gives the same version, which the history shows', async () => {
  const first = (await save(base64(svg(square)))).json<{ companyLogo: string }>()
  await prizm.call('DELETE', '/api/company-logo', { as })
  expect((await save(base64(svg(square)))).json()).toMatchObject(first)
  const history = await prizm.call('GET', '/api/activity/1?entity=setting', { as })
  expect(history.json()).toMatchObject([
    { changes: { companyLogo: { from: '', to: first.companyLogo } } },
    { changes: { companyLogo: { from: first.companyLogo, to: '' } } },
    { changes: { companyLogo: { from: '', to: first.companyLogo } } },
  ])
})

const bomb = Buffer.from(redPng)
bomb.writeUInt32BE(100_000, 16)
bomb.writeUInt32BE(100_000, 20)

describe('is refused as a logo:', () => {
  test.each([
    ['a page', base64('<html><script>alert(1)</script></html>'), 'Choose a PNG, JPEG or SVG file'],
    ['a text', base64('hello'), 'Choose a PNG, JPEG or SVG file'],
    [
      'a broken SVG',
      base64('<svg><rect'),
      'The picture cannot be read. Save it again with another program',
    ],
    [
      'an SVG too narrow to see',
      base64(svg(square, 'width="1" height="100000"')),
      'The picture cannot be read. Save it again with another program',
    ],
    [
      'a picture in an SVG',
      base64(svg('<image href="file:///etc/passwd" width="9" height="9"/>')),
      'The SVG contains a picture or an XML entity. Upload a PNG or JPEG instead',
    ],
    [
      'a PNG of ten billion pixels',
      base64(bomb),
      'The picture has too many pixels. Make it smaller, such as 800 pixels wide',
    ],
    ['a file of more than 1 MB', 'A'.repeat(1_398_108), 'The file must not exceed 1 MB'],
    ['text that is not base64', 'logo.png', 'Must be base64'],
  ])('%s', async (_, data, message) => {
    const answer = await save(data)
    expect([answer.statusCode, answer.json().errors?.[0]]).toEqual([
      422,
      expect.objectContaining({ path: 'data', message }),
    ])
    expect((await prizm.call('GET', '/api/company-logo', { as })).statusCode).toBe(404)
  })
})

test('an SVG that would run a script is drawn without it', async () => {
  const hostile = svg(`<script>alert(1)</script>${square}`)
  const answer = await save(base64(hostile))
  const clean = await save(base64(svg(square)))
  expect(answer.json().companyLogo).toBe(clean.json().companyLogo)
})

test('everyone signed in may read the logo, and only administrators replace it', async () => {
  await save(base64(svg(square)))
  const sales = await prizm.signIn('sales')
  expect((await prizm.call('GET', '/api/company-logo', { as: sales })).statusCode).toBe(200)
  expect((await save(base64(svg(square)), sales)).statusCode).toBe(403)
  expect((await prizm.call('DELETE', '/api/company-logo', { as: sales })).statusCode).toBe(403)
  expect((await prizm.call('GET', '/api/company-logo')).statusCode).toBe(401)
})
