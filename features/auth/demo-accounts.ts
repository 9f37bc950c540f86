import type { Role } from './rules.ts'

/** The demo accounts and their roles. */
export const demoRoles = {
  admin: 'admin',
  sales: 'sales',
  purchasing: 'purchasing',
  warehouse: 'warehouse',
  finance: 'finance',
  clerk: 'sales',
  user: 'user',
} as const satisfies Record<string, Role>

export type DemoName = keyof typeof demoRoles

/** The demo usernames, as the sign-in page lists them. */
export const demoNames = Object.keys(demoRoles)
