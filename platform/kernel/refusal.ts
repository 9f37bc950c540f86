/** Why a request was rejected. The kind determines the HTTP status. */
export type RefusalKind = keyof typeof statusOfKind

export const statusOfKind = {
  unreadable: 400,
  signedOut: 401,
  forbidden: 403,
  missing: 404,
  notAllowed: 405,
  conflict: 409,
  refused: 409,
  gone: 410,
  stale: 412,
  tooLarge: 413,
  unsupported: 415,
  invalid: 422,
  required: 428,
  tooMany: 429,
  unavailable: 503,
} as const

/**
 * A validation error of one field: its path (`items.0.quantity`), a message, and optionally a code.
 */
export type FieldError = { path: string; message: string; code?: string }

/** The error code of an amount that exceeds the database column, for the field and its refusal. */
export const outOfRange = 'amount-out-of-range'

/** Additional data for the client, such as current numbers or seconds to wait. */
export type RefusalExtras = {
  retryAfterSeconds?: number
  /** The methods of the address (405). */
  allow?: string
  /** How to sign in instead of with an API key (401). */
  challenge?: string
  current?: unknown
}

/**
 * An expected rejection. `code` is stable and meant for programs; the message is one sentence for
 * users. Any other thrown error is a bug and returns 500.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly code: string
  readonly fields: FieldError[]
  readonly extras: RefusalExtras

  constructor(
    kind: RefusalKind,
    code: string,
    sentence: string,
    fields: FieldError[] = [],
    extras: RefusalExtras = {},
  ) {
    super(sentence)
    this.name = 'Refusal'
    this.kind = kind
    this.code = code
    this.fields = fields
    this.extras = extras
  }

  get status(): number {
    return statusOfKind[this.kind]
  }
}

/**
 * A 422 refusal for invalid input. Its message is the first field's, prefixed with the field path
 * if it needs one. Its code is `amount-out-of-range` if one of the fields has that code.
 */
export function invalid(fields: FieldError[]): Refusal {
  const first = fields[0]
  const message = first?.message ?? 'Invalid input'
  const isFullSentence = !/^(Required|Invalid|Must|Already)\b/.test(message)
  const sentence = isFullSentence || !first?.path ? message : `${first.path}: ${message}`
  const isBeyond = fields.some(({ code }) => code === outOfRange)
  return new Refusal('invalid', isBeyond ? outOfRange : 'invalid', sentence, fields)
}

/** A 404 refusal for a record that does not exist. */
export function missing(what: string): Refusal {
  return new Refusal('missing', 'not-found', `${what} was not found`)
}
