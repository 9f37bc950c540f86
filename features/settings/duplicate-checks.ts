/**
 * Which new orders of a customer are parked: none, those with a customer PO that another order has,
 * or also those with nearly the same lines as a recent order.
 */
export const duplicateChecks = ['off', 'po', 'lines'] as const
export type DuplicateCheck = (typeof duplicateChecks)[number]

/** What is parked, as a choice in forms. */
export const duplicateCheckNames: Readonly<Record<DuplicateCheck, string>> = {
  off: 'Nothing',
  po: 'Repeated customer POs',
  lines: 'Repeated customer POs and nearly equal orders',
}
