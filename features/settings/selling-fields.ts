import { duplicateCheckNames, duplicateChecks } from './duplicate-checks.ts'
import type { RuleField } from './rule-fields.ts'

/** The form fields of the pages Sales tax, Shipping, Orders and Returns. */
export const sellingFields = {
  taxDefaultRate: {
    page: 'tax',
    section: 'Default rate',
    kind: 'percent',
    label: 'Default sales tax, %',
    hint: 'Override by location below.',
    example: 'With 8.00, goods of $100.00 are taxed $8.00.',
  },
  shippingFlat: {
    page: 'shipping',
    section: 'Charges',
    kind: 'amount',
    label: 'Shipping',
    hint: 'Charged on orders below the free-shipping amount.',
    example: 'With 15.00, an order of $80.00 is charged $15.00 for shipping.',
  },
  shippingFreeFrom: {
    page: 'shipping',
    section: 'Charges',
    kind: 'amount',
    label: 'Free shipping from',
    hint: 'Orders with at least this subtotal ship free.',
    example: 'With 500.00, an order of $500.00 ships free; one of $499.99 does not.',
  },
  customerPoAgain: {
    page: 'orders',
    section: 'Possible duplicates',
    kind: 'choice',
    label: 'Duplicate customer PO',
    hint: 'Order Entry shows a warning either way. Cancelled orders do not count.',
    example: 'A customer sends PO 4711 twice: the second order is created, or created on hold.',
    options: [
      { value: 'warn', label: 'Create order' },
      { value: 'hold', label: 'Create order on hold' },
    ],
  },
  duplicateCheck: {
    page: 'orders',
    section: 'Possible duplicates',
    kind: 'choice',
    label: 'Park possible duplicate orders',
    hint:
      'Applies to every channel. A parked order takes no stock and no credit until someone ' +
      'reviews it. A customer may have its own rule.',
    example:
      'Customer PO 4711A comes again as 0 4711a: the order is parked, and shown beside the ' +
      'earlier one.',
    options: duplicateChecks.map((value) => ({ value, label: duplicateCheckNames[value] })),
  },
  duplicateHours: {
    page: 'orders',
    section: 'Possible duplicates',
    kind: 'count',
    label: 'Compare lines within (hours)',
    hint: 'A new order is compared with the customer’s orders of this many past hours.',
    example: 'With 48, an order of Monday 9 AM is compared until Wednesday 9 AM.',
  },
  duplicateTolerancePercent: {
    page: 'orders',
    section: 'Possible duplicates',
    kind: 'count',
    label: 'Quantities may differ by, %',
    hint: 'How far the quantity of each SKU may differ. 0: quantities must be equal.',
    example:
      'With 10, an order of 9 or 11 units is a possible duplicate of one of 10; one of 8 or 12 ' +
      'is not.',
  },
  marginBelow: {
    page: 'orders',
    section: 'Margin',
    kind: 'choice',
    label: 'Price below the minimum margin',
    hint: 'Applies to every channel. Administrators and managers are notified and may release it.',
    example: 'An item with a cost of $10.00 is sold for $9.00: created, or created on hold.',
    options: [
      { value: 'accept', label: 'Create order' },
      { value: 'hold', label: 'Create order on hold' },
    ],
  },
  minimumMarginPercent: {
    page: 'orders',
    section: 'Margin',
    kind: 'count',
    label: 'Minimum margin, % of the price',
    hint: 'Applies only if such orders go on hold. 0: only prices below cost.',
    example: 'With 20, an item with a cost of $10.00 must be sold for at least $12.50.',
  },
  leftoverDays: {
    page: 'orders',
    section: 'Partially shipped orders',
    kind: 'count',
    label: 'Partially shipped after (days)',
    hint:
      'The view Partially shipped lists partially shipped orders with no shipment for this ' +
      'long.',
    example: 'With 7, an order that shipped in part on May 1 is listed from May 8.',
  },
  approvalMinutes: {
    page: 'orders',
    section: 'Validated orders',
    kind: 'count',
    label: 'Hold prices, credit and stock for (minutes)',
    hint:
      'A validated order keeps its prices, credit and stock for this long, up to 240 minutes, ' +
      'unless the order is created or abandoned sooner.',
    example: 'With 15, an order validated at 10:00 is created at its prices until 10:15.',
  },
  decisionDays: {
    page: 'orders',
    section: 'Decision records',
    kind: 'count',
    label: 'Keep decision records without an order (days)',
    hint: 'Used by Why? for validations and refused orders. Records of orders are kept.',
    example: 'With 30, the decision record of a validation on May 1 is deleted on May 31.',
  },
  intakeRawDays: {
    page: 'orders',
    section: 'Intake',
    kind: 'count',
    label: 'Keep original messages (days)',
    hint: 'Applies to messages that are closed. Originals of open messages are kept.',
    example: 'With 365, the file of a message that arrived on May 1 is deleted a year later.',
  },
  returnWindowDays: {
    page: 'returns',
    section: 'Customer returns',
    kind: 'count',
    label: 'Return window (days)',
    hint: 'Counted from the shipment. 0: no limit. Managers may accept later returns.',
    example: 'With 30, goods shipped on May 1 can be returned until May 31.',
  },
  returnApprovalLimit: {
    page: 'returns',
    section: 'Customer returns',
    kind: 'amount',
    label: 'Return approval limit for sales',
    hint: 'A manager approves larger returns. No one approves their own.',
    example: 'With 500.00, sales approves a return of $450.00; a manager approves one of $600.00.',
  },
} as const satisfies Record<string, RuleField>
