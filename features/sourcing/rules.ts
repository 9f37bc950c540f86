/** Days before its expiry from which a certificate is shown as expiring. */
export const warningDays = 30

/** Default lead time in days, if neither the vendor nor the offer has one. */
export const defaultLeadDays = 14

/** Valid through its last day. A later certificate of the same name and category renews it. */
export const certificateStates = ['valid', 'expiring', 'expired', 'renewed'] as const
export type CertificateState = (typeof certificateStates)[number]
