import { expect, test } from 'vitest'
import { readAuthSearch } from './auth-search-params.ts'

const origin = 'https://prizm.example'

test.each(['/%09/evil.example', '/%0A/evil.example', '//evil.example', '/%5Cevil.example'])(
  'after sign-in ?next=%s does not lead to another site',
  (next) => {
    expect(readAuthSearch(`?next=${next}`, origin)).toEqual({})
  },
)

test.each(['/auth', '/x/../auth', '/auth?next=/'])(
  'after sign-in ?next=%s does not lead back to the sign-in page',
  (next) => {
    expect(readAuthSearch(`?next=${encodeURIComponent(next)}`, origin)).toEqual({})
  },
)

test('sign-in opens the requested page', () => {
  const next = '/skus?f.stock=low'
  const text = `?next=${encodeURIComponent(next)}&tab=signup`
  expect(readAuthSearch(text, origin)).toEqual({ next, tab: 'signup' })
})
