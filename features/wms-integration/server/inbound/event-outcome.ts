import type { FieldError } from '#platform/kernel/refusal.ts'

/** What became of an event. A duplicate changed nothing; a parked one is tried again. */
export type Outcome = {
  status: 'applied' | 'partial' | 'duplicate' | 'parked' | 'failed' | 'senseless'
  reason?: string
  /** Of what makes no sense, the fields that are wrong, as they stand in the message. */
  fields?: FieldError[]
}

/** A message that cannot be understood, with the first field that is wrong in its sentence. */
export function malformed(what: string, fields: FieldError[]): Outcome & { reason: string } {
  const [first] = fields
  const reason = first ? `${what}: ${first.path} ${lowerFirst(first.message)}` : what
  return { status: 'senseless', reason, fields }
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
