import { Package, SquarePen, Truck, Users } from 'lucide-react'
import type { Permission } from '#features/auth/rules.ts'
import type { HitKind } from '#features/search/contract.ts'
import type { Hit } from './search-queries.ts'

type May = (permission: Permission) => boolean
type Beginning = Pick<Hit, 'icon' | 'code'> & { of: HitKind; path: string; needs: Permission }

const all: readonly Beginning[] = [
  {
    of: 'customer',
    code: 'New customer',
    icon: Users,
    path: '/customers?new=',
    needs: 'customers.edit',
  },
  { of: 'sku', code: 'New SKU', icon: Package, path: '/skus?new=', needs: 'skus.edit' },
  { of: 'vendor', code: 'New vendor', icon: Truck, path: '/vendors?new=', needs: 'vendors.edit' },
  {
    of: 'sales-order',
    code: 'New order',
    icon: SquarePen,
    path: '/order-entry',
    needs: 'orders.create',
  },
]

/**
 * What the user may create when a search found nothing, for some kinds or all. The forms of
 * customers, SKUs and vendors are prefilled with the text; an order form is not.
 */
export function createSuggestionsFor(text: string, may: May, kinds?: readonly HitKind[]): Hit[] {
  return all
    .filter(({ of, needs }) => may(needs) && (kinds?.includes(of) ?? true))
    .map(({ code, icon, path }) => {
      const hasText = path.endsWith('=')
      return {
        kind: 'New',
        icon,
        href: hasText ? path + encodeURIComponent(text) : path,
        code: hasText ? `${code} “${text}”` : code,
        detail: '',
      }
    })
}
