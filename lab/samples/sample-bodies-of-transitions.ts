/** The documents sent by email, by API path. */
const papers = [
  'sales-orders/:id/confirmation',
  'shipments/:id/notice',
  'invoices/:id',
  'credit-memos/:id',
  'purchase-orders/:id',
  'returns/:id',
  'customers/:id/statement',
  'dunning/letters/:id',
]
const message = () => ({
  to: 'specimen@example.com',
  cc: 'copy@example.com',
  subject: 'Specimen',
  message: 'Please find it.',
})

/** The transitions that require only a reason, by API path. */
const reasoned = `
  sales-orders/:id/cancel sales-orders/:id/recall refunds/:id/cancel returns/:id/reopen
  periods/:id/reopen vendor-bills/:id/release vendor-bills/:id/reopen
  manual-entries/:id/cancel sales-tax-payments/:id/void
  returns/:id/reject returns/:id/cancel returns/:id/close
  sendings/:id/set-aside automatic-emails/:id/set-aside
`
  .trim()
  .split(/\s+/)
const reason = () => ({ reason: 'Specimen' })

/** The transitions that require a reason and a posting date; an empty date means today. */
const dated = `
  payments/:id/void receivable-applications/:id/reverse refunds/:id/reverse credit-memos/:id/void
  vendor-bills/:id/void vendor-credits/:id/void receipts/:id/reverse vendor-payments/:id/void
  return-receipts/:id/reverse
`
  .trim()
  .split(/\s+/)
const datedReason = () => ({ reason: 'Specimen', postedOn: '' })
const empty = () => ({ postedOn: '' })

/** Valid bodies of document transitions, by call. */
export const stepSpecimens = Object.fromEntries<() => Record<string, unknown>>([
  ...['refunds', 'vendor-payments'].map((of) => [`POST /api/${of}/:id/release`, empty] as const),
  ...reasoned.map((path) => [`POST /api/${path}`, reason] as const),
  ...dated.map((path) => [`POST /api/${path}`, datedReason] as const),
  ...papers.map((path) => [`POST /api/${path}/sendings`, message] as const),
])
