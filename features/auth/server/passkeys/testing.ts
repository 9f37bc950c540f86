import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign as signBytes,
} from 'node:crypto'
import type {
  CreatedCredential,
  CreationOptions,
  RequestOptions,
  SignedCredential,
} from '../../contract.ts'

// An authenticator in software: it makes and uses passkeys as a device does, and can do what no
// device does, such as count backwards.

const isPresent = 0x01
const isVerified = 0x04
const hasCredential = 0x40

type StoredKey = { id: Buffer; privateKey: KeyObject; userHandle: string }

export type Authenticator = ReturnType<typeof createAuthenticator>

type Signing = {
  /** What the device says of itself; the real values if absent. */
  counter?: number
  origin?: string
  flags?: number
}

/** A new device at an origin, such as `http://localhost`. */
export function createAuthenticator(origin: string) {
  const keys: StoredKey[] = []
  const device = { counter: 0 }
  const create = (options: CreationOptions, given: Signing = {}): CreatedCredential => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(16)
    keys.push({ id, privateKey, userHandle: options.user.id })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const { counter = device.counter, flags = isPresent | isVerified } = given
    const authData = Buffer.concat([
      authDataOf(options.rp.id, { flags: flags | hasCredential, counter }),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      coseKey(x, y),
    ])
    return {
      ...identityOf(id),
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, given.origin ?? origin),
        attestationObject: attestation(authData).toString('base64url'),
        transports: ['internal'],
      },
    }
  }
  const sign = (options: RequestOptions, given: Signing = {}): SignedCredential => {
    const key = keys.at(-1)
    if (!key) throw new Error('The device has no passkey')
    device.counter += 1
    const { counter = device.counter, flags = isPresent | isVerified } = given
    const authData = authDataOf(options.rpId, { flags, counter })
    const clientDataJSON = clientData('webauthn.get', options.challenge, given.origin ?? origin)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      ...identityOf(key.id),
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: signBytes('sha256', signed, key.privateKey).toString('base64url'),
        userHandle: key.userHandle,
      },
    }
  }
  return { create, sign }
}

function identityOf(bytes: Buffer) {
  const id = bytes.toString('base64url')
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}

function clientData(type: string, challenge: string, origin: string): string {
  const text = JSON.stringify({ type, challenge, origin, crossOrigin: false })
  return Buffer.from(text).toString('base64url')
}

function authDataOf(rpId: string, { flags, counter }: { flags: number; counter: number }): Buffer {
  const counted = Buffer.alloc(4)
  counted.writeUInt32BE(counter)
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), counted])
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** A public key of the curve P-256 for ES256, in CBOR (RFC 9053). */
function coseKey(x: string, y: string): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
}

/** An attestation object without a statement, in CBOR. */
function attestation(authData: Buffer): Buffer {
  const text = (value: string) =>
    Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, authData.length]),
    authData,
  ])
}
