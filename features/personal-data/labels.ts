import { counted } from '#platform/kernel/plurals-and-capitals.ts'

/** Whose personal data is exported or erased. */
export type SubjectKind = 'customer' | 'user'

/** A customer or user as the administrator saw it: its code or username, and its version. */
export type Subject = { kind: SubjectKind; id: number; code: string; version: number }

/** The parts of an export by their names in its file, each with its noun and the plural. */
export const partNouns: Readonly<Record<string, readonly [string, string]>> = {
  customer: ['customer record', 'customer records'],
  salesOrders: ['sales order', 'sales orders'],
  reminders: ['reminder', 'reminders'],
  emailedDocuments: ['emailed document', 'emailed documents'],
  emailRecipients: ['list of email recipients', 'lists of email recipients'],
  comments: ['comment', 'comments'],
  history: ['history entry', 'history entries'],
  user: ['user record', 'user records'],
  sessions: ['session', 'sessions'],
  secondFactor: ['second factor', 'second factors'],
  delegations: ['delegation', 'delegations'],
  passkeys: ['passkey', 'passkeys'],
  singleSignOn: ['single sign-on account', 'single sign-on accounts'],
  apiKeys: ['API key', 'API keys'],
  savedViews: ['saved view', 'saved views'],
  orderDrafts: ['order draft', 'order drafts'],
  notifications: ['notification', 'notifications'],
  notificationEmails: ['notification email', 'notification emails'],
  historyOfTheAccount: ['history entry of the account', 'history entries of the account'],
  actions: ['recorded action', 'recorded actions'],
}

/** The erased fields as people read them. */
export const erasedFieldNames: Readonly<Record<string, string>> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  address: 'address',
  city: 'city',
  zipCode: 'ZIP code',
  billingAddress: 'billing address',
  website: 'website',
  notes: 'notes',
  contactName: 'contact name',
  contactRole: 'contact role',
  contactEmail: 'contact email',
  contactPhone: 'contact phone',
  documentNote: 'note on documents',
  emailRecipients: 'recipients of automatic emails',
  username: 'username',
  preferences: 'preferences',
  passkey: 'passkeys',
}

/** The name of an exported file. */
export function exportFileName(kind: SubjectKind, id: number): string {
  return `personal-data-of-${kind}-${id}.json`
}

/** What an exported file has, part by part: `1 customer record`, `12 sales orders`. */
export function countsInExport(text: string): string[] {
  // The program wrote the file itself: an object with a list for each part.
  const file = JSON.parse(text) as Record<string, unknown>
  return Object.entries(file).flatMap(([part, found]) => {
    const nouns = partNouns[part]
    return nouns && Array.isArray(found) ? [counted(found.length, ...nouns)] : []
  })
}
