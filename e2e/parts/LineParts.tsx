import { Facts } from '#platform/ui/page/Facts.tsx'
import { IdAndName } from '#platform/ui/page/IdAndName.tsx'
import { KeyTable } from '#platform/ui/keyboard/KeyTable.tsx'
import { LinesTable, rightAligned } from '#platform/ui/page/LinesTable.tsx'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { CopyLink } from '#platform/ui/buttons/CopyLink.tsx'
import { Card } from './Card.tsx'

const statuses = ['Pending', 'Processing', 'Shipped', 'Cancelled', 'Draft', 'Part-paid', 'Overdue']
const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** The line tables and facts of a record, and the texts in them. */
export function LineParts() {
  return (
    <>
      <PageHeader title="Lines and facts" />
      <PageContent>
        <Card title="Facts of a record">
          <CopyLink path="/sales-orders?open=SO-1" />
          <Facts
            items={[
              { name: 'Customer', value: <IdAndName id="ACME" name={longName} /> },
              { name: 'Due', value: <OverdueDate text="Jan 15, 2026" isOverdue /> },
              {
                name: 'To ship by',
                value: <OverdueDate text="Jan 9, 2026" isOverdue word="late" />,
              },
              { name: 'Paid on', value: null },
            ]}
          />
        </Card>
        <Card title="Statuses">
          <div className="flex flex-wrap gap-2">
            {statuses.map((status) => (
              <StatusBadge key={status} status={status} />
            ))}
          </div>
        </Card>
        <Card title="Lines of a document">
          <LinesTable
            label="Lines"
            heads={['SKU', 'Name', rightAligned('Quantity'), rightAligned('Amount')]}
            className="min-w-140"
            sums={[
              ['Subtotal', '120.00'],
              ['Tax', '9.90'],
              ['Total', '129.90'],
            ]}
          >
            {['BOLT-8', 'NUT-8'].map((sku) => (
              <tr key={sku} className="border-b border-line">
                <td className="px-2 py-1">{sku}</td>
                <td className="px-2 py-1">{longName}</td>
                <td className="px-2 py-1 text-right">12</td>
                <td className="px-2 py-1 text-right">$60.00</td>
              </tr>
            ))}
          </LinesTable>
        </Card>
        <Card title="What scrolls sideways">
          <ScrollRegion label="Wide">
            <p className="w-200">What is wider than a phone scrolls by itself, and not the page.</p>
          </ScrollRegion>
        </Card>
        <Card title="Keys">
          <KeyTable isVisible={(_, place) => place === 'List'} />
        </Card>
      </PageContent>
    </>
  )
}
