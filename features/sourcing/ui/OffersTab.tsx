import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { useLocalList } from '#platform/web/list-state.ts'
import { skuVendorColumns, vendorSkuColumns } from './offer-columns.tsx'
import { type OfferParty, OfferForm } from './OfferForm.tsx'
import {
  type Offer,
  createOffer,
  deleteOffer,
  listOffers,
  offerList,
  skuVendorList,
} from '../contract.ts'

const codeOf = (offer: Offer) => `${offer.vendorCode} ${offer.sku}`

/** The offers of a vendor or for a SKU, in order of preference. */
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
        name={vendor ? offerList.name : skuVendorList.name}
        title={vendor ? 'SKUs of this vendor' : 'Vendors of this SKU'}
        endpoint={listOffers}
        list={list}
        fixed={{ vendorId: vendor?.id, skuId: sku?.id }}
        usualSort={vendor ? 'sku' : skuVendorList.defaultSort}
        columns={vendor ? vendorSkuColumns : skuVendorColumns}
        codeOf={codeOf}
        actionsOf={actionsOf}
        {...(may('vendors.edit') && { onOpen: setEdited })}
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
              ? 'Add the SKUs that this vendor sells. Orders and proposals use these prices.'
              : 'Add the vendors that sell this SKU. Proposals buy from the lowest rank.'}
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

/** Deletes an offer immediately; Undo creates it again. */
function useRemoval(): (offer: Offer) => Promise<void> {
  const again = useWrite(createOffer, {
    refreshes: [listOffers],
    success: 'Offer restored',
    failure: 'Failed to restore the offer',
  })
  const removal = useWrite(deleteOffer, {
    refreshes: [listOffers],
    failure: 'Failed to delete the offer',
  })
  return async ({ id, vendorId, skuId, rank, vendorItem, unitPrice, ...terms }) => {
    const { leadTimeDays, minimumQuantity } = terms
    const body = { vendorId, skuId, rank, vendorItem, unitPrice, leadTimeDays, minimumQuantity }
    if (!(await removal.isDone({ params: { id } }))) return
    notify({
      title: 'Success',
      text: 'Offer removed',
      action: offerUndo(() => again.tryRun({ body })),
    })
  }
}
