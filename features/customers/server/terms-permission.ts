import { may, permissions } from '#features/auth/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'

/**
 * True if the user may change credit limit, terms, price level and tax exemption. System actions
 * (no user) always may; for the sign-up role it depends on a setting.
 */
export async function canEditTerms(ctx: Context): Promise<boolean> {
  if (!ctx.user) return true
  const isOpen = ctx.user.role !== 'user' || (await readSettings(ctx)).userMayEditTerms
  return isOpen && may(ctx.user, 'customers.terms')
}

/**
 * The context for the checks of many records, which read no settings: without the permission to
 * change terms, if the setting takes it from the sign-up role.
 */
export async function withTermsPermission(ctx: Context): Promise<Context> {
  const { user } = ctx
  if (!user || (await canEditTerms(ctx))) return ctx
  const opens = new Set<string>(user.opens ?? Object.keys(permissions))
  opens.delete('customers.terms')
  return { ...ctx, user: { ...user, opens } }
}
