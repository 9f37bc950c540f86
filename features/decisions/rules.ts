import { type Holder, may } from '#features/auth/rules.ts'
import type { DecisionFacts, DecisionLine, DecisionOutcome, HiddenFact } from './contract.ts'

/**
 * The version of the canonical form. A change of its meaning, or of a rule that then decides
 * otherwise on the same facts, counts it up: older receipts are not decided again.
 */
export const receiptForm = 1

/** What the hash of a receipt covers: facts and outcome, but no id, time or person. */
export type ReceiptContent = { kind: string; facts: DecisionFacts; outcome: DecisionOutcome }

/** The canonical text of a receipt, which is stored and hashed. */
export function canonicalReceipt({ kind, facts, outcome }: ReceiptContent): string {
  return canonicalJson({ facts, form: receiptForm, kind, outcome })
}

/**
 * JSON in the canonical form of RFC 8785: keys sorted by their UTF-16 units, no white space,
 * numbers and text as ECMAScript writes them. Fields that are undefined are left out. Throws for
 * what JSON has no form for: infinite numbers, functions, lone surrogates. Fast if the keys are
 * sorted already, as those of a receipt are.
 */
export function canonicalJson(value: unknown): string {
  if (isSorted(value)) {
    const text = JSON.stringify(value)
    // So it also writes a lone surrogate, which is looked for below.
    if (!text.includes(surrogateEscape)) return text
  }
  if (typeof value === 'string' && !loneSurrogate.test(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) throw new TypeError(`Not a JSON value: ${typeof value}`)
  // Without a comparison function, `toSorted` compares UTF-16 units, as the RFC demands.
  const names = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .toSorted()
  return `{${names.map((name) => `${canonicalJson(name)}:${canonicalJson(value[name])}`).join()}}`
}

/** Whether a value has a form in JSON, and its keys are sorted. */
function isSorted(value: unknown): boolean {
  if (typeof value === 'string') return true
  if (Array.isArray(value)) return value.every(isSorted)
  if (!isObject(value)) {
    return value === null || typeof value === 'boolean' || Number.isFinite(value)
  }
  let last = ''
  for (const name in value) {
    if (name < last) return false
    const field = value[name]
    if (field !== undefined && !isSorted(field)) return false
    last = name
  }
  return true
}

/** How the escape of a lone surrogate begins. */
const surrogateEscape = String.raw`\ud`
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/**
 * The facts that a user may not see: costs without `skus.cost`, credit without `receivables.read`,
 * and prices that were considered without `pricing.read` and `skus.read`. The program sees all.
 */
export function hiddenFacts(user: Holder | undefined): HiddenFact[] {
  if (!user) return []
  const seesPrices = may(user, 'pricing.read') && may(user, 'skus.read')
  return [
    ...(may(user, 'skus.cost') ? [] : (['cost'] as const)),
    ...(may(user, 'receivables.read') ? [] : (['credit'] as const)),
    ...(seesPrices ? [] : (['price'] as const)),
  ]
}

/**
 * The fields of an order's history that a user may not read: the hash of a receipt, if it covers
 * facts that are hidden from them, because a cost could be found by trying.
 */
export function hiddenOrderFields(user: Holder | undefined): readonly string[] {
  return hiddenFacts(user).length > 0 ? ['decision'] : []
}

/** The same of the digests of receipts: that of a single receipt could be tried, too. */
export function hiddenDigestFields(user: Holder | undefined): readonly string[] {
  return hiddenFacts(user).length > 0 ? ['digest'] : []
}

type Content = { facts: DecisionFacts; outcome: DecisionOutcome }

/** Facts and outcome without what is hidden. */
export function withoutHidden(
  { facts, outcome }: Content,
  hidden: readonly HiddenFact[],
): { facts: DecisionFacts; outcome: DecisionOutcome } {
  const hidesCost = hidden.includes('cost')
  const hidesCredit = hidden.includes('credit')
  const { credit, unpaid, prices, ...otherFacts } = facts
  const hasPrices = prices !== undefined && !hidden.includes('price')
  return {
    facts: {
      ...otherFacts,
      ...(credit && !hidesCredit && { credit }),
      // What is unpaid follows from the customer's balance.
      ...(unpaid !== undefined && !hidesCredit && { unpaid }),
      ...(hasPrices && {
        prices: hidesCost ? prices.map(({ cost: _, ...price }) => price) : prices,
      }),
    },
    outcome: {
      ...outcome,
      rules: rulesFor(outcome, { hidesCost, hidesCredit }),
      ...(outcome.lines && {
        lines: hidesCost ? outcome.lines.map(withoutCost) : outcome.lines,
      }),
    },
  }
}

/** The rules without what is hidden: what the margin rule decided, and the sentence on credit. */
function rulesFor(
  { rules }: DecisionOutcome,
  { hidesCost, hidesCredit }: { hidesCost: boolean; hidesCredit: boolean },
): DecisionOutcome['rules'] {
  return rules
    .filter(({ rule }) => !hidesCost || rule !== 'margin')
    .map(({ says, ...each }) =>
      says === undefined || (hidesCredit && each.rule === 'credit') ? each : { ...each, says },
    )
}

/** A line without what follows from its cost. */
function withoutCost({ isBelowCost: _, isBelowMargin: __, ...line }: DecisionLine): DecisionLine {
  return line
}
