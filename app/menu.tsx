import { lazyRouteComponent } from '@tanstack/react-router'
import {
  Banknote,
  CircleHelp,
  ClipboardList,
  HandCoins,
  HeartPulse,
  House,
  type LucideIcon,
  Package,
  ShoppingCart,
  SquarePen,
  Truck,
  Undo2,
  Users,
  Warehouse,
} from 'lucide-react'
import { readHelpSearch } from '#features/help/ui/help-search-params.ts'
import { readDashboardSearch } from '#features/dashboard/ui/dashboard-search-params.ts'
import { readOrderEntrySearch } from '#features/order-entry/ui/order-entry-search-params.ts'
import type { ScreenPath } from './screen-search-params.ts'
import type { ShortcutId } from '#platform/ui/keyboard/shortcuts.ts'

type Page = {
  path: ScreenPath
  label: string
  icon: LucideIcon
  shortcut: ShortcutId
  /** Parses the search parameters of a page that is not a list. */
  search?: (raw: Record<string, unknown>) => object
  /** The page starts in an input: keys typed before it is drawn are buffered for it. */
  shouldBufferKeys?: boolean
  component: ReturnType<typeof lazyRouteComponent>
}

/**
 * The sidebar and the routes, in order: a new screen is one entry here. A page's code is loaded on
 * navigation or when its link is hovered.
 */
export const menu: readonly { group: string; items: readonly Page[] }[] = [
  {
    group: 'Dashboard',
    items: [
      {
        path: '/',
        label: 'Dashboard',
        icon: House,
        shortcut: 'goDashboard',
        search: readDashboardSearch,
        component: lazyRouteComponent(
          () => import('./screens/DashboardScreen.tsx'),
          'DashboardScreen',
        ),
      },
    ],
  },
  {
    group: 'Master Data',
    items: [
      {
        path: '/customers',
        label: 'Customers',
        icon: Users,
        shortcut: 'goCustomers',
        component: lazyRouteComponent(
          () => import('./screens/CustomersScreen.tsx'),
          'CustomersScreen',
        ),
      },
      {
        path: '/vendors',
        label: 'Vendors',
        icon: Truck,
        shortcut: 'goVendors',
        component: lazyRouteComponent(() => import('./screens/VendorsScreen.tsx'), 'VendorsScreen'),
      },
      {
        path: '/skus',
        label: 'SKU Management',
        icon: Package,
        shortcut: 'goSkus',
        component: lazyRouteComponent(() => import('./screens/SkusScreen.tsx'), 'SkusScreen'),
      },
    ],
  },
  {
    group: 'Order Processing',
    items: [
      {
        path: '/order-entry',
        label: 'Order Entry',
        icon: SquarePen,
        shortcut: 'goOrderEntry',
        search: readOrderEntrySearch,
        shouldBufferKeys: true,
        component: lazyRouteComponent(
          () => import('./screens/OrderEntryScreen.tsx'),
          'OrderEntryScreen',
        ),
      },
      {
        path: '/purchase-orders',
        label: 'Purchase Orders',
        icon: ClipboardList,
        shortcut: 'goPurchaseOrders',
        component: lazyRouteComponent(
          () => import('./screens/PurchaseOrdersScreen.tsx'),
          'PurchaseOrdersScreen',
        ),
      },
      {
        path: '/sales-orders',
        label: 'Sales Orders',
        icon: ShoppingCart,
        shortcut: 'goSalesOrders',
        component: lazyRouteComponent(
          () => import('./screens/SalesOrdersScreen.tsx'),
          'SalesOrdersScreen',
        ),
      },
      {
        path: '/returns',
        label: 'Returns (RMA/RTV)',
        icon: Undo2,
        shortcut: 'goReturns',
        component: lazyRouteComponent(() => import('./screens/ReturnsScreen.tsx'), 'ReturnsScreen'),
      },
    ],
  },
  {
    group: 'Financial Reports',
    items: [
      {
        path: '/ap-reports',
        label: 'Accounts Payable',
        icon: HandCoins,
        shortcut: 'goPayable',
        component: lazyRouteComponent(
          () => import('#features/ap-reports/ui/ApReportsPage.tsx'),
          'ApReportsPage',
        ),
      },
      {
        path: '/ar-reports',
        label: 'Accounts Receivable',
        icon: Banknote,
        shortcut: 'goReceivable',
        component: lazyRouteComponent(
          () => import('#features/ar-reports/ui/ArReportsPage.tsx'),
          'ArReportsPage',
        ),
      },
    ],
  },
  {
    group: 'System',
    items: [
      {
        path: '/wms-integration',
        label: 'WMS Integration',
        icon: Warehouse,
        shortcut: 'goWms',
        component: lazyRouteComponent(
          () => import('#features/wms-integration/ui/WmsPage.tsx'),
          'WmsPage',
        ),
      },
      {
        path: '/system-health',
        label: 'Health Check',
        icon: HeartPulse,
        shortcut: 'goHealth',
        component: lazyRouteComponent(
          () => import('#features/system-health/ui/SystemHealthPage.tsx'),
          'SystemHealthPage',
        ),
      },
      {
        path: '/help',
        label: 'Help Center',
        icon: CircleHelp,
        shortcut: 'goHelp',
        search: readHelpSearch,
        component: lazyRouteComponent(() => import('#features/help/ui/HelpPage.tsx'), 'HelpPage'),
      },
    ],
  },
]

/** Screens reached from other screens: they are in the palette but not in the sidebar. */
export const furtherPages: readonly Omit<Page, 'icon' | 'shortcut'>[] = [
  {
    path: '/requisitions',
    label: 'Requisitions',
    component: lazyRouteComponent(
      () => import('#features/requisitions/ui/RequisitionsPage.tsx'),
      'RequisitionsPage',
    ),
  },
  {
    path: '/purchase-proposals',
    label: 'Purchase Proposals',
    component: lazyRouteComponent(
      () => import('#features/purchase-proposals/ui/ProposalsPage.tsx'),
      'ProposalsPage',
    ),
  },
  {
    path: '/journal',
    label: 'Journal',
    component: lazyRouteComponent(
      () => import('#features/journal/ui/JournalPage.tsx'),
      'JournalPage',
    ),
  },
  {
    path: '/intake',
    label: 'Intake',
    component: lazyRouteComponent(() => import('#features/intake/ui/IntakePage.tsx'), 'IntakePage'),
  },
  {
    path: '/edi',
    label: 'EDI',
    component: lazyRouteComponent(() => import('#features/edi/ui/EdiPage.tsx'), 'EdiPage'),
  },
  {
    path: '/settings',
    label: 'Settings',
    component: lazyRouteComponent(() => import('./screens/SettingsScreen.tsx'), 'SettingsScreen'),
  },
  {
    path: '/unsent-orders',
    label: 'Unsent Orders',
    component: lazyRouteComponent(
      () => import('#features/order-entry/ui/offline/UnsentOrdersPage.tsx'),
      'UnsentOrdersPage',
    ),
  },
  {
    path: '/company-profile',
    label: 'Company Profile',
    component: lazyRouteComponent(() => import('./screens/SettingsScreen.tsx'), 'SettingsScreen'),
  },
]

export const pages: readonly Page[] = menu.flatMap(({ items }) => items)
