/** For how many days before its end a certificate warns. */
export const warningDays = 30

/** Days from order to goods where neither the vendor nor the SKU's offer says. */
export const usualLeadDays = 14

/** It holds on its last day; a later one of the same name and category renews it. */
export const certificateStates = ['valid', 'expiring', 'expired', 'renewed'] as const
export type CertificateState = (typeof certificateStates)[number]
