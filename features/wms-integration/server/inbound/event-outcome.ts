import type { FieldError } from '#platform/kernel/refusal.ts'

/** The outcome of an event. A duplicate changed nothing; a parked one is retried. */
export type Outcome = {
  status: 'applied' | 'partial' | 'duplicate' | 'parked' | 'failed' | 'senseless'
  reason?: string
  /** For a malformed event: the invalid fields, by their paths in the message. */
  fields?: FieldError[]
}

/** Builds the outcome of a malformed message, with the first invalid field in its reason. */
export function malformed(what: string, fields: FieldError[]): Outcome & { reason: string } {
  const [first] = fields
  const reason = first ? `${what}: ${first.path} ${lowerFirst(first.message)}` : what
  return { status: 'senseless', reason, fields }
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
