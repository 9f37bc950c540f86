import type { RuleField } from './rule-fields.ts'

/** A switch that requires a second factor of a role; `person` is somebody of it. */
function switchFor(label: string, person: string) {
  return {
    page: 'security',
    section: 'Second factor required',
    kind: 'switch',
    label,
    hint: 'Signing in needs the password and a code from an authenticator app.',
    example: `When it is on, ${person} without a second factor must set one up first.`,
  } as const
}

/** The form fields of the page Security: one for each role. */
export const securityFields = {
  secondFactorAdmin: switchFor('Administrators', 'an administrator'),
  secondFactorManager: switchFor('Managers', 'a manager'),
  secondFactorSales: switchFor('Sales', 'a sales clerk'),
  secondFactorPurchasing: switchFor('Purchasing', 'a buyer'),
  secondFactorWarehouse: switchFor('Warehouse', 'a warehouse clerk'),
  secondFactorFinance: switchFor('Finance', 'an accountant'),
  secondFactorViewer: switchFor('Viewers', 'a viewer'),
  secondFactorUser: switchFor('Users without another role', 'such a user'),
} as const satisfies Record<string, RuleField>
