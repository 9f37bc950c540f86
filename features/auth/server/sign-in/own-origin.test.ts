import { expect, test } from 'vitest'
import { hostNameOf, ownOrigin } from './own-origin.ts'

const known = 'https://prizm.example, http://10.0.0.5:8080'

test.each([
  ['prizm.example', 'http', known, 'https://prizm.example'],
  ['prizm.example:443', 'http', known, 'https://prizm.example'],
  ['PRIZM.example', 'https', known, 'https://prizm.example'],
  ['10.0.0.5:8080', 'http', known, 'http://10.0.0.5:8080'],
  ['localhost:3000', 'http', known, 'http://localhost:3000'],
  ['localhost:3000', 'http', undefined, 'http://localhost:3000'],
  ['prizm.example:80', 'http', undefined, 'http://prizm.example'],
  ['', 'http', known, 'https://prizm.example'],
])('the host “%s” by %s with the addresses %s is %s', (host, protocol, PUBLIC_URL, origin) => {
  const request = { host, protocol: protocol as 'http' }
  expect(ownOrigin(request, { PUBLIC_URL })).toBe(origin)
})

test('a request that tells no host is refused where no address is known', () => {
  expect(() => ownOrigin({ host: '', protocol: 'http' }, {})).toThrow('Send a Host header')
})

test('an IP address is no host name', () => {
  expect(hostNameOf('https://prizm.example:8443')).toBe('prizm.example')
  expect(hostNameOf('http://127.0.0.1:3000')).toBeUndefined()
  expect(hostNameOf('http://[::1]:3000')).toBeUndefined()
})
