// What the exchange with the warehouse can get wrong, planted by the test of the invariants.

const aSku = '(select min(id) from skus)'

/** What the exchange can get wrong, by the whole name of the view that sees it. */
export const exchangedWrong: [view: string, what: string, statements: string][] = [
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
const thePartner = `(select id from edi_partners where identifier = 'PLANTED')`
const interchange = (direction: 'in' | 'out', number: number, at = 'now()') =>
  `insert into edi_interchanges
     (partner_id, direction, control_number, usage, state, sha256, raw, created_at)
   values (${thePartner}, '${direction}', ${number}, 'P',
           '${direction === 'in' ? 'accepted' : 'sent'}', '', '', ${at})`
const document = (set: string, tells: string) =>
  `insert into edi_documents
     (interchange_id, set_id, group_control, set_control, sha256, state, tells, body)
   select max(id), '${set}', '1', '0001', '', 'waiting', ${tells}, '[]' from edi_interchanges`

/** What the exchange of files can get wrong. */
export const filedWrong: [view: string, what: string, statements: string][] = [
  [
    'inv_12_edi',
    'a file that nobody answered',
    [aPartner, interchange('in', 1, `now() - interval '11 minutes'`), document('945', 'null')].join(
      ';',
    ),
  ],
  [
    'inv_12_edi',
    'a number that was left out',
    [aPartner, interchange('out', 1), interchange('out', 3)].join(';'),
  ],
  [
    'inv_12_edi',
    'a number that no interchange has',
    `${aPartner};
     insert into edi_control_numbers (partner_id, direction, last)
     values (${thePartner}, 'out', 7)`,
  ],
  [
    'inv_12_edi',
    'a file about a document that is not there',
    [aPartner, interchange('out', 1), document('940', `'wms ${crypto.randomUUID()}'`)].join(';'),
  ],
]
