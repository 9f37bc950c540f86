// One file: everything that an answer about decisions can say.
import * as z from 'zod/mini'
import { priceVerdicts } from '#features/pricing/price-candidates.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { amountText, dayText, momentText } from '#platform/kernel/fields.ts'

/** What was decided. */
export const decisionKinds = ['validate', 'create', 'amend', 'hold', 'release'] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** The questions that a receipt answers. */
export const decisionTopics = ['price', 'tax', 'credit', 'stock', 'hold'] as const
export type DecisionTopic = (typeof decisionTopics)[number]

/** A price that a SKU could have had, and why it applied or not. */
export const priceCandidate = z.object({
  source: z.enum(['contract', 'tier1', 'tier2', 'tier3', 'standard']),
  unitPrice: amountText,
  verdict: z.enum(priceVerdicts),
  contractId: z.optional(z.int()),
  minimumQuantity: z.optional(z.int()),
  from: z.optional(dayText),
  until: z.optional(dayText),
})
export type DecisionCandidate = z.infer<typeof priceCandidate>

/** The price of a SKU: its quantity in the whole order, and every candidate. */
export const pricesOfSku = z.object({
  skuId: z.int(),
  sku: z.string(),
  quantity: z.int(),
  /**
   * Set if a typed price or the margin rule was compared with it; missing for roles that may not
   * see costs.
   */
  cost: z.optional(amountText),
  candidates: z.array(priceCandidate),
})

/**
 * The stock of a SKU before the decision. `countedAt` is the last count of the warehouse; without
 * one, the figure comes from the ledger alone.
 */
export const stockFact = z.object({
  skuId: z.int(),
  sku: z.string(),
  available: z.int(),
  requested: z.int(),
  shortfall: z.int(),
  source: z.enum(['count', 'ledger']),
  countedAt: z.optional(momentText),
  /** True if the count is older than the settings allow. */
  isOld: z.optional(z.boolean()),
  /** Free units that were ring-fenced for other customers; `available` is without them. */
  ringFenced: z.optional(z.int()),
})

/** The customer's credit before the decision. */
export const creditFacts = z.object({
  creditLimit: amountText,
  currentBalance: amountText,
  openOrders: amountText,
  /** What binding approvals of other orders hold; missing if nothing. */
  softReserved: z.optional(amountText),
  available: amountText,
  /** What is checked against the available credit. */
  amount: amountText,
  status: z.enum(['normal', 'blocked']),
  paymentTerms: z.string(),
  zeroMeans: z.enum(['none', 'unlimited']),
  overdue: z.optional(z.object({ daysLate: z.int(), amount: amountText })),
  overdueRule: z.optional(z.object({ days: z.int(), percent: z.int() })),
})

/** The sales tax: its rate as a fraction, and the place whose tax it is. */
export const taxFacts = z.object({
  rate: z.string(),
  country: z.nullable(z.string()),
  state: z.nullable(z.string()),
  isExempt: z.boolean(),
  notice: z.optional(z.string()),
})

/** The business rules in force that the decision used. */
export const settingsFacts = z.object({
  shippingFlat: amountText,
  shippingFreeFrom: amountText,
  creditOver: z.optional(z.enum(['refuse', 'hold'])),
  /** Counts before this moment are old; missing if counts do not expire. */
  countsOldBefore: z.optional(momentText),
  stockOldMeans: z.optional(z.enum(['warn', 'hold'])),
  /** The least margin in percent; missing while the margin rule is off. */
  minimumMarginPercent: z.optional(z.int()),
})

/**
 * A changed order that had been processed, as it was before the change: what had shipped of its
 * lines stays, and only the other units were decided.
 */
export const processedFacts = z.object({
  /** True if the open units have another tax rate or place after the change. */
  isMoved: z.boolean(),
  /** Open units are taxed on their own. Missing in earlier versions: all units of a line were. */
  isTaxedByOpenUnits: z.optional(z.boolean()),
  /** True if more units could be backordered. */
  acceptsBackorders: z.boolean(),
  shippedAmount: amountText,
  /** The shipping charge, which stays once something has shipped; missing before that. */
  shippingAmount: z.optional(amountText),
  lines: z.array(
    z.object({
      lineNo: z.int(),
      skuId: z.int(),
      quantity: z.int(),
      unitPrice: amountText,
      priceSource: z.string(),
      taxAmount: amountText,
      shipped: z.int(),
      /** The tax of what had shipped. */
      shippedTax: amountText,
      reserved: z.int(),
      backordered: z.int(),
    }),
  ),
})

/** The facts that a decision read. What a kind of decision does not read is missing. */
export const decisionFacts = z.object({
  customerId: z.int(),
  /** The day that prices and tax are as of. */
  date: z.optional(dayText),
  priceLevel: z.optional(z.enum(['standard', 'tier1', 'tier2', 'tier3'])),
  mayBackorder: z.optional(z.boolean()),
  isPickedUp: z.optional(z.boolean()),
  /** Missing for roles that may not see contract prices or SKUs. */
  prices: z.optional(z.array(pricesOfSku)),
  stock: z.optional(z.array(stockFact)),
  tax: z.optional(taxFacts),
  /** Missing for roles that may not see credit. */
  credit: z.optional(creditFacts),
  /** The total that was shown before, if the request had one. */
  expectedTotal: z.optional(amountText),
  /** The validation whose approval bound prices, tax, credit and stock: the id of its receipt. */
  approvedBy: z.optional(z.int()),
  /** Of a customer who pays in advance: what is not paid yet; missing with the credit. */
  unpaid: z.optional(amountText),
  settings: z.optional(settingsFacts),
  /** The order before a change, a hold or a release. */
  before: z.optional(
    z.object({
      status: z.string(),
      totalAmount: amountText,
      holdReason: z.nullable(z.string()),
      /** Of a change or release that was refused, whose receipt belongs to no order. */
      orderId: z.optional(z.int()),
    }),
  ),
  /** Of a change of lines after the order had been processed; receipts before 0.13.0 have none. */
  processed: z.optional(processedFacts),
})
export type DecisionFacts = z.infer<typeof decisionFacts>

/** What one rule decided; `says` is its sentence, if it has one. */
export const ruleOutcome = z.object({
  rule: z.enum([...decisionTopics, 'payment', 'margin', 'total']),
  result: z.enum(['passed', 'failed', 'held', 'backordered', 'overridden', 'skipped']),
  says: z.optional(z.string()),
})

/** A line as it was decided. */
export const decisionLine = z.object({
  lineNo: z.int(),
  skuId: z.int(),
  quantity: z.int(),
  unitPrice: amountText,
  priceSource: z.string(),
  totalPrice: amountText,
  taxAmount: amountText,
  reserved: z.int(),
  backordered: z.int(),
  /** The list price, if a typed price replaced it. */
  listedPrice: z.optional(amountText),
  isBelowCost: z.optional(z.boolean()),
  /** Set by the margin rule; missing for roles that may not see costs. */
  isBelowMargin: z.optional(z.boolean()),
  /** True if the line keeps a price that was agreed before. */
  isAgreedBefore: z.optional(z.boolean()),
})
export type DecisionLine = z.infer<typeof decisionLine>

export const decisionVerdicts = ['approved', 'refused', 'held'] as const

export const decisionOutcome = z.object({
  verdict: z.enum(decisionVerdicts),
  holdReason: z.nullable(z.string()),
  rules: z.array(ruleOutcome),
  totals: z.optional(
    z.object({
      subtotal: amountText,
      taxAmount: amountText,
      shippingAmount: amountText,
      total: amountText,
    }),
  ),
  lines: z.optional(z.array(decisionLine)),
})
export type DecisionOutcome = z.infer<typeof decisionOutcome>

export const hiddenFact = z.enum(['cost', 'credit', 'price'])
export type HiddenFact = z.infer<typeof hiddenFact>

const decisionHead = {
  id: z.int(),
  kind: z.enum(decisionKinds),
  /** The user, or `system`. */
  actor: z.string(),
  /** The API key, if one acted for the user. */
  keyName: z.nullable(z.string()),
  channel: z.string(),
  /** By the clock of the database. */
  decidedAt: momentText,
}

/** A setting that a decision used, and since when it had its value. */
export const settingVersion = z.object({
  name: z.string(),
  value: z.unknown(),
  /** True if nobody had changed it. */
  isDefault: z.boolean(),
  /** Null for a default, and for a value that is older than all past values. */
  knownFrom: z.nullable(momentText),
  /** Who set it; null where that is not known, and for callers who may not change settings. */
  changedBy: z.nullable(z.string()),
})
export type SettingVersion = z.infer<typeof settingVersion>

/** The receipt of a decision: the facts it read and its outcome. */
export const decision = z.object({
  ...decisionHead,
  /** The order; null for a validation, and for an order, change or release that was refused. */
  salesOrderId: z.nullable(z.int()),
  orderNumber: z.nullable(z.string()),
  /**
   * SHA-256 over the canonical form (RFC 8785) of `form`, `kind`, `facts` and `outcome`; null if
   * some of them are hidden from the caller.
   */
  sha256: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** What is left out because the caller may not see it. */
  hidden: z.array(hiddenFact),
  form: z.int(),
  facts: decisionFacts,
  outcome: decisionOutcome,
  /**
   * Since when each setting that was used had its value, from the past values: beside the receipt,
   * and not in its hash. Missing for a decision from before past values were kept.
   */
  settingVersions: z.optional(z.array(settingVersion)),
})
export type Decision = z.infer<typeof decision>

/** A decision in the list of an order, with the questions that its receipt answers. */
export const decisionSummary = z.object({
  ...decisionHead,
  verdict: decisionOutcome.shape.verdict,
  holdReason: z.nullable(z.string()),
  topics: z.array(z.enum(decisionTopics)),
})
export type DecisionSummary = z.infer<typeof decisionSummary>

export const readDecision = endpoint('GET', '/api/decisions/:id', {
  permission: 'salesOrders.read',
  returns: decision,
  summary:
    'The record of a decision: every price that was considered with the reason why it applied ' +
    'or not, credit, stock, tax, settings and outcome. That of a validation or refused order is ' +
    'read by the user who asked, and by those who may read the history',
})

/** How a decision is made again: on the facts of its receipt, or on today's. */
export const replayModes = ['then', 'now'] as const
export type ReplayMode = (typeof replayModes)[number]

export const replayTopics = [...decisionTopics, 'total'] as const
export type ReplayTopic = (typeof replayTopics)[number]

/** A field of a decision that came out otherwise when the decision was made again. */
export const replayDifference = z.object({
  topic: z.enum(replayTopics),
  /** The line, counted from 1; missing for what is about the whole order. */
  lineNo: z.optional(z.int()),
  /** The SKU of a stock fact. */
  sku: z.optional(z.string()),
  /** Such as `unitPrice`, `rate`, `available` or `holdReason`. */
  field: z.string(),
  /** In the receipt; null where there was no value. */
  from: z.nullable(z.string()),
  /** Made again. */
  to: z.nullable(z.string()),
  /** The difference in a sentence. */
  says: z.string(),
})
export type ReplayDifference = z.infer<typeof replayDifference>

/** A decision that was made again, compared with its receipt. */
export const replay = z.object({
  decisionId: z.int(),
  as: z.enum(replayModes),
  /**
   * True if it came out the same: as then, facts, outcome and hash; as now, the outcome, while the
   * facts may differ.
   */
  isEqual: z.boolean(),
  /** The hash of facts and outcome made again; null if some of them are hidden from the caller. */
  sha256: decision.shape.sha256,
  /** Null if the order could not be decided at all: `problem` says why. */
  outcome: z.nullable(decisionOutcome),
  problem: z.nullable(z.string()),
  differences: z.array(replayDifference),
})
export type Replay = z.infer<typeof replay>

export const replayDecision = endpoint('POST', '/api/decisions/:id/replay', {
  permission: 'salesOrders.read',
  body: z.object({ as: z.enum(replayModes) }),
  changesNothing: true,
  returns: replay,
  summary:
    'Recalculates a decision, `then` with the facts of its record or `now` with those of today, ' +
    'and compares it with the record, line by line. Changes nothing. With `now` the order counts ' +
    'as not placed: what it holds of credit and stock is available. Who sees no contract prices ' +
    'needs the permission to validate orders for that',
})

export const readDecisionsOfOrder = endpoint('GET', '/api/sales-orders/:id/decisions', {
  permission: 'salesOrders.read',
  // Payments, counts and other orders release or change an order, too.
  isDerived: true,
  returns: z.object({ decisions: z.array(decisionSummary) }),
  summary: 'The decisions on an order, newest first, at most 200',
})
