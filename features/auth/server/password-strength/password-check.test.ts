import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { checkPassword, createPasswordCheck } from './password-check.ts'

const contextWords = ['ana', 'Walnutgrove Supply Co.', 'prizm']
const parts = { waiting: 1, limitMs: 600_000 }
const overloaded = { kind: 'unavailable', code: 'overloaded', status: 503 }

test('a password is estimated in the worker thread', async () => {
  const [common, similar, strong] = await Promise.all(
    ['PassWord123', 'walnutgrove1', 'nine blue kettles'].map((password) =>
      checkPassword({ password, contextWords }),
    ),
  )
  expect(common).toMatch(/lists of common passwords/)
  expect(similar).toMatch(/easy to guess/)
  expect(strong).toBeUndefined()
})

test.each([
  ['that fails to start', `throw new Error('no dictionaries')`, parts],
  ['that ends with the password', `${upAndThen('process.exit(1)')}`, parts],
  ['that takes too long', upAndThen(''), { ...parts, limitMs: 1 }],
])('a thread %s refuses the password with 503', async (_, code, limits) => {
  const check = createPasswordCheck({ ...limits, open: () => new Worker(code, { eval: true }) })
  const refused = check({ password: 'nine blue kettles', contextWords }, 'anonymous')
  await expect(refused).rejects.toMatchObject(overloaded)
  await expect(refused).rejects.toThrow('The strength of the password could not be checked')
})

test('more passwords than may wait are refused with 503', async () => {
  const open = () => new Worker(upAndThen('process.exit(1)'), { eval: true })
  const check = createPasswordCheck({ ...parts, open })
  const checks = [1, 2, 3].map(() => check({ password: 'x', contextWords }, 'anonymous'))
  const reasons = (await Promise.allSettled(checks)).map((each) => 'reason' in each && each.reason)
  expect(reasons).toMatchObject([overloaded, overloaded, overloaded])
  expect(reasons.map(({ message }) => message.split('.')[0])).toEqual([
    'The strength of the password could not be checked',
    'The strength of the password could not be checked',
    'Many people are setting a password',
  ])
})

function upAndThen(onPassword: string): string {
  return `
    const { parentPort } = require('node:worker_threads')
    parentPort.on('message', () => { ${onPassword} })
    parentPort.postMessage('up')`
}
