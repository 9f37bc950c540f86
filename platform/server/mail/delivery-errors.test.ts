import { expect, test } from 'vitest'
import { deliveryErrorOf } from './delivery-errors.ts'

const errorWith = (fields: object) => Object.assign(new Error('Broken'), fields)

test.each([
  ['silence after the greeting', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, true],
  ['a reset while it was read', { code: 'ESOCKET', syscall: 'read' }, true],
  ['a reset while it was written', { code: 'ESOCKET', syscall: 'write' }, true],
  ['no greeting', { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' }, false],
  ['a refused connection', { code: 'ESOCKET', syscall: 'connect' }, false],
  ['a certificate that is not trusted', { code: 'ESOCKET' }, false],
  ['a name that is not known', { code: 'EDNS', syscall: 'getaddrinfo' }, false],
  ['an answer', { code: 'ESOCKET', syscall: 'read', responseCode: 451 }, false],
])('after %s the message may have been sent, or not: %j', (_, fields, isUncertain) => {
  expect(deliveryErrorOf(errorWith(fields)).isUncertain).toBe(isUncertain)
})
