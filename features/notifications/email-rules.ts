import { may, type Permission } from '#features/auth/rules.ts'
import { kindPermissions, type NotificationKind, notificationKinds } from './rules.ts'

/** How a user gets a kind of notification by email. */
export const emailModes = ['off', 'now', 'digest'] as const
export type EmailMode = (typeof emailModes)[number]

/**
 * The states of an email about notifications. `skipped`: nothing was left to tell. `uncertain`: the
 * program stopped, or the connection broke, while it handed the email over; it is not sent again.
 */
export const notificationEmailStates = [
  'waiting',
  'sent',
  'skipped',
  'failed',
  'uncertain',
] as const

/**
 * An email leaves the program, so each kind needs what the role must have to see its figures, at
 * the moment of sending: credit requests name what a customer may still buy.
 */
const emailPermissions: Record<NotificationKind, Permission> = {
  ...kindPermissions,
  credit: 'salesOrders.overrideCredit',
}

/** The kinds that a user may get by email now. */
export function emailKindsFor(user: Parameters<typeof may>[0]): NotificationKind[] {
  return notificationKinds.filter((kind) => may(user, emailPermissions[kind]))
}

/** A notification as an email tells it. */
export type EmailedNotification = { title: string; text: string; link: string | null }

/** Subject and text of the email about one notification. Links begin with `linkBase`. */
export function notificationLetter(
  item: EmailedNotification,
  linkBase: string | undefined,
): { subject: string; text: string } {
  return { subject: oneLine(item.title), text: [entryOf(item, linkBase), footer].join('\n\n') }
}

/** Subject and text of the digest of a day, the latest notification first. */
export function digestLetter(
  items: readonly EmailedNotification[],
  { day, linkBase }: { day: string; linkBase: string | undefined },
): { subject: string; text: string } {
  const shown = items.slice(0, mostInDigest)
  const more = items.length - shown.length
  const rest = more > 0 ? [`${more.toLocaleString('en-US')} more are in Prizm.`] : []
  const count = `${items.length} notification${items.length === 1 ? '' : 's'}`
  return {
    subject: `Prizm digest ${day}: ${count}`,
    text: [...shown.map((item) => entryOf(item, linkBase)), ...rest, footer].join('\n\n'),
  }
}

/** The notifications that a digest lists; the bell has the others. */
export const mostInDigest = 50

const footer = 'You chose these emails in Prizm: bell, Notification settings.'

function entryOf({ title, text, link }: EmailedNotification, linkBase: string | undefined): string {
  const address = linkBase && link?.startsWith('/') ? [`${linkBase.replace(/\/$/, '')}${link}`] : []
  return [title, text, ...address].filter(Boolean).join('\n')
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
