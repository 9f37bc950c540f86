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
