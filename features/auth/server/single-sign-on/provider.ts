import * as client from 'openid-client'
import type { Refusal } from '#platform/kernel/refusal.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { safeFetch, Unreachable } from '#platform/server/outbound/safe-fetch.ts'
import { needsUserInfo, personOf, type Person, returnPath } from '../../single-sign-on-rules.ts'
import type { SignOnReturn } from '../../contract.ts'
import type { SignOnAttempt } from './attempts.ts'
import { invalidAnswer, providerDown, signOnDenied } from './refusals.ts'

const timeoutMs = 10_000
const maxAnswerBytes = 1_000_000
const freshMs = 10 * 60_000

/** Whether the provider may be on loopback, which is for development and tests. */
export type SignOnConfig = Partial<Pick<Config, 'SIGN_ON_LOOPBACK' | 'PUBLIC_URL'>>

export type ProviderSettings = { issuer: string; clientId: string; clientSecret: string | null }

export type Provider = client.Configuration

type KnownProvider = { key: string; at: number; provider: Promise<Provider> }

/** The provider of the settings; each node reads its metadata again after ten minutes. */
let known: KnownProvider | undefined

/**
 * The provider, by discovery of its issuer. Throws 409 `sign-on-unreachable` if it does not answer,
 * or is not public, and 401 `sign-on-invalid` if its answer is not that of this issuer.
 */
export function openProvider(settings: ProviderSettings, config: SignOnConfig): Promise<Provider> {
  const { issuer, clientId, clientSecret } = settings
  const key = JSON.stringify([issuer, clientId, clientSecret, config.SIGN_ON_LOOPBACK])
  if (known?.key === key && performance.now() - known.at < freshMs) return known.provider
  const mine = { key, at: performance.now(), provider: discover(settings, config) }
  known = mine
  mine.provider.catch(() => {
    if (known === mine) known = undefined
  })
  return mine.provider
}

/** Reads the metadata of a provider now, whatever is known. Throws as `openProvider` does. */
export function discover(
  { issuer, clientId, clientSecret }: ProviderSettings,
  config: SignOnConfig,
): Promise<Provider> {
  return withRefusals(async () => {
    const url = new URL(issuer)
    const isLocal = isOfThisMachine(url, config)
    const provider = await client.discovery(url, clientId, undefined, authOf(clientSecret), {
      [client.customFetch]: guardedFetch(config),
      timeout: timeoutMs / 1000,
      execute: [
        // The signature of the ID token is verified, not only the connection.
        client.enableNonRepudiationChecks,
        ...(isLocal ? [client.allowInsecureRequests] : []),
      ],
    })
    const metadata = provider.serverMetadata()
    const { authorization_endpoint, token_endpoint, jwks_uri } = metadata
    if (!authorization_endpoint || !token_endpoint || !jwks_uri) throw invalidAnswer()
    // The library lets shared issuers pass, at which the people of any company sign in.
    if (new URL(metadata.issuer).href !== url.href) throw invalidAnswer()
    return provider
  })
}

/** HTTP Basic, which every provider must accept, unless it accepts only the form. */
function authOf(secret: string | null): client.ClientAuth {
  if (secret === null) return client.None()
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const usesBasic = methods.includes('client_secret_basic')
    return (usesBasic ? basic : post)(server, ...rest)
  }
}

/** The calls of the library go out as all calls do: to public addresses, without redirects. */
function guardedFetch(config: SignOnConfig): client.CustomFetch {
  return async (address, { method, headers, body }) => {
    const url = new URL(address)
    const target = { name: 'The provider', url, isTrusted: isOfThisMachine(url, config) }
    const { status, text, mediaType } = await safeFetch(target, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: body instanceof URLSearchParams ? body.toString() : undefined,
      timeoutMs,
      maxBytes: maxAnswerBytes,
    })
    const hasBody = ![204, 205, 304].includes(status)
    return new Response(hasBody ? text : null, { status, headers: { 'content-type': mediaType } })
  }
}

/** True for plain http to a loopback address, if the setting allows it. */
export function isOfThisMachine(url: URL, { SIGN_ON_LOOPBACK }: SignOnConfig): boolean {
  if (SIGN_ON_LOOPBACK !== 'on') return false
  return url.protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(url.hostname)
}

/** The address of the provider that begins a sign-in, with PKCE (S256), state and nonce. */
export async function signInAddress(
  provider: Provider,
  { state, nonce, verifier }: SignOnAttempt,
  origin: string,
): Promise<string> {
  const hasGroups = provider.serverMetadata().scopes_supported?.includes('groups') ?? false
  const challenge = await client.calculatePKCECodeChallenge(verifier)
  return withRefusals(async () =>
    client.buildAuthorizationUrl(provider, {
      redirect_uri: `${origin}${returnPath}`,
      scope: `openid email profile${hasGroups ? ' groups' : ''}`,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state,
      nonce,
    }),
  ).then(({ href }) => href)
}

type Exchange = {
  form: SignOnReturn
  secrets: Pick<SignOnAttempt, 'nonce' | 'verifier'>
  origin: string
  groupClaim: string
}

/** Who signed in at the provider, and the ID token by which the provider ends its session. */
export type SignedOnPerson = { person: Person; idToken: string | null }

/**
 * Exchanges the code of a returned browser for the ID token, verifies it (signature, issuer,
 * audience, time, nonce), and reads what it lacks from the UserInfo endpoint. Throws 401 if
 * anything does not match.
 */
export function readPerson(
  provider: Provider,
  { form, secrets, origin, groupClaim }: Exchange,
): Promise<SignedOnPerson> {
  return withRefusals(async () => {
    const returned = new URL(`${origin}${returnPath}`)
    for (const [name, value] of Object.entries(form)) {
      if (value !== undefined) returned.searchParams.set(name, value)
    }
    const tokens = await client.authorizationCodeGrant(provider, returned, {
      pkceCodeVerifier: secrets.verifier,
      expectedState: form.state,
      expectedNonce: secrets.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw invalidAnswer()
    const metadata = provider.serverMetadata()
    const asksMore = metadata.userinfo_endpoint && needsUserInfo(claims, groupClaim)
    const info = asksMore
      ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
      : undefined
    const idToken = metadata.end_session_endpoint ? (tokens.id_token ?? null) : null
    return { person: personOf(claims, info, groupClaim), idToken }
  })
}

/** The address at which the provider ends its session; undefined if it has none. */
export function signOutAddress(
  provider: Provider,
  { idToken, origin }: { idToken: string; origin: string },
): string | undefined {
  if (!provider.serverMetadata().end_session_endpoint) return undefined
  return client.buildEndSessionUrl(provider, {
    id_token_hint: idToken,
    post_logout_redirect_uri: `${origin}${returnPath}`,
  }).href
}

/** Turns what the library throws into a refusal that keeps the error as its cause, for the log. */
async function withRefusals<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    refusal.cause = error
    throw refusal
  }
}

function refusalOf(error: unknown): Refusal | undefined {
  const unreachable = causesOf(error).find((each) => each instanceof Unreachable)
  if (unreachable) return providerDown(unreachable.message)
  if (error instanceof client.AuthorizationResponseError) {
    return error.error === 'access_denied' ? signOnDenied() : invalidAnswer()
  }
  const isOfProvider =
    error instanceof client.ClientError ||
    error instanceof client.ResponseBodyError ||
    error instanceof client.WWWAuthenticateChallengeError ||
    (error instanceof Error && error.name === 'OperationProcessingError')
  return isOfProvider ? invalidAnswer() : undefined
}

/** An error and the errors that caused it, outermost first. */
function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
