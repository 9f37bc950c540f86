import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('nothing set is a working program', () => {
  expect(readConfig({})).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    DATA_DIR: './data',
    DEMO_DATA: 'auto',
    SIGN_UP: 'open',
    LOG_LEVEL: 'info',
    ROLE: 'all',
  })
})

test('an empty setting counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 })
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
  [{ SESSION_SECRET: '  ' }, 'SESSION_SECRET must be a text that is not blank'],
  [{ SIGN_UP: 'maybe' }, 'SIGN_UP must be open, approval or closed'],
  [{ DEMO_DATA: 'yes' }, 'DEMO_DATA must be auto, none or load'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent'],
  [
    { DATABASE_URL: 'mysql://here' },
    'DATABASE_URL must be an address such as postgres://user@host:5432/name',
  ],
])('a bad setting ends the start with one line that names it: %j', (env, line) => {
  expect(() => readConfig(env)).toThrow(line)
})
