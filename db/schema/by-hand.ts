/**
 * Constraints and indexes that migrations make and no `tables.ts` declares: what a declaration
 * cannot say, and keys to tables of rooms to the right. Whatever else the migrations make and the
 * code does not declare is a difference.
 */
export const handWrittenNames: ReadonlySet<string> = new Set([
  'contract_pricing.contract_prices_overlap',
  'credit_memos.credit_memo_of_return_once',
  'credit_memos.credit_memos_return_fk',
  'invoice_lines.invoice_lines_order_line_fk',
  'invoices.invoice_of_shipment_once',
  'invoices.invoices_refund_fk',
  'invoices.invoices_sales_order_fk',
  'invoices.invoices_shipment_fk',
  'vendor_credit_lines.vendor_credit_line_return_there',
  'vendor_credits.vendor_credit_return_there',
])
