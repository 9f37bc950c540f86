import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay, useWhyNot } from '#features/auth/me.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/Button.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { notify } from '#platform/ui/toast.ts'
import { offerUndo } from '#platform/ui/undo.ts'
import { useWrite } from '#platform/web/api.ts'
import { useLocalList } from '#platform/web/list-search.ts'
import { type OfferParty, OfferForm } from './OfferForm.tsx'
import { type Offer, createOffer, deleteOffer, listOffers } from './contract.ts'

const codeOf = (offer: Offer) => `${offer.vendorCode} ${offer.sku}`
const number = { align: 'right', width: 110 } as const
const orDash = (value: number | null, word = '') =>
  value === null ? '-' : `${value.toLocaleString('en-US')}${word}`

const ofSku: Column<Offer> = {
  id: 'sku',
  header: 'SKU',
  width: 240,
  cell: (offer) => `${offer.sku} - ${offer.skuName}`,
}
const ofVendor: Column<Offer> = {
  id: 'vendorCode',
  header: 'Vendor',
  width: 240,
  cell: (offer) => `${offer.vendorCode} - ${offer.vendorName}`,
}

const shared: readonly Column<Offer>[] = [
  { id: 'rank', header: 'Rank', ...number, width: 80, cell: ({ rank }) => rank },
  {
    id: 'unitPrice',
    header: 'Price',
    ...number,
    sortable: false,
    phone: 'amount',
    cell: ({ unitPrice }) => (unitPrice === null ? '-' : formatDecimal(unitPrice)),
  },
  {
    id: 'leadTimeDays',
    header: 'Lead time',
    ...number,
    phone: 'date',
    cell: ({ leadTimeDays }) => orDash(leadTimeDays, ' days'),
  },
  {
    id: 'minimumQuantity',
    header: 'Minimum',
    ...number,
    sortable: false,
    cell: ({ minimumQuantity }) => orDash(minimumQuantity),
  },
  {
    id: 'vendorItem',
    header: 'Vendor’s number',
    width: 150,
    sortable: false,
    phone: 'line',
    cell: ({ vendorItem }) => vendorItem ?? '-',
  },
]

/** What one vendor offers, or who offers one SKU, in the order of preference. */
export function OffersTab({ vendor, sku }: OfferParty) {
  const list = useLocalList()
  const may = useMay()
  const whyNot = useWhyNot()
  const [edited, setEdited] = useState<Offer | 'new'>()
  const remove = useRemoval()
  const actionsOf = (offer: Offer) => [
    {
      label: 'Edit',
      icon: Pencil,
      isInline: true,
      whyNot: whyNot('vendors.edit'),
      run: () => setEdited(offer),
    },
    {
      label: 'Delete',
      icon: Trash2,
      isInline: true,
      whyNot: whyNot('vendors.edit'),
      run: () => void remove(offer),
    },
  ]
  return (
    <>
      <DataTable
        name={vendor ? 'vendor-skus' : 'sku-vendors'}
        title={vendor ? 'SKUs of this vendor' : 'Vendors of this SKU'}
        endpoint={listOffers}
        list={list}
        fixed={{ vendorId: vendor?.id, skuId: sku?.id }}
        usualSort={vendor ? 'sku' : 'rank'}
        columns={[vendor ? ofSku : ofVendor, ...shared]}
        codeOf={codeOf}
        actionsOf={actionsOf}
        onOpen={(offer) => may('vendors.edit') && setEdited(offer)}
        primary={
          may('vendors.edit') && (
            <Button kind="primary" icon={Plus} onClick={() => setEdited('new')}>
              {vendor ? 'Add SKU' : 'Add vendor'}
            </Button>
          )
        }
        empty={
          <p className="text-muted">
            {vendor
              ? 'Say what this vendor sells, at which price: orders and proposals take it.'
              : 'Say who sells this SKU: proposals buy from the lowest rank.'}
          </p>
        }
      />
      {edited && (
        <OfferForm
          vendor={vendor}
          sku={sku}
          offer={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

/** Takes an offer off the list at once; Undo puts it back. */
function useRemoval(): (offer: Offer) => Promise<void> {
  const again = useWrite(createOffer, {
    refreshes: [listOffers],
    success: 'The line is back',
    failure: 'Failed to restore the line',
  })
  const removal = useWrite(deleteOffer, {
    refreshes: [listOffers],
    failure: 'Failed to delete the line',
  })
  return async ({ id, vendorId, skuId, rank, vendorItem, unitPrice, ...terms }) => {
    const { leadTimeDays, minimumQuantity } = terms
    const body = { vendorId, skuId, rank, vendorItem, unitPrice, leadTimeDays, minimumQuantity }
    if (!(await removal.isDone({ params: { id } }))) return
    notify({
      title: 'Success',
      text: 'Taken off the list',
      action: offerUndo(() => again.tryRun({ body })),
    })
  }
}
