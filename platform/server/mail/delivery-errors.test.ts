import { expect, test } from 'vitest'
import { deliveryErrorOf, hasAnswer, UnansweredMail } from './delivery-errors.ts'

const errorWith = (fields: object) => Object.assign(new Error('Broken'), fields)

test('only a message that was read to its end without an answer may have been sent', () => {
  expect(deliveryErrorOf(new UnansweredMail('Timeout'))).toEqual({
    sentence: 'Timeout',
    isFinal: false,
    isUncertain: true,
    rejected: [],
  })
})

test.each([
  ['no greeting', { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' }],
  ['a reset before the message', { code: 'ESOCKET', syscall: 'read' }],
  ['a refused connection', { code: 'ESOCKET', syscall: 'connect' }],
  ['a certificate that is not trusted', { code: 'ESOCKET' }],
  ['a name that is not known', { code: 'EDNS', syscall: 'getaddrinfo' }],
])('after %s the message was not sent, and is tried again', (_, fields) => {
  expect(deliveryErrorOf(errorWith(fields))).toMatchObject({ isFinal: false, isUncertain: false })
})

test('a number is an answer', () => {
  expect(hasAnswer(errorWith({ responseCode: 451 }))).toBe(true)
  expect(hasAnswer(errorWith({ responseCode: false }))).toBe(false)
})
