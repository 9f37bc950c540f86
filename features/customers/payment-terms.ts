import { lettersAndDigits } from '#platform/kernel/fields.ts'
import { type FieldError, invalid } from '#platform/kernel/refusal.ts'

/** When an amount is due, as agreed with a customer or a vendor. */
export type PaymentTerms =
  | { kind: 'prepaid' | 'receipt' | 'eom' }
  | { kind: 'net'; days: number; isEom: boolean; discount?: { percent: string; days: number } }
  /** A day of the next month; its last day if that month is shorter. */
  | { kind: 'prox'; day: number }

/** Terms that require prepayment, as lowercase letters and digits; SQL compares with them, too. */
export const prepaidTerms: ReadonlySet<string> = new Set([
  'prepaid',
  'prepay',
  'prepayment',
  'paymentinadvance',
  'payinadvance',
  'advancepayment',
  'cia',
  'cashinadvance',
  'cwo',
  'cashwithorder',
])

/** Terms due on the document date, as lowercase letters and digits. */
const receiptTerms: ReadonlySet<string> = new Set([
  'dueonreceipt',
  'dueuponreceipt',
  'onreceipt',
  'uponreceipt',
  'payableonreceipt',
  'payableuponreceipt',
  'dueimmediately',
  'net0',
  'n0',
  'cod',
  'cashondelivery',
  'collectondelivery',
])

const early =
  /^(\d{1,2}(?:\.\d{1,2})?)(?: ?% ?\/? ?| ?\/ ?| )(\d{1,3})(?: ?days?)?(?:,? |,|(?=n))(.+)$/
const net = /^(?:net|n) ?[-/]? ?(\d{1,3})(?: ?days?)?$/
const days = /^(?:(?:in|within) )?(\d{1,3}) ?days?(?: net)?$/
const monthEnd = /^(?:net )?eom$/
const monthEndPlus = /^(?:net )?eom ?[-+/]? ?(\d{1,3})(?: ?days?)?$/
const beforeMonthEnd = /^(.*\d.*?)(?:,? ?(?:from |after )?)eom$/
const proximo =
  /^(\d{1,2})(?:st|nd|rd|th)? ?(?:prox(?:imo)?|mfi|of (?:the )?(?:next|following) month)$/

/**
 * Parses payment terms in their usual spellings: `net-30`, `Net60`, `n/30`, `60 days`, `30 days
 * EOM`, `2/10 net 30 eom`, `1%10 net 45`, `eom`, `10th prox`, `C.O.D.`, `Due upon receipt`,
 * `Prepay`. Ignores case, spaces, dashes and the dots of abbreviations. Returns undefined for any
 * other text.
 */
export function parseTerms(text: string): PaymentTerms | undefined {
  const letters = lettersAndDigits(text)
  if (prepaidTerms.has(letters)) return { kind: 'prepaid' }
  if (receiptTerms.has(letters)) return { kind: 'receipt' }
  const plain = plainOf(text)
  if (monthEnd.test(plain)) return { kind: 'eom' }
  const [, ofMonth] = proximo.exec(plain) ?? []
  if (ofMonth) {
    const day = Number(ofMonth)
    return day >= 1 && day <= 31 ? { kind: 'prox', day } : undefined
  }
  const [, percent, within, rest] = early.exec(plain) ?? []
  if (percent && within && rest) {
    const due = parseNet(rest)
    return due && { ...due, discount: { percent, days: Number(within) } }
  }
  return parseNet(plain)
}

/** True for payment terms that require payment before delivery (docs/rules.md, Credit). */
export function isPrepaid(paymentTerms: string): boolean {
  return prepaidTerms.has(lettersAndDigits(paymentTerms))
}

/** The error message for unrecognized payment terms, with the accepted forms. */
export const termsForms =
  'Unknown payment terms. Use one of: net-30, n/30, 30 days, net 30 eom, 2/10 net 30, eom, ' +
  '10th prox, due on receipt, cod, prepaid'

/**
 * The field error for payment terms that cannot be parsed. Terms already on the record are
 * accepted, so that its other fields can still be edited.
 */
export function termsProblems(
  form: { paymentTerms?: string | null | undefined },
  before?: { paymentTerms: string | null } | null,
): FieldError[] {
  const { paymentTerms } = form
  if (!paymentTerms || paymentTerms === before?.paymentTerms) return []
  return parseTerms(paymentTerms) ? [] : [{ path: 'paymentTerms', message: termsForms }]
}

/** Throws 422 with the accepted forms if the payment terms cannot be parsed. */
export function checkTerms(...args: Parameters<typeof termsProblems>): void {
  const problems = termsProblems(...args)
  if (problems.length > 0) throw invalid(problems)
}

/** Lowercases the text, normalizes spaces and dashes, and removes dots outside numbers. */
function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/(?<!\d)\.|\.(?!\d)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:due|payable) (?!on |upon )/, '')
    .replace(/end of (?:the )?month/, 'eom')
}

/** Parses a number of days after the document date or after the end of its month. */
function parseNet(plain: string): (PaymentTerms & { kind: 'net' }) | undefined {
  const [, after] = monthEndPlus.exec(plain) ?? []
  if (after) return { kind: 'net', days: Number(after), isEom: true }
  const [, head] = beforeMonthEnd.exec(plain) ?? []
  const text = head ?? plain
  const count = (net.exec(text) ?? days.exec(text))?.[1]
  if (count === undefined) return undefined
  return { kind: 'net', days: Number(count), isEom: head !== undefined }
}
