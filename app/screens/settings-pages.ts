import type { Permission } from '#features/auth/rules.ts'
import { rulePages } from '#features/settings/rule-pages.ts'
import type { Address } from '#platform/web/screen-address.ts'

/** A page of the settings, and the permission that it needs. */
type SettingsPage = { title: string; about: string; permission?: Permission }

/** The pages of the settings, in the order of their menu. */
const pages = {
  company: { title: 'Company profile', about: 'How documents show your company.' },
  ...rulePages,
  backtest: {
    title: 'Test on past orders',
    about:
      'What other credit, prices or tax would have done to the orders of the last 90 days. ' +
      'Nothing is changed.',
    permission: 'backtests.run',
  },
  users: {
    title: 'Users',
    about: 'Changing a user’s role or access signs them out.',
    permission: 'users.manage',
  },
  roles: {
    title: 'Roles',
    about: 'What each role may see and do. Changing a role signs its users out.',
    permission: 'users.manage',
  },
  'single-sign-on': {
    title: 'Single sign-on',
    about: 'People sign in at the OpenID Connect provider of your company.',
    permission: 'users.manage',
  },
  webhooks: {
    title: 'Webhooks',
    about: 'Events that Prizm sends to other programs as they happen.',
    permission: 'webhooks.manage',
  },
  history: {
    title: 'History',
    about: 'Who changed which record or setting, when, from what to what.',
    permission: 'activity.read',
  },
  'bulk-changes': {
    title: 'Imports and bulk changes',
    about: 'Imported files and bulk edits, the result of each record, and their undo.',
    permission: 'activity.read',
  },
} as const satisfies Record<string, SettingsPage>

export type SettingsPageId = keyof typeof pages

type May = (permission: Permission) => boolean

/** The pages that a user may see, in the order of their menu. */
export function settingsPagesFor(may: May): (SettingsPage & { id: SettingsPageId })[] {
  return (Object.keys(pages) as SettingsPageId[]).flatMap((id) => {
    const page: SettingsPage = pages[id]
    return page.permission === undefined || may(page.permission) ? [{ id, ...page }] : []
  })
}

/** The address of a settings page. The company profile has one of its own. */
export function settingsAddress(id: SettingsPageId): Address {
  return id === 'company' ? { to: '/company-profile' } : { to: '/settings', search: { tab: id } }
}
