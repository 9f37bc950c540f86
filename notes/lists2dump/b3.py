import sys; sys.path.insert(0,'/tmp/lists2dump')
from ed import *
sub('features/returns/contract.ts',("import { defineList, field, viewsOf } from","import { defineList, field, tableOf, viewsOf } from"))
sub('features/returns/ui/ReturnsTab.tsx',("import { formatHidden } from '#platform/kernel/money.ts'\n",""),("import type { Column } from '#platform/ui/table/columns.ts'\n","import { columnsOf } from '#platform/ui/table/list-columns.ts'\n"),
("import { type GoodsReturn, listReturns } from","import { customerReturnList, listReturns, vendorReturnList } from"),
("name={'customerId' in of ? 'customer-returns' : 'vendor-returns'}","name={'customerId' in of ? customerReturnList.name : vendorReturnList.name}"),
('usualSort="-createdAt"','usualSort={customerReturnList.defaultSort}'))
sub('platform/kernel/list.ts',('''    name,
    defaultSort = list.defaultSort,
    columns,
  }: { name: Name''','''    name,
    defaultSort,
    columns,
  }: { name: Name'''),("fields: own, defaultSort, chips: [] }","fields: own, defaultSort: defaultSort ?? list.defaultSort, chips: [] }"))
# sku-vendors defaults
sub('features/sourcing/contract.ts',("  name: 'sku-vendors',\n","  name: 'sku-vendors',\n  defaultSort: 'rank',\n"))
sub('features/sourcing/ui/OffersTab.tsx',("usualSort={vendor ? 'sku' : 'rank'}","usualSort={vendor ? 'sku' : skuVendorList.defaultSort}"))
