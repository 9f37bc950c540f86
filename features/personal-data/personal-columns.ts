/** Whose data a column holds, and what an erasure does with it. */
type PersonalColumn = {
  of: 'customer' | 'vendor' | 'user' | 'nobody'
  /** `kept` columns say why in `because`. */
  erasure: 'erased' | 'kept'
  because?: string
}

const customer = { of: 'customer', erasure: 'erased' } as const
const user = { of: 'user', erasure: 'erased' } as const
const nobody = { of: 'nobody', erasure: 'kept', because: 'It names a thing, not a person' } as const
const document = (of: 'customer' | 'vendor') =>
  ({ of, erasure: 'kept', because: 'It is part of a document, which the books keep' }) as const
const vendor = {
  of: 'vendor',
  erasure: 'kept',
  because: 'Vendors are companies; their contact is changed on the vendor',
} as const

/**
 * Every column whose name says that it may hold a name, an email address, a phone number or a
 * postal address, by `table.column`. A test compares the list with the database: a new column fails
 * it until it is classified here.
 */
export const personalColumns: Readonly<Record<string, PersonalColumn>> = {
  'account_emails.email_folded': user,
  'api_keys.name': nobody,
  'automatic_emails.name': nobody,
  'customers.address': customer,
  'customers.billing_address': customer,
  'customers.city': customer,
  'customers.contact_email': customer,
  'customers.contact_name': customer,
  'customers.contact_phone': customer,
  'customers.contact_role': customer,
  'customers.email': customer,
  'customers.name': customer,
  'customers.phone': customer,
  'customers.website': customer,
  'customers.zip_code': customer,
  'document_sendings.bounced_addresses': document('customer'),
  'document_sendings.cc_addresses': document('customer'),
  'document_sendings.file_name': nobody,
  'document_sendings.name': nobody,
  'document_sendings.to_addresses': document('customer'),
  'dunning_letters.address': document('customer'),
  'dunning_letters.recipient': document('customer'),
  'edi_interchanges.file_name': nobody,
  'edi_partners.name': nobody,
  'email_bounces.address': customer,
  'email_rules.name': nobody,
  'email_rules.to_addresses': customer,
  'imports.file_name': nobody,
  'imports.table_name': nobody,
  'intake_mailboxes.name': nobody,
  'own_roles.name': nobody,
  'own_roles.name_folded': nobody,
  'passkeys.name': user,
  'sales_orders.billing_address': document('customer'),
  'sales_orders.shipping_address': document('customer'),
  'saved_views.name': nobody,
  'secrets.name': nobody,
  'sessions.address': user,
  'sessions.user_agent': user,
  'setting_versions.name': nobody,
  'settings.name': nobody,
  'skus.name': nobody,
  'users.email': user,
  'users.email_folded': user,
  'users.username': user,
  'users.username_folded': user,
  'vendor_certificates.name': nobody,
  'vendors.address': vendor,
  'vendors.city': vendor,
  'vendors.contact_name': vendor,
  'vendors.email': vendor,
  'vendors.name': vendor,
  'vendors.phone': vendor,
  'vendors.website': vendor,
  'vendors.zip_code': vendor,
}

/** The names of columns that may hold personal data, as a regular expression of PostgreSQL. */
export const personalNames =
  '(^|_)(name|username|email|phone|contact|recipient|address|addresses|agent|city|zip|website)(_|$)'

/** What remains after an erasure, as sentences for the person who requested it. */
export const remainingOf = {
  customer: [
    'The customer code, state and country, which the books and the sales tax reports need.',
    'Addresses and recipients on sales orders, reminders and emailed documents: the books keep ' +
      'them.',
    'Comments, and the reasons that people typed.',
    'Earlier values in the sealed history: they are no longer shown, but stay in the database, ' +
      'because the seal covers them.',
    'Messages that were exchanged with the warehouse and EDI partners, messages of the intake ' +
      'inbox, and the database backups.',
  ],
  user: [
    'The id of the user in documents and in the history, which now shows the pseudonym.',
    'Comments and documents that the user wrote.',
    'Earlier values in the sealed history: they are no longer shown, but stay in the database, ' +
      'because the seal covers them.',
    'The log files of the program, and the database backups.',
  ],
} as const
