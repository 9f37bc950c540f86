/** Days before its expiry from which a certificate is shown as expiring. */
export const certificateWarningDays = 30

/** Valid through its last day. A later certificate of the same name and category renews it. */
export const certificateStates = ['valid', 'expiring', 'expired', 'renewed'] as const
export type CertificateState = (typeof certificateStates)[number]
