import type { CreationOptions, RequestOptions } from '#features/auth/contract.ts'
import { createAuthenticator } from '#features/auth/server/passkeys/testing.ts'
import {
  clientId,
  clientSecret,
  followProvider,
  startProvider,
  type TestProvider,
} from '#features/auth/server/single-sign-on/testing.ts'
import { password } from '../nodes/test-system.ts'
import type { Staff } from '../staff/staff.ts'
import type { SetupFunction } from './call-setup.ts'

const own = '/api/user/passkeys'
const signOn = '/api/login/single-sign-on'

/** Passkeys need a host name, and the provider knows this origin. */
const headers = { host: 'localhost' }
const origin = 'http://localhost'

/** The calls of passkeys, each of an account of its own, and those of single sign-on. */
export const passkeysAndSignOn: Record<string, SetupFunction> = {
  'POST /api/login/passkey/options': () => ({ headers }),
  'POST /api/login/passkey': async (staff) => {
    const { device } = await withPasskey(staff)
    const begun = await staff.call({ method: 'POST', path: '/api/login/passkey/options', headers })
    const credential = device.sign(begun.body as unknown as RequestOptions)
    return { headers, cookie: '', body: { credential } }
  },
  [`POST ${own}/options`]: async ({ viewer }) => {
    return { headers, cookie: (await viewer()).cookie, body: { password } }
  },
  [`POST ${own}`]: async (staff) => {
    const { cookie } = await staff.viewer()
    const device = createAuthenticator(origin)
    const credential = device.create(await begin(staff, cookie))
    return { headers, cookie, body: { name: 'Specimen', credential } }
  },
  [`PUT ${own}/:id`]: async (staff) => {
    const { passkeyId, cookie } = await withPasskey(staff)
    return { id: passkeyId, cookie, body: { name: 'Renamed' } }
  },
  [`POST ${own}/:id/remove`]: async (staff) => {
    const { passkeyId, cookie } = await withPasskey(staff)
    return { id: passkeyId, cookie, body: { password } }
  },
  'DELETE /api/users/:id/single-sign-on': async ({ viewer, write, next }) => {
    const { id } = await viewer()
    await write(
      `insert into single_sign_on_identities (issuer, subject, user_id)
       values ('https://id.example.com', $1, $2) returning 1 as id`,
      [next('subject'), id],
    )
    return { id }
  },
  [`POST ${signOn}`]: async (staff) => {
    await withProvider(staff)
    return { headers, cookie: '' }
  },
  [`POST ${signOn}/complete`]: async (staff) => {
    await withProvider(staff)
    const begun = await staff.call({ method: 'POST', path: signOn, headers })
    const returned = await followProvider(String(begun.body['address']))
    const [cookie = ''] = [begun.headers['set-cookie'] ?? []].flat()
    const body = Object.fromEntries(returned.searchParams)
    return { headers, cookie: cookie.split(';', 1)[0] ?? '', body }
  },
}

async function begin({ call }: Staff, cookie: string): Promise<CreationOptions> {
  const path = `${own}/options`
  const begun = await call({ method: 'POST', path, body: { password }, as: cookie, headers })
  return begun.body as unknown as CreationOptions
}

/** A signed-in user with a passkey of a device. */
async function withPasskey(staff: Staff) {
  const person = await staff.viewer()
  const device = createAuthenticator(origin)
  const credential = device.create(await begin(staff, person.cookie))
  const body = { name: 'Specimen', credential }
  const added = await staff.call({ method: 'POST', path: own, body, as: person.cookie, headers })
  return { ...person, device, passkeyId: Number(added.body['id']) }
}

let provider: Promise<TestProvider> | undefined

/** Single sign-on with a provider of this process, where one person signs in. */
async function withProvider({ change, next }: Staff): Promise<void> {
  provider ??= startProvider([origin])
  const { issuer, people } = await provider
  people.set('bo', { email: 'bo@provider.example', email_verified: true })
  await change('single-sign-on', {
    issuer,
    clientId,
    clientSecret,
    groupClaim: 'groups',
    groupRoles: [],
    createsAccounts: true,
    defaultRole: 'viewer',
    buttonText: next('Provider'),
    isOnly: false,
    breakGlassId: null,
  })
}
