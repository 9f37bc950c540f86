// The documents behind the figures of a month: their tab, without the days of the month.

/** The invoices of a month, without charges for refunds, which are no sales. */
export const invoicedTab = { tab: 'documents', 'f.figure': 'invoiced' } as const

/** The payments that were received in a month, without void ones. */
export const receivedTab = { tab: 'payments', 'f.status': 'posted' } as const
