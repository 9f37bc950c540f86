/** The topic of each screen, which F1 opens there. */
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
  '/journal': 'journal',
  '/help': 'finding',
}

export const screensWithHelp = Object.keys(topics)

/** The topic that explains the screen at this path; what the program does where there is none. */
export function topicOfScreen(path: string): string {
  return topics[path] ?? 'about'
}
