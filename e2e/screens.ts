/** Every screen behind the sign-in. */
export const plainScreens = [
  '/',
  '/customers',
  '/vendors',
  '/skus',
  '/order-entry',
  '/purchase-orders',
  '/sales-orders',
  '/returns',
  '/ap-reports',
  '/ar-reports',
  '/wms-integration',
  '/system-health',
  '/help',
  '/journal',
] as const
