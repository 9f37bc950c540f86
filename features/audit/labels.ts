import { formatDay, isDay } from '#platform/kernel/days.ts'
import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import type { Activity } from './contract.ts'
import type { AuditedEntity } from './audited-entities.ts'

/** What each kind of record is called. */
export const entityNames: Readonly<Record<AuditedEntity, string>> = {
  user: 'User',
  role: 'Role',
  api_key: 'API key',
  webhook: 'Webhook',
  customer: 'Customer',
  vendor: 'Vendor',
  sku: 'SKU',
  contract_price: 'Contract price',
  sales_order: 'Sales order',
  purchase_order: 'Purchase order',
  return: 'Return',
  shipment: 'Shipment',
  invoice: 'Invoice',
  customer_payment: 'Customer payment',
  credit_memo: 'Credit memo',
  dunning_letter: 'Reminder',
  requisition: 'Requisition',
  vendor_bill: 'Vendor bill',
  vendor_payment: 'Vendor payment',
  vendor_credit: 'Vendor credit',
  period: 'Accounting period',
  manual_entry: 'Manual journal entry',
  sales_tax_payment: 'Sales tax payment',
  wms: 'Warehouse connection',
  edi_partner: 'EDI partner',
  edi_document: 'EDI document',
  intake_message: 'Intake message',
  setting: 'Settings',
  decision: 'Decision records',
  incident: 'Incident note',
  message: 'Undelivered message',
}

/** How a change was made. */
export const channelNames: Record<string, string> = {
  web: 'on screen',
  screen: 'on screen',
  ui: 'on screen',
  api: 'by API',
  csv: 'by CSV import',
  edi: 'by EDI',
  wms: 'by the WMS',
  job: 'by a job',
  worker: 'by the system',
  demo: 'with the demo data',
  system: 'by the system',
}

/** The texts of the actions that are not said by their own words. */
const actionTexts: Record<string, string> = {
  create: 'created this',
  comment: 'commented',
  comment_deleted: 'deleted a comment',
  comment_restored: 'restored a comment',
  update: 'changed this',
  revise: 'revised this after processing started',
  delete: 'deleted this',
  erase: 'erased the personal data of this',
  restore: 'restored this',
  activate: 'activated this',
  deactivate: 'deactivated this',
  process: 'started processing this',
  ship: 'shipped this',
  deliver: 'recorded the delivery of this',
  cancel: 'cancelled this',
  recall: 'recalled this from the warehouse',
  release: 'released this from hold',
  submit: 'submitted this',
  approve: 'approved this',
  'approve-level': 'approved a level of this',
  reject: 'rejected this',
  send: 'sent this by email',
  'set-aside': 'set an email of this aside',
  withdraw: 'withdrew this',
  receive: 'recorded a receipt',
  close: 'closed this',
  complete: 'completed this',
  match: 'matched this',
  block: 'blocked this',
  post: 'posted this',
  void: 'voided this',
  reopen: 'reopened this',
  apply: 'applied this',
  unapply: 'reversed an application',
  settle: 'settled this',
  unsettle: 'reversed a settlement',
  remind: 'created a reminder',
  hold: 'put this on hold',
  order: 'ordered lines of this',
  backorder: 'backordered the remaining units',
  'fill-backorder': 'reserved stock for the backorder',
  'cancel-rest': 'cancelled the remaining units',
  reallocate: 'moved reserved stock between orders',
  'ring-fence': 'changed the ring-fenced stock',
  'prepare-refund': 'requested a refund',
  'release-refund': 'released a refund',
  'cancel-refund': 'cancelled a refund',
  'block-credit': 'blocked the credit',
  'override-credit': 'approved this above the credit limit',
  credit_limit_lowered: 'lowered the credit limit',
  revoke: 'revoked this',
  rotate: 'replaced the secret of this',
  replay: 'sent messages of this again',
  test: 'sent a test to this',
  'sign-up': 'signed up',
  'sign-in': 'signed in',
  'sign-out': 'signed out',
  invite: 'invited this person',
  'send-invitation': 'sent the invitation again',
  'accept-invitation': 'accepted the invitation',
  decline: 'declined this',
  unlock: 'unlocked this',
  'set-password': 'set a new password for this',
  'change-password': 'changed their password',
  'send-reset-link': 'sent a link to reset the password',
  'reset-password': 'reset their password by a link',
  'end-sessions': 'ended the sessions of this',
  'end-session': 'ended one of their sessions',
  'end-other-sessions': 'ended their other sessions',
  'turn-on-second-factor': 'turned on their second factor',
  'turn-off-second-factor': 'turned off their second factor',
  'remove-second-factor': 'removed the second factor of this',
  'replace-recovery-codes': 'replaced their recovery codes',
  'add-passkey': 'added a passkey',
  'rename-passkey': 'renamed a passkey',
  'remove-passkey': 'removed a passkey',
  'refuse-passkey': 'refused a passkey of this',
  'link-single-sign-on': 'linked their account to the provider',
  'unlink-single-sign-on': 'unlinked this from the provider',
  'change-single-sign-on': 'changed single sign-on',
  delegate: 'delegated approvals',
  'end-delegation': 'ended a delegation',
  'change-limits': 'changed the limits of this user',
  digest: 'recorded a digest of decisions without an order',
  adjust: 'adjusted the stock',
  adjust_prices: 'adjusted the prices',
  plan_prices: 'planned new prices',
  cancel_planned_prices: 'cancelled planned prices',
  planned_prices_began: 'applied planned prices',
  contract_price_created: 'agreed a contract price',
  contract_price_changed: 'changed a contract price',
  contract_price_deleted: 'deleted a contract price',
}

/** The text of an action: `created this` for `create`; unlisted actions use their own words. */
export function actionText(action: string): string {
  const verb = action.split('.').at(-1) ?? action
  return actionTexts[verb] ?? verb.replaceAll(/[-_]/g, ' ')
}

/** Converts `creditLimit` or `credit_limit` to `Credit limit`, `tier1Price` to `Tier 1 price`. */
export function fieldName(field: string): string {
  if (field === 'sku') return 'SKU'
  const words = field
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])(\d)/g, '$1 $2')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * A value of a changed field as text: `(empty)` for nothing, `yes` and `no` for booleans, a day as
 * on the screens, and terms and price levels by name.
 */
export function valueText(value: unknown, field = ''): string {
  if (value === null || value === undefined || value === '') return '(empty)'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (isReceipt(value)) return `Decision record ${value.id}, SHA-256 ${value.sha256}`
  if (typeof value !== 'string') return JSON.stringify(value)
  if (dayFieldPattern.test(field) && isDay(value)) return formatDay(value)
  return codeFields.has(field) ? codeName(value) : value
}

/** A past value as text: a tax rate by its place, and any other value as in the history. */
export function pastValueText(value: unknown, field: string): string {
  if (!isTaxRate(value)) return valueText(value, field)
  const { country, state, rate, effectiveDate } = value
  const place = [state, country].filter(Boolean).join(', ')
  const since = isDay(effectiveDate) ? formatDay(effectiveDate) : effectiveDate
  // A rate has at most six decimals.
  return `${place}: ${Math.round(Number(rate) * 1_000_000) / 10_000}% from ${since}`
}

type TaxRateOfDay = { country: string; state: string; rate: string; effectiveDate: string }

function isTaxRate(value: unknown): value is TaxRateOfDay {
  return typeof value === 'object' && value !== null && 'rate' in value && 'country' in value
}

/** How the names of fields end that have a day; such a text in another field is no day. */
const dayFieldPattern = /(date|day|on|from|to|by|after|until|delivery)$/i
/** Fields with codes that screens show by name: `net-30`, `tier1`. */
const codeFields: ReadonlySet<string> = new Set([
  'paymentTerms',
  'payment_terms',
  'terms',
  'priceLevel',
  'price_level',
])

const abbreviations: ReadonlySet<string> = new Set(['cod', 'cia', 'cwo', 'eom'])

/** `Net 30` for `net-30`, `Tier 1` for `tier1`; other text is returned unchanged. */
function codeName(code: string): string {
  if (abbreviations.has(code)) return code.toUpperCase()
  if (!/^[a-z][a-z-]*\d*$/.test(code)) return code
  return capitalize(code.replaceAll('-', ' ').replace(/([a-z])(\d)/, '$1 $2'))
}

/** True for the receipt of a decision: its id and its hash. */
function isReceipt(value: unknown): value is { id: number; sha256: string } {
  return typeof value === 'object' && value !== null && 'id' in value && 'sha256' in value
}

/** The actions that the filter of the history offers. */
export const knownActions: readonly string[] = Object.keys(actionTexts)

/** The name of an action by itself: `Fill backorder` for `fill-backorder`. */
export function actionName(action: string): string {
  return capitalize(action.replaceAll(/[-_.]/g, ' '))
}

/** What an entry changed, in one line: the status, the fields, the reason. */
export function summaryOf(
  entry: Pick<Activity, 'fromStatus' | 'toStatus' | 'changes' | 'reason'>,
): string {
  const { fromStatus, toStatus, changes, reason } = entry
  const status = [fromStatus, toStatus].filter((each) => each !== null).join(' → ')
  const fields = Object.keys(changes).map(fieldName).join(', ')
  return [status, fields, reason].filter(Boolean).join('; ')
}
