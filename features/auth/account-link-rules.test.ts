import { expect, test } from 'vitest'
import { linkAddress, readLink } from './account-link-rules.ts'

const token = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE'

test('a link carries its token in the fragment, which no server receives', () => {
  const address = linkAddress('https://orders.example.com/', 'reset', token)
  expect(address).toBe(`https://orders.example.com/auth#reset=${token}`)
  const { hash, search, pathname } = new URL(address)
  expect([search, pathname]).toEqual(['', '/auth'])
  expect(readLink(hash)).toEqual({ kind: 'reset', token })
})

test.each(['', '#', '#reset', '#reset=', '#reset=short', `#other=${token}`, `#reset=${token}x`])(
  'the fragment %j is no link',
  (fragment) => {
    expect(readLink(fragment)).toBeUndefined()
  },
)
