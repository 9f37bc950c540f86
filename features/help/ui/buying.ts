import { type Permission, permissions } from '#features/auth/rules.ts'
import { requisitionStatuses } from '#features/requisitions/rules.ts'
import { warningDays } from '#features/sourcing/rules.ts'
import type { Topic } from '../rules.ts'

const may = (permission: Permission) => permissions[permission].join(', ')

/** Topics before a purchase order: requisitions, reorder proposals and sourcing. */
export const buying: readonly Topic[] = [
  {
    id: 'requisitions',
    title: 'Requisitions',
    blocks: [
      {
        steps: [
          'Whoever needs goods asks for them: a SKU, or anything else in words, how many, until ' +
            'when and what for.',
          'Submit hands the requisition in. A manager who did not make it approves or rejects it.',
          'A buyer turns its lines into draft purchase orders, one for each vendor.',
        ],
      },
      `Status: ${requisitionStatuses.join(', ')}. The search finds one by its number (REQ-…), ` +
        'and its details lead to the orders it became.',
      { facts: [['May decide', may('requisitions.decide')]] },
    ],
    tryIt: { label: 'Ask for goods', to: '/requisitions', search: { new: '1' } },
  },
  {
    id: 'proposals',
    title: 'Purchase proposals',
    blocks: [
      'The list says what will run out and why: a SKU is proposed where what is available and ' +
        'coming, less what is backordered, is at or below its minimum stock or what is used in ' +
        'the lead time. It is filled up for {purchaseCoverDays} days of use more (a business ' +
        'rule), and never with less than the vendor’s minimum quantity.',
      'Ticked lines become draft purchase orders or a requisition in one act, and nobody orders ' +
        'the same goods twice.',
    ],
    tryIt: { label: 'Open the proposals', to: '/purchase-proposals' },
  },
  {
    id: 'sourcing',
    title: 'Vendor prices and certificates',
    blocks: [
      {
        list: [
          'SKUs of a vendor: rank, price, lead time and minimum quantity. A line of a purchase ' +
            'order or a requisition takes its price from here.',
          'Of several vendors of a SKU the one with the lowest rank is proposed.',
          'Certificates: a name, the category they are for or all, and the last day. They warn ' +
            `${warningDays} days before they end.`,
        ],
      },
      'Orders of a vendor whose certificate has expired {certificateMode}; which of the two is a ' +
        'business rule.',
    ],
    tryIt: { label: 'Open the vendors', to: '/vendors' },
  },
]
