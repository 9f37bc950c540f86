import { FileUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { listImports } from '#features/audit/imports-contract.ts'
import { useMay, useWhyNot } from '#features/auth/ui/parts/current-user.ts'
import { useToday } from '#features/settings/ui/parts/use-today.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { notify } from '#platform/ui/notices/toast.ts'
import { offerUndo } from '#platform/ui/notices/undo.ts'
import { useWrite } from '#platform/web/api-hooks.ts'
import { useLocalList } from '#platform/web/list-state.ts'
import { contractPriceColumns } from './contract-price-columns.tsx'
import { ContractPriceForm, type PriceParty } from './ContractPriceForm.tsx'
import {
  type ContractPrice,
  contractPriceList,
  createContractPrice,
  deleteContractPrice,
  importContractPrices,
  listContractPrices,
  priceColumns,
  undoContractPriceImport,
} from '../contract.ts'

const ImportDialog = lazyPart(
  async () => (await import('#platform/ui/import/ImportDialog.tsx')).ImportDialog,
)

const codeOf = (price: ContractPrice) => `${price.customerCode} ${price.sku}`

/** The contract prices of one customer or one SKU: list, create, edit, delete, import. */
export function ContractPricesTab({ customer, sku }: PriceParty) {
  const list = useLocalList()
  const today = useToday()
  const may = useMay()
  const whyNot = useWhyNot()
  const [edited, setEdited] = useState<ContractPrice | 'new'>()
  const [isImporting, setIsImporting] = useState(false)
  const remove = useRemoval()
  const actionsOf = (price: ContractPrice) => [
    {
      label: 'Edit',
      icon: Pencil,
      isInline: true,
      whyNot: whyNot('pricing.edit'),
      run: () => setEdited(price),
    },
    {
      label: 'Delete',
      icon: Trash2,
      isInline: true,
      whyNot: whyNot('pricing.edit'),
      run: () => void remove(price),
    },
  ]
  return (
    <>
      <DataTable
        name={contractPriceList.name}
        title="Contract prices"
        endpoint={listContractPrices}
        list={list}
        fixed={{ customerId: customer?.id, skuId: sku?.id }}
        columns={contractPriceColumns(customer ? 'sku' : 'customer', today)}
        codeOf={codeOf}
        actionsOf={actionsOf}
        {...(may('pricing.edit') && { onOpen: setEdited })}
        primary={
          may('pricing.edit') && (
            <>
              <Button icon={FileUp} onClick={() => setIsImporting(true)}>
                Import CSV
              </Button>
              <Button kind="primary" icon={Plus} onClick={() => setEdited('new')}>
                Add Contract Price
              </Button>
            </>
          )
        }
        empty={
          <p className="text-muted">
            No contract prices. The price level and the standard price apply.
          </p>
        }
      />
      {edited && (
        <ContractPriceForm
          customer={customer}
          sku={sku}
          price={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {isImporting && (
        <PricesImport customer={customer} sku={sku} onClose={() => setIsImporting(false)} />
      )}
    </>
  )
}

/** Imports a price list of this customer or this SKU from a file. */
function PricesImport({ customer, sku, onClose }: PriceParty & { onClose: () => void }) {
  const fixed = { customerId: customer?.id, skuId: sku?.id }
  return (
    <ImportDialog
      nouns="Contract Prices"
      columns={priceColumns(fixed)}
      importing={importContractPrices}
      undoing={undoContractPriceImport}
      recent={{ endpoint: listImports, query: { table: 'contract_pricing' } }}
      refreshes={[listContractPrices]}
      fixed={fixed}
      updating="A price without an expiration date ends the day before the next price begins."
      sample={`/samples/contract-prices-of-${customer ? 'customer' : 'sku'}.csv`}
      onClose={onClose}
    />
  )
}

/** Deletes a contract price immediately; Undo creates it again. */
function useRemoval(): (price: ContractPrice) => Promise<void> {
  const again = useWrite(createContractPrice, {
    refreshes: [listContractPrices],
    success: 'Contract price restored',
    failure: 'Failed to restore contract price',
  })
  const removal = useWrite(deleteContractPrice, {
    refreshes: [listContractPrices],
    failure: 'Failed to delete contract price',
  })
  return async (price) => {
    const { customerId, skuId, contractPrice, minimumQuantity, isActive } = price
    const { effectiveDate, expirationDate } = price
    const body = { customerId, skuId, contractPrice, minimumQuantity, isActive }
    const dated = { ...body, effectiveDate, expirationDate }
    const isDone = await removal.isDone({ params: { id: price.id } })
    if (!isDone) return
    notify({
      title: 'Success',
      text: 'Contract price deleted successfully',
      detail: codeOf(price),
      action: offerUndo(() => again.tryRun({ body: dated })),
    })
  }
}
