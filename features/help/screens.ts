/** The help topic of each screen, for F1. */
const topics: Readonly<Record<string, string>> = {
  '/': 'about',
  '/customers': 'customers',
  '/vendors': 'vendors',
  '/skus': 'skus',
  '/order-entry': 'order-entry',
  '/purchase-orders': 'purchase-orders',
  '/sales-orders': 'sales-orders',
  '/returns': 'returns',
  '/ap-reports': 'payables',
  '/ar-reports': 'receivables',
  '/wms-integration': 'wms',
  '/system-health': 'health',
  '/requisitions': 'requisitions',
  '/purchase-proposals': 'proposals',
  '/edi': 'edi',
  '/intake': 'intake',
  '/journal': 'journal',
  '/settings': 'settings',
  '/company-profile': 'company',
  '/unsent-orders': 'offline',
  '/help': 'finding',
}

export const screensWithHelp = Object.keys(topics)

/** The topic for a path; `about` if the screen has none. */
export function topicOfScreen(path: string): string {
  return topics[path] ?? 'about'
}
