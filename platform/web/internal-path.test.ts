import { expect, test } from 'vitest'
import { internalPath } from './internal-path.ts'

const origin = 'https://prizm.example'

test.each([
  ['/skus?f.stock=low#top', '/skus?f.stock=low#top'],
  ['/', '/'],
  ['skus', '/skus'],
  ['https://prizm.example/skus', '/skus'],
])('%j leads to %s', (link, path) => {
  expect(internalPath(link, origin)).toBe(path)
})

test.each([
  '/\t/evil.example',
  '/\n/evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  'https://evil.example/skus',
  'http://prizm.example/',
  'https://prizm.example:8443/',
  'https://prizm.example@evil.example/',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'blob:https://prizm.example/1',
  'http://[',
])('%j leads elsewhere and is not followed', (link) => {
  expect(internalPath(link, origin)).toBeUndefined()
})
