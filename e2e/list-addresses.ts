import { lists, settingsWithList } from './screens.ts'

/** Every list with a screen or tab of its own, including those that show a list of another tab. */
export const listAddresses = [
  ...lists.map(([address]) => address),
  ...settingsWithList,
  ...['manual', 'tax-payments'].map((tab) => `/journal?tab=${tab}`),
  ...['schedule', 'overdue', 'goods'].map((tab) => `/ap-reports?tab=${tab}`),
  '/ar-reports?tab=overdue',
]
