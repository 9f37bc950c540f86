/** Why a request was refused; the kind decides the HTTP status. */
export type RefusalKind = keyof typeof statusOfKind

export const statusOfKind = {
  unreadable: 400,
  signedOut: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  refused: 409,
  stale: 412,
  tooLarge: 413,
  unsupported: 415,
  invalid: 422,
  required: 428,
  tooMany: 429,
  unavailable: 503,
} as const

/** A wrong field: where (`items.0.quantity`), one sentence, and its code where it has its own. */
export type FieldError = { path: string; message: string; code?: string }

/** The code of an amount beyond what is stored, of a field and of the refusal it is in. */
export const outOfRange = 'amount-out-of-range'

/** Extra facts a screen may use with a refusal, such as fresh numbers or seconds to wait. */
export type RefusalExtras = {
  retryAfterSeconds?: number
  current?: unknown
}

/**
 * An expected no. `code` is stable and for machines, the message is one sentence a clerk
 * understands. Anything else that is thrown is a bug and answers 500.
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
 * A refusal for invalid input, its sentence the first field's, named where it needs a name. Its
 * code is `amount-out-of-range` where that is what is wrong with one of the fields.
 */
export function invalid(fields: FieldError[]): Refusal {
  const first = fields[0]
  const message = first?.message ?? 'Invalid input'
  const isWhole = !/^(Required|Invalid|Must|Already)\b/.test(message)
  const sentence = isWhole || !first?.path ? message : `${first.path}: ${message}`
  const isBeyond = fields.some(({ code }) => code === outOfRange)
  return new Refusal('invalid', isBeyond ? outOfRange : 'invalid', sentence, fields)
}

/** A refusal for a record that is not there. */
export function missing(what: string): Refusal {
  return new Refusal('missing', 'not-found', `${what} was not found`)
}
