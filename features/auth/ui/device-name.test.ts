import { expect, test } from 'vitest'
import { deviceOf } from './device-name.ts'

const like = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/141.0.0.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`,
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604',
    'Safari on iOS',
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${like} Chrome/141.0.0.0 Mobile Safari`, 'Chrome on Android'],
  ['curl/8.5.0', 'Unknown device'],
  [null, 'Unknown device'],
])('%j is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})
