import type { Role } from './rules.ts'

/** Who may try the demo, and in which role. */
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

/** Their names, as the sign-in page offers them. */
export const demoNames = Object.keys(demoRoles)
