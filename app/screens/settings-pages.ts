import type { Permission } from '#features/auth/rules.ts'
import { type RulePage, rulePages } from '#features/settings/rule-pages.ts'
import type { Address } from '#platform/web/address.ts'

/** A settings page that holds no business rules, with the permission that it needs. */
const otherPages = {
  company: { title: 'Company profile', about: 'How documents show your company.' },
  users: {
    title: 'Users',
    about: 'Changing a user’s role or access signs them out.',
    permission: 'users.manage',
  },
  history: {
    title: 'History',
    about: 'Who changed which setting, when, from what to what.',
    permission: 'settings.manage',
  },
} as const satisfies Record<string, { title: string; about: string; permission?: Permission }>

export type SettingsPageId = RulePage | keyof typeof otherPages
type SettingsPage = { title: string; about: string; permission?: Permission }

const pages: Readonly<Record<SettingsPageId, SettingsPage>> = { ...rulePages, ...otherPages }

/** The pages of the settings, in the order of their menu. */
const menu: readonly SettingsPageId[] = [
  'company',
  'general',
  'email',
  'tax',
  'shipping',
  'credit',
  'orders',
  'returns',
  'purchasing',
  'receivables',
  'accounting',
  'warehouse',
  'api',
  'users',
  'history',
]

type May = (permission: Permission) => boolean

/** The pages that a user may see, in the order of their menu. */
export function settingsPagesFor(may: May): (SettingsPage & { id: SettingsPageId })[] {
  return menu.flatMap((id) => {
    const page = pages[id]
    return page.permission === undefined || may(page.permission) ? [{ id, ...page }] : []
  })
}

/** The address of a settings page. The company profile has one of its own. */
export function settingsAddress(id: SettingsPageId): Address {
  return id === 'company' ? { to: '/company-profile' } : { to: '/settings', search: { tab: id } }
}
