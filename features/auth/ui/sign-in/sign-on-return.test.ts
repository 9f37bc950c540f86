import { expect, test } from 'vitest'
import { readSignOnReturn } from './sign-on-return.ts'

test.each([
  ['', undefined],
  ['?next=/customers', undefined],
  ['?state=a', undefined],
  ['?code=b', undefined],
  ['?state=a&code=b', { state: 'a', code: 'b' }],
  ['?code=b&state=a&iss=https%3A%2F%2Fid', { state: 'a', code: 'b', iss: 'https://id' }],
  ['?state=a&error=access_denied', { state: 'a', error: 'access_denied' }],
  ['?state=a&code=b&session_state=c&scope=d', { state: 'a', code: 'b' }],
])('the return of the provider in %j is %j', (text, found) => {
  expect(readSignOnReturn(text)).toEqual(found)
})
