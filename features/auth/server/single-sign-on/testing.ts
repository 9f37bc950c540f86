import { createSign, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type GrantContext, Provider } from 'oidc-provider'

// A real OpenID Connect provider on loopback, whose people sign in by themselves: who it is, the
// test says before. Its key is known, so that a test can sign what no honest provider would.

type Claims = Record<string, unknown>

export const clientId = 'prizm'
export const clientSecret = 'a-secret-of-the-provider'

/** What the provider answers at its token endpoint, and what a test makes of it. */
type TokenAnswer = { id_token: string } & Claims

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = { ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }

/** Signs a token with the key of the provider. */
export function signedToken(claims: Claims): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${encode({ alg: 'RS256', kid: 'test', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createSign('sha256').update(text).sign(privateKey).toString('base64url')}`
}

/** The claims of a token, whoever signed it. */
export function claimsOf(token: string): Claims {
  const [, body = ''] = token.split('.')
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>

/** Starts a provider for a client at these origins. */
export async function startProvider(origins: readonly string[] = ['http://localhost']) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A process that ends does not wait for it.
  server.unref()
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state = {
    issuer,
    /** The claims of each person by subject. */
    people: new Map<string, Claims>(),
    /** The subject who signs in next; undefined: the person cancels. */
    person: 'bo' as string | undefined,
    /** Changes the answer of the token endpoint. */
    tamper: undefined as ((answer: TokenAnswer) => TokenAnswer) | undefined,
    /** Requests by path, such as `/token`. */
    calls: [] as string[],
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const provider = new Provider(issuer, configurationOf(origins, state.people))
  const answer = provider.callback()
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    state.calls.push(pathname)
    if (pathname.startsWith('/interaction/')) {
      const result = state.person
        ? { login: { accountId: state.person } }
        : { error: 'access_denied', error_description: 'Cancelled' }
      const options = { mergeWithLastSubmission: false }
      void provider.interactionFinished(request, response, result, options)
      return
    }
    if (pathname === '/token' && state.tamper) changeAnswer(response, state.tamper)
    answer(request, response)
  })
  return state
}

const scope = 'openid email profile groups'

function configurationOf(origins: readonly string[], people: Map<string, Claims>): object {
  const uris = origins.map((origin) => `${origin}/auth`)
  const client = {
    client_secret: clientSecret,
    redirect_uris: uris,
    post_logout_redirect_uris: uris,
    response_types: ['code'],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'client_secret_basic',
  }
  return {
    clients: [
      { ...client, client_id: clientId },
      { ...client, client_id: 'other' },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of the cookies of the test'] },
    scopes: scope.split(' '),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username'],
      groups: ['groups'],
    },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: askToSignOut },
    },
    // Everybody has agreed before.
    loadExistingGrant: async ({ oidc }: GrantContext) => {
      const { client: found, session } = oidc
      const of = { clientId: found.clientId, accountId: session.accountId }
      const grant = new oidc.provider.Grant(of)
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
  }
}

function askToSignOut(ctx: { body: string }, form: string): void {
  ctx.body = `<!doctype html><title>Provider</title>${form}
    <button type="submit" form="op.logoutForm" name="logout" value="yes">Leave</button>`
}

function changeAnswer(response: ServerResponse, tamper: (answer: TokenAnswer) => TokenAnswer) {
  const end = response.end.bind(response) as (text: string) => ServerResponse
  response.end = ((body: unknown) => {
    const changed = JSON.stringify(tamper(JSON.parse(String(body)) as TokenAnswer))
    response.setHeader('content-length', Buffer.byteLength(changed))
    return end(changed)
  }) as typeof response.end
}

/**
 * Opens an address of the provider as a browser does, with cookies, until it leads back to another
 * site; returns that address.
 */
export async function followProvider(address: string): Promise<URL> {
  const { origin } = new URL(address)
  const cookies = new Map<string, string>()
  let url = new URL(address)
  for (let step = 0; step < 10 && url.origin === origin; step += 1) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    // Each address comes from the answer before.
    // oxlint-disable-next-line no-await-in-loop
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${url.href} answered ${response.status} without an address`)
    url = new URL(location, url)
  }
  return url
}
