import type { AuditedEntity } from './audited-entities.ts'

/**
 * The fields of a record that an erasure of personal data empties. The history of an erased record
 * is shown without their values.
 */
export const erasedFields = {
  customer: [
    'name',
    'email',
    'phone',
    'address',
    'city',
    'zipCode',
    'billingAddress',
    'website',
    'notes',
    'contactName',
    'contactRole',
    'contactEmail',
    'contactPhone',
    'documentNote',
    'emailRecipients',
  ],
  user: ['username', 'email', 'preferences', 'passkey'],
} as const satisfies Partial<Record<AuditedEntity, readonly string[]>>

/** What is shown instead of an erased value. */
export const erasedText = '(erased)'

/** The name of an erased customer or user: `Erased customer 12`. */
export function pseudonymOf(noun: 'customer' | 'user', id: number): string {
  return `Erased ${noun} ${id}`
}

/** An address that exists nowhere: the top-level domain `invalid` is reserved (RFC 2606). */
export function pseudonymousEmail(noun: 'customer' | 'user', id: number): string {
  return `erased-${noun}-${id}@erased.invalid`
}
