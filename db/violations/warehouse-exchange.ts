// Invalid states of the warehouse exchange, inserted by the invariants test.

const aSku = '(select min(id) from skus)'

/** Warehouse violations, with the full name of the view that must report them. */
export const brokenExchanges: [view: string, what: string, statements: string][] = [
  [
    'inv_05_negative_available',
    'more reserved than there is',
    `update skus set reserved = current_stock + 1 where id = ${aSku}`,
  ],
  [
    'inv_05_negative_available',
    'a shortage that is not on record',
    `update skus set current_stock = -1 where id = ${aSku};
     delete from stock_shortages where sku_id = ${aSku}`,
  ],
  [
    'inv_05_negative_available',
    'a shortage of other units',
    `update skus set current_stock = reserved - 2 where id = ${aSku};
     update stock_shortages set units = units - 1 where sku_id = ${aSku}`,
  ],
  [
    'inv_12_warehouse_exports',
    'a version that was planned and is not in the queue',
    `insert into wms_documents (kind, record_id, code, fingerprint) values ('item', 1, 'X', '')`,
  ],
  [
    'inv_12_warehouse_exports',
    'a version that left before the one before it',
    `insert into wms_exports (kind, record_id, code, version, action, payload, state)
     values ('item', 1, 'X', 1, 'upsert', '{}', 'waiting'),
            ('item', 1, 'X', 2, 'upsert', '{}', 'sent')`,
  ],
]

const aPartner = `insert into edi_partners
  (name, kind, qualifier, identifier, own_qualifier, own_identifier, usage)
  values ('Planted', 'warehouse', 'ZZ', 'PLANTED', 'ZZ', 'PRIZM', 'P')`

// Interchange 1 received eleven minutes ago, and interchanges 1 and 3 sent.
const insertInbound = `insert into edi_interchanges
  (partner_id, direction, control_number, usage, state, sha256, raw, created_at)
  select id, 'in', 1, 'P', 'accepted', '', '', now() - interval '11 minutes'
  from edi_partners where identifier = 'PLANTED'`
const insertOutbound = `insert into edi_interchanges
  (partner_id, direction, control_number, usage, state, sha256, raw)
  select id, 'out', 1, 'P', 'sent', '', '' from edi_partners where identifier = 'PLANTED'`
const insertLaterOutbound = `insert into edi_interchanges
  (partner_id, direction, control_number, usage, state, sha256, raw)
  select id, 'out', 3, 'P', 'sent', '', '' from edi_partners where identifier = 'PLANTED'`
const aDocument = `insert into edi_documents
  (interchange_id, set_id, group_control, set_control, sha256, state, body)
  select max(id), '945', '1', '0001', '', 'waiting', '[]' from edi_interchanges`
const unreferencedFile = `insert into edi_documents
  (interchange_id, set_id, group_control, set_control, sha256, state, tells, body)
  select max(id), '940', '1', '0001', '', 'waiting', 'wms nothing', '[]' from edi_interchanges`
const aNumber = `insert into edi_control_numbers (partner_id, direction, last)
  select id, 'out', 7 from edi_partners where identifier = 'PLANTED'`

/** Violations in the exchange of EDI files. */
export const brokenFiles: [view: string, what: string, statements: string][] = [
  ['inv_12_edi', 'a file that nobody answered', [aPartner, insertInbound, aDocument].join(';')],
  [
    'inv_12_edi',
    'a number that was left out',
    [aPartner, insertOutbound, insertLaterOutbound].join(';'),
  ],
  ['inv_12_edi', 'a number that no interchange has', [aPartner, aNumber].join(';')],
  ['inv_12_edi', 'a file about nothing', [aPartner, insertOutbound, unreferencedFile].join(';')],
]
