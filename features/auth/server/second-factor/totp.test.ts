import { expect, test } from 'vitest'
import { codeAt, createKey, keyAddress, stepOfCode } from './totp.ts'

/** The key `12345678901234567890` of RFC 6238, appendix B. */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('after %i seconds the code is that of RFC 6238', (seconds, code) => {
  expect(codeAt(key, at(seconds))).toBe(code)
  expect(stepOfCode(key, code, at(seconds))).toBe(Math.floor(seconds / 30))
})

test('a code is accepted one step early and late, and no more', () => {
  const code = codeAt(key, at(3000))
  const steps = [2940, 2970, 3000, 3030, 3060].map((seconds) => stepOfCode(key, code, at(seconds)))
  expect(steps).toEqual([undefined, 100, 100, 100, undefined])
})

test.each(['', '12345', '1234567', '٠٠٥٩٢٤', '00592a', 'GEZDGNBVGY3TQOJQ'])(
  '%j is no code',
  (text) => {
    expect(stepOfCode(key, text, at(1_234_567_890))).toBeUndefined()
  },
)

test('each key is new, and its address names the program and the user', () => {
  expect(createKey()).not.toBe(createKey())
  expect(keyAddress(key, 'bo@x y')).toBe(
    `otpauth://totp/Prizm:bo%40x%20y?issuer=Prizm&secret=${key}&algorithm=SHA1&digits=6&period=30`,
  )
})
