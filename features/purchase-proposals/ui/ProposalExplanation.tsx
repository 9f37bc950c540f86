import { ShoppingBag } from 'lucide-react'
import { useState } from 'react'
import { useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#platform/ui/dialogs/Dialog.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { formatDecimal, formatHidden } from '#platform/kernel/money.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { OrderChosen, codeOf, defaultSort } from './ProposalsTable.tsx'
import { type Proposal, listProposals } from '../contract.ts'
import { quantityWhy, reorderPointWhy, usageDays } from '../rules.ts'

/** All figures of a proposal, with their sources, and the button that orders it. */
export function ProposalExplanation({ list, code }: { list: ListState; code: string }) {
  const whyNot = useWhyNot()
  // Kept: once it is ordered, it is no proposal any more.
  const [ordered, setOrdered] = useState<Proposal>()
  const found = useRecord({ endpoint: listProposals, list, usualSort: defaultSort, codeOf, code })
  if (ordered) {
    return <OrderChosen rows={[ordered]} clear={() => undefined} onClose={list.close} />
  }
  if (found.isMissing || found.error) {
    return <MissingRecord noun="proposal" code={code} error={found.error} onClose={list.close} />
  }
  const { record } = found
  const whyNotOrder = whyNot('purchaseOrders.create')
  return (
    <Dialog
      title={`Why buy ${code}?`}
      description={record?.name}
      place="Details"
      onClose={list.close}
    >
      <DialogBody>
        {record ? <Reasons proposal={record} /> : <Skeleton className="h-60" />}
      </DialogBody>
      {record && (
        <DialogFooter>
          <Button
            kind={whyNotOrder === undefined ? 'primary' : 'secondary'}
            icon={ShoppingBag}
            onClick={() => setOrdered(record)}
            whyNot={whyNotOrder}
          >
            Order…
          </Button>
        </DialogFooter>
      )}
    </Dialog>
  )
}

const count = (units: number) => units.toLocaleString('en-US')

function Reasons({ proposal }: { proposal: Proposal }) {
  const { position, reorderPoint, expired } = proposal
  return (
    <div className="grid gap-6">
      <p>
        {`Stock including open orders is ${count(position)}, `}
        {position === reorderPoint ? 'equal to ' : 'below '}
        {`the reorder point of ${count(reorderPoint)}.`}
      </p>
      {expired && (
        <Alert tone="warning" title="A certificate has expired">
          {expired}
        </Alert>
      )}
      <Facts items={factsOf(proposal)} />
    </div>
  )
}

const leadTimeTexts = {
  offer: 'this SKU',
  vendor: 'the vendor',
  usual: 'default, because none is specified',
}

/** Why this vendor is proposed. */
function vendorWhy({ vendorFrom, vendorRank, preferredRank }: Proposal): string {
  if (vendorFrom === 'last order') return 'last vendor'
  const ranking = preferredRank && `preferred ranking ${preferredRank}`
  if (vendorFrom === 'ranking') return `${ranking}, among earlier vendors`
  return [`rank ${vendorRank} for this SKU`, ranking].filter(Boolean).join(', ')
}

function factsOf(proposal: Proposal) {
  const { available, backordered, onOrder, drafted, requested, used } = proposal
  const { leadDays, leadFrom, minimumStock, minimumQuantity, quantity, reorderPoint } = proposal
  const { vendorName } = proposal
  return [
    { name: 'Available', value: count(available) },
    { name: 'Backordered', value: count(backordered) },
    { name: 'On approved orders', value: count(onOrder) },
    { name: 'On drafts and submitted orders', value: count(drafted) },
    { name: 'On requisitions', value: count(requested) },
    { name: `Sold in ${usageDays} days`, value: count(used) },
    { name: 'Lead time', value: `${counted(leadDays, 'day')} (${leadTimeTexts[leadFrom]})` },
    { name: 'Minimum stock', value: count(minimumStock) },
    { name: 'Reorder point', value: `${count(reorderPoint)} (${reorderPointWhy(proposal)})` },
    { name: 'Minimum order quantity', value: count(minimumQuantity) },
    { name: 'Suggested qty', value: `${count(quantity)} (${quantityWhy(proposal)})` },
    {
      name: 'Vendor',
      value:
        vendorName === null
          ? 'No vendor: choose one in Order…'
          : `${vendorName} (${vendorWhy(proposal)})`,
    },
    { name: 'Unit Price', value: priceText(proposal) },
  ]
}

function priceText({ unitPrice, priceFrom }: Proposal): string {
  if (unitPrice === null) return formatHidden(unitPrice)
  return `${formatDecimal(unitPrice)} (${priceFrom === 'offer' ? 'vendor’s price' : 'cost'})`
}
