// One file: the permissions of own roles, their sentences and the rules over them.

import { foldCase, type Holder, isBuiltIn, may, type Permission, permissions } from './rules.ts'

// Roles of the company's own: a name and some of the permissions of the matrix.

/** What every role may do, whatever else it holds: its own account, and what filters by right. */
export const basicPermissions = [
  'profile.own',
  'device.own',
  'settings.read',
  'activity.read',
  'search.all',
  'health.read',
  'notifications.own',
  'views.own',
  'reports.own',
] as const satisfies readonly Permission[]

type BasicPermission = (typeof basicPermissions)[number]

/** Permissions that an own role may have or lack. */
export type ChosenPermission = Exclude<Permission, BasicPermission>

/** A group of permissions: a room, what its first permission shows, and what the others allow. */
type PermissionGroup = {
  title: string
  /** The permission to read, which all others of the group need. */
  read?: ChosenPermission
  sentences: Partial<Record<ChosenPermission, string>>
}

/** All permissions of own roles by room, each as a sentence about its holder. */
export const permissionGroups = [
  {
    title: 'Customers',
    read: 'customers.read',
    sentences: {
      'customers.read': 'Sees customers with their contacts, addresses and credit',
      'customers.edit': 'Adds and changes customers',
      'customers.terms': 'Changes credit limits, payment terms, price levels and tax exemptions',
      'customers.delete': 'Deletes and restores customers',
      'customers.import': 'Imports customers from files',
    },
  },
  {
    title: 'Vendors',
    read: 'vendors.read',
    sentences: {
      'vendors.read': 'Sees vendors with their contacts and addresses',
      'vendors.edit': 'Adds and changes vendors and their offers',
      'vendors.terms': 'Changes payment terms and bank details of vendors',
      'vendors.delete': 'Deletes and restores vendors',
      'vendors.import': 'Imports vendors from files',
    },
  },
  {
    title: 'SKUs and stock',
    read: 'skus.read',
    sentences: {
      'skus.read': 'Sees SKUs and their stock',
      'skus.cost': 'Sees costs, and with them the amounts of purchase orders',
      'skus.edit': 'Adds and changes SKUs',
      'skus.adjust': 'Adjusts stock',
      'skus.approveAdjust': 'Approves adjustments of valuable stock',
      'skus.ringFence': 'Keeps stock for the orders of one customer',
      'skus.delete': 'Deletes and restores SKUs',
      'skus.import': 'Imports SKUs and their prices from files',
      'skus.importCount': 'Imports stock counts from files',
    },
  },
  {
    title: 'Contract prices',
    read: 'pricing.read',
    sentences: {
      'pricing.read': 'Sees contract prices',
      'pricing.edit': 'Adds, changes and imports contract prices',
    },
  },
  {
    title: 'Sales orders',
    read: 'salesOrders.read',
    sentences: {
      'salesOrders.read': 'Sees sales orders with their shipments',
      'orders.validate': 'Checks orders before they are created',
      'orders.create': 'Creates sales orders',
      'orders.import': 'Imports sales orders from files',
      'orders.backorder': 'Lets orders wait for stock',
      'orders.overridePrice': 'Enters other prices than the customer’s',
      'orders.belowCost': 'Sells below cost',
      'salesOrders.edit': 'Changes sales orders',
      'salesOrders.hold': 'Puts sales orders on hold',
      'salesOrders.release': 'Releases sales orders from hold',
      'salesOrders.releaseMargin': 'Releases sales orders below the minimum margin',
      'salesOrders.overrideCredit': 'Approves sales orders above the credit limit',
      'salesOrders.process': 'Sends sales orders to the warehouse',
      'salesOrders.ship': 'Ships sales orders',
      'salesOrders.deliver': 'Records deliveries',
      'salesOrders.cancel': 'Cancels sales orders',
      'salesOrders.recall': 'Takes sales orders back from the warehouse',
      'salesOrders.reallocate': 'Moves reserved stock from one sales order to another',
      'salesOrders.send': 'Emails order confirmations and packing lists',
    },
  },
  {
    title: 'Intake',
    read: 'intake.read',
    sentences: {
      'intake.read': 'Sees intake messages',
      'intake.work': 'Corrects, rejects and re-runs intake messages',
    },
  },
  {
    title: 'Purchase orders',
    read: 'purchaseOrders.read',
    sentences: {
      'purchaseOrders.read': 'Sees purchase orders and receipts',
      'purchaseOrders.create': 'Creates, changes and submits purchase orders',
      'purchaseOrders.import': 'Imports purchase orders from files',
      'purchaseOrders.approve': 'Approves and rejects purchase orders',
      'purchaseOrders.receive': 'Receives goods',
      'purchaseOrders.close': 'Closes purchase orders that did not arrive in full',
      'purchaseOrders.cancel': 'Cancels approved purchase orders and those of others',
      'purchaseOrders.send': 'Emails purchase orders to vendors',
    },
  },
  {
    title: 'Requisitions',
    read: 'requisitions.read',
    sentences: {
      'requisitions.read': 'Sees requisitions',
      'requisitions.create': 'Asks for goods by requisition',
      'requisitions.decide': 'Approves and rejects requisitions',
    },
  },
  {
    title: 'Returns',
    read: 'returns.read',
    sentences: {
      'returns.read': 'Sees returns of customers and to vendors',
      'returns.create': 'Creates returns',
      'returns.createRma': 'Creates returns of customers',
      'returns.createRtv': 'Creates returns to vendors',
      'returns.approve': 'Approves returns',
      'returns.decide': 'Decides what happens to returned goods and late returns',
      'returns.receive': 'Receives returned goods',
      'returns.replace': 'Creates orders that replace returned goods',
      'returns.complete': 'Completes returns with a credit',
      'returns.send': 'Emails documents of returns',
    },
  },
  {
    title: 'Receivables',
    read: 'receivables.read',
    sentences: {
      'receivables.read': 'Sees invoices, payments and credit memos of customers',
      'receivables.collect': 'Records payments of customers',
      'receivables.credit': 'Creates credit memos',
      'receivables.writeOff': 'Writes off what customers will not pay',
      'receivables.refund': 'Releases refunds to customers',
      'receivables.dun': 'Sends reminders',
      'receivables.send': 'Emails invoices and statements',
      'reports.receivables': 'Sees reports on receivables',
    },
  },
  {
    title: 'Payables',
    read: 'payables.read',
    sentences: {
      'payables.read': 'Sees bills, credits and payments of vendors',
      'payables.enter': 'Enters bills and credits of vendors',
      'payables.release': 'Releases blocked bills',
      'payables.pay': 'Prepares payments to vendors',
      'payables.releasePayment': 'Releases payments to vendors',
      'reports.payables': 'Sees reports on payables',
    },
  },
  {
    title: 'Journal',
    read: 'ledger.read',
    sentences: {
      'ledger.read': 'Sees the journal, the accounts and business figures',
      'ledger.enter': 'Enters journal entries by hand',
      'ledger.post': 'Posts journal entries that another person entered',
      'ledger.payTax': 'Records payments of sales tax',
      'ledger.softClose': 'Closes periods for most, and posts into them',
      'ledger.close': 'Closes periods for all, and opens them again',
    },
  },
  {
    title: 'Warehouse connection',
    read: 'wms.read',
    sentences: {
      'wms.read': 'Sees the data exchange with the warehouse',
      'wms.run': 'Starts the data exchange',
      'wms.mend': 'Solves problems of the data exchange',
      'wms.manage': 'Sets up the connection to the warehouse',
    },
  },
  {
    title: 'EDI',
    read: 'edi.read',
    sentences: {
      'edi.read': 'Sees EDI documents and partners',
      'edi.mend': 'Solves problems of EDI documents',
      'edi.manage': 'Sets up EDI partners',
    },
  },
  {
    title: 'General',
    sentences: {
      'dashboard.read': 'Sees the dashboard with the numbers and amounts of all orders',
      'documents.send': 'Emails documents again, and sees which were sent',
      'comments.write': 'Comments on records that the role may see',
    },
  },
  {
    title: 'Administration',
    sentences: {
      'users.manage': 'Manages users, roles and API keys',
      'settings.manage': 'Changes the settings',
      'backtests.run': 'Tests setting and price changes on past orders',
      'webhooks.manage': 'Manages webhooks, which send every event of the company',
      'audit.read': 'Proves that the history was not changed',
      'personalData.manage': 'Exports and erases personal data',
      'demoData.load': 'Loads the demo data',
      'health.note': 'Writes notes on incidents',
      'health.check': 'Checks data, and sees tables and undelivered messages',
    },
  },
] as const satisfies readonly PermissionGroup[]

type Union<U> = U extends unknown ? keyof U : never
type Described = Union<(typeof permissionGroups)[number]['sentences']>
type Undescribed = Exclude<ChosenPermission, Described>
// Fails to compile if a permission is in no group.
true satisfies [Undescribed] extends [never] ? true : Undescribed

const groups: readonly PermissionGroup[] = permissionGroups

/** All permissions that an own role may have, in the order of the screen. */
export const chosenPermissions = groups.flatMap(
  ({ sentences }) => Object.keys(sentences) as ChosenPermission[],
)

/** What a permission allows, as a sentence about its holder. */
export function sentenceOf(permission: ChosenPermission): string {
  return groups.find(({ sentences }) => permission in sentences)?.sentences[permission] ?? ''
}

/** The permission to read the room of a permission; undefined if it needs none. */
export function readNeededBy(permission: ChosenPermission): ChosenPermission | undefined {
  const read = groups.find(({ sentences }) => permission in sentences)?.read
  return read === permission ? undefined : read
}

/**
 * The permissions after one is chosen or taken away: choosing one chooses what it needs to be read,
 * and taking a permission to read takes away the others of its room.
 */
export function togglePermission(
  chosen: readonly ChosenPermission[],
  permission: ChosenPermission,
): ChosenPermission[] {
  const isTaken = chosen.includes(permission)
  const needed = readNeededBy(permission)
  return chosenPermissions.filter((each) => {
    if (isTaken) return chosen.includes(each) && each !== permission && needs(each) !== permission
    return chosen.includes(each) || each === permission || each === needed
  })
}

const needs = readNeededBy

/** Why permissions do not fit together, as a sentence; undefined if they do. */
export function whyIncomplete(chosen: readonly ChosenPermission[]): string | undefined {
  const lacking = chosen.find((each) => {
    const needed = readNeededBy(each)
    return needed !== undefined && !chosen.includes(needed)
  })
  const needed = lacking && readNeededBy(lacking)
  return needed && `“${sentenceOf(lacking)}” needs “${sentenceOf(needed)}”`
}

/** The known ones of some permissions that a role may have, each once, in the usual order. */
export function chosenOf(given: readonly string[]): ChosenPermission[] {
  return chosenPermissions.filter((each) => given.includes(each))
}

/** All that the holder of an own role may do: what every role may, and what was chosen for it. */
export function grantsOf(chosen: readonly string[]): string[] {
  return [...basicPermissions, ...chosen]
}

/** The permissions of a built-in role that an own role may have, too. */
export function permissionsOfBuiltIn(role: string): ChosenPermission[] {
  return isBuiltIn(role) ? chosenPermissions.filter((each) => may({ role }, each)) : []
}

/** The permissions among some that a person does not hold, and so may not give. */
export function notHeldBy(person: Holder, given: readonly string[]): Permission[] {
  const known = given.filter((each): each is Permission => Object.hasOwn(permissions, each))
  return known.filter((each) => !may(person, each))
}

/** True if an own role may not have the name, because a built-in role has it. */
export function isReservedName(name: string): boolean {
  return isBuiltIn(foldCase(name))
}
