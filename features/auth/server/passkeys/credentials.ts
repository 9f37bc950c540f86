import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { CreatedCredential, SignedCredential } from '../../contract.ts'
import { hostNameOf } from '../sign-in/own-origin.ts'

/** The challenge that a passkey signed; undefined if there is none to read. */
export function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON) as { challenge?: unknown }
    return typeof challenge === 'string' && challenge.length <= 200 ? challenge : undefined
  } catch {
    return undefined
  }
}

/** What a browser answered, in the types of the library, which leave out what is null. */
export function credentialOf(credential: CreatedCredential): RegistrationResponseJSON
export function credentialOf(credential: SignedCredential): AuthenticationResponseJSON
export function credentialOf(credential: CreatedCredential | SignedCredential): object {
  const { id, rawId, type, response } = credential
  const present = Object.entries(response).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return { id, rawId, type, response: Object.fromEntries(present), clientExtensionResults: {} }
}

/**
 * The host name that passkeys belong to. Throws 409 for an IP address, for which browsers make no
 * passkeys.
 */
export function requireHostName(origin: string): string {
  const name = hostNameOf(origin)
  if (name !== undefined) return name
  const sentence = 'Passkeys need a host name. Open Prizm by its name, not by its IP address'
  throw new Refusal('refused', 'passkey-host', sentence)
}
