import { type Permission, permissions } from '#features/auth/rules.ts'
import { requisitionStatuses } from '#features/requisitions/rules.ts'
import { certificateWarningDays } from '#features/sourcing/certificate-states.ts'
import type { Topic } from '../rules.ts'

const rolesOf = (permission: Permission) => permissions[permission].join(', ')

/** Topics before a purchase order: requisitions, purchase proposals and sourcing. */
export const buying: readonly Topic[] = [
  {
    id: 'requisitions',
    title: 'Requisitions',
    blocks: [
      {
        steps: [
          'Anyone can request goods: a SKU or a description, the quantity, the date needed ' +
            'and the purpose.',
          'Submit sends the requisition for approval. A manager other than the requester ' +
            'approves or rejects it.',
          'A buyer turns its lines into draft purchase orders, one for each vendor.',
        ],
      },
      `Status: ${requisitionStatuses.join(', ')}. Search for a requisition by its number ` +
        '(REQ-…). Its details link to the purchase orders made from it.',
      { facts: [['Can approve', rolesOf('requisitions.decide')]] },
    ],
    tryIt: { label: 'Request goods', to: '/requisitions', search: { new: '1' } },
  },
  {
    id: 'proposals',
    title: 'Purchase proposals',
    blocks: [
      'The list shows which SKUs will run out and why. A SKU is proposed when its ' +
        'available stock plus goods on order, minus backorders, is at or below its minimum ' +
        'stock or the usage during its lead time. The proposed quantity covers ' +
        '{purchaseCoverDays} more days of usage (a setting) and is never below the ' +
        'vendor’s minimum quantity.',
      'Selected lines become draft purchase orders or one requisition. Lines already ' +
        'ordered are not ordered twice.',
    ],
    tryIt: { label: 'Open the proposals', to: '/purchase-proposals' },
  },
  {
    id: 'sourcing',
    title: 'Vendor prices and certificates',
    blocks: [
      {
        list: [
          'A vendor’s SKUs: rank, price, lead time and minimum quantity. Lines of purchase ' +
            'orders and requisitions use these prices.',
          'If several vendors supply a SKU, the one with the lowest rank is proposed.',
          'Certificates: a name, a category or all categories, and the expiration date. A ' +
            `warning appears ${certificateWarningDays} days before a certificate expires.`,
        ],
      },
      'Orders from a vendor with an expired certificate {certificateMode}. A setting ' +
        'decides between a warning and a block.',
    ],
    tryIt: { label: 'Open the vendors', to: '/vendors' },
  },
]
