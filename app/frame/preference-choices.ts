import type { Preferences } from '#platform/ui/preferences/preferences.ts'

/** One user preference and its possible values. */
export type PreferenceChoice<Key extends keyof Preferences> = {
  name: Key
  legend: string
  hint?: string
  options: readonly { value: Preferences[Key]; label: string }[]
}

export const theme: PreferenceChoice<'theme'> = {
  name: 'theme',
  legend: 'Theme',
  options: [
    { value: 'system', label: 'Use system setting' },
    { value: 'light', label: 'Light' },
    { value: 'dark', label: 'Dark' },
  ],
}

export const density: PreferenceChoice<'density'> = {
  name: 'density',
  legend: 'Table density',
  options: [
    { value: 'compact', label: 'Compact' },
    { value: 'regular', label: 'Regular' },
    { value: 'relaxed', label: 'Relaxed' },
  ],
}

export const singleKeys: PreferenceChoice<'singleKeys'> = {
  name: 'singleKeys',
  legend: 'Single-key shortcuts',
  hint: 'For example N, J, K, or G then C. Shortcuts with Ctrl always work.',
  options: [
    { value: true, label: 'On' },
    { value: false, label: 'Off' },
  ],
}

export const toastMs: PreferenceChoice<'toastMs'> = {
  name: 'toastMs',
  legend: 'Notification duration',
  options: [
    { value: 5000, label: '5 seconds' },
    { value: 10_000, label: '10 seconds' },
    { value: 20_000, label: '20 seconds' },
    { value: 0, label: 'Until dismissed' },
  ],
}

export const orderPath: PreferenceChoice<'orderPath'> = {
  name: 'orderPath',
  legend: 'Order Entry: after the customer, Enter goes to',
  hint: 'Tab still goes to every field.',
  options: [
    { value: 'both', label: 'Order source and Customer PO' },
    { value: 'source', label: 'Order source' },
    { value: 'customerPO', label: 'Customer PO' },
    { value: 'items', label: 'Items' },
  ],
}
