import type { CreatedCredential, CreationOptions } from '../../contract.ts'
import type { RequestOptions, SignedCredential } from '../../contract.ts'

/**
 * True if this browser can use passkeys here: it knows them, the connection is secure, and the site
 * was opened by a host name.
 */
export function canUsePasskeys(hostName = location.hostname): boolean {
  const isAddress = /^[\d.]+$/.test(hostName) || hostName.startsWith('[')
  return 'PublicKeyCredential' in globalThis && isSecureContext && !isAddress
}

/** Asks the browser for a new passkey. Rejects if the person cancels it. */
export async function createPasskey(optionsJSON: CreationOptions): Promise<CreatedCredential> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { clientExtensionResults, authenticatorAttachment, ...made } = await startRegistration({
    optionsJSON,
  })
  const attachment = attachmentOf(authenticatorAttachment)
  return {
    ...made,
    authenticatorAttachment: attachment,
    clientExtensionResults: { ...clientExtensionResults },
  }
}

/** Asks the browser to sign with a passkey. Rejects if the person cancels it. */
export async function signWithPasskey(optionsJSON: RequestOptions): Promise<SignedCredential> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { clientExtensionResults, authenticatorAttachment, ...signed } = await startAuthentication({
    optionsJSON,
  })
  const attachment = attachmentOf(authenticatorAttachment)
  return {
    ...signed,
    authenticatorAttachment: attachment,
    clientExtensionResults: { ...clientExtensionResults },
  }
}

function attachmentOf(text: string | undefined): 'platform' | 'cross-platform' | null {
  return text === 'platform' || text === 'cross-platform' ? text : null
}
