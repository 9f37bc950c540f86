import { findActiveCustomers } from '#features/customers/ui/parts/find-customers.ts'
import { findSkusToSell } from '#features/skus/ui/parts/find-skus.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { DateField, MoneyField, SwitchField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import {
  type ContractPrice,
  contractPriceForm,
  createContractPrice,
  listContractPrices,
  readContractPrice,
  updateContractPrice,
} from '../contract.ts'
import { parseWholeNumber } from '#platform/ui/form/field-text.ts'

/** The customer or the SKU whose prices are shown. The form asks for the other one. */
export type PriceParty = {
  customer?: { id: number; customerCode: string; name: string } | undefined
  sku?: { id: number; sku: string; name: string } | undefined
}

type ContractPriceFormProps = PriceParty & {
  price: ContractPrice | undefined
  onClose: () => void
}
type Values = ReturnType<typeof valuesOf>

/** The form for a contract price of one customer for one SKU. */
export function ContractPriceForm({ customer, sku, price, onClose }: ContractPriceFormProps) {
  const refreshes = [listContractPrices, readContractPrice]
  const creation = useWrite(createContractPrice, {
    refreshes,
    success: 'Contract price created successfully',
    failure: 'Failed to create contract price',
  })
  const change = useWrite(updateContractPrice, {
    refreshes,
    success: 'Contract price updated successfully',
    failure: 'Failed to update contract price',
  })
  const editing = price && {
    version: price.version,
    reread: async () => {
      const fresh = await send(readContractPrice, { params: { id: price.id } })
      return { values: valuesOf({ customer, sku, price: fresh }), version: fresh.version }
    },
  }
  return (
    <FormDialog
      title={price ? 'Edit Contract Price' : 'Create New Contract Price'}
      schema={contractPriceForm}
      values={valuesOf({ customer, sku, price })}
      toWire={toWire}
      submitLabel={price ? 'Update Contract Price' : 'Create Contract Price'}
      another={!price}
      onClose={onClose}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        price
          ? change.run({ params: { id: price.id }, body, idempotencyKey, ifMatch })
          : creation.run({ body, idempotencyKey })
      }
      {...editing}
    >
      <div className="grid gap-4 md:grid-cols-2">
        {customer ? (
          <RecordField
            name="skuId"
            label="SKU *"
            search={findSkusToSell}
            source="skus-to-sell"
            isScannable
          />
        ) : (
          <RecordField
            name="customerId"
            label="Customer *"
            search={findActiveCustomers}
            source="active-customers"
          />
        )}
        <MoneyField name="contractPrice" label="Contract Price *" />
        <UnitsField name="minimumQuantity" label="Minimum Quantity" min={1} />
        <DateField name="effectiveDate" label="Effective Date" hint="Defaults to today" />
        <DateField name="expirationDate" label="Expiration Date" hint="Last day it applies" />
        <SwitchField name="isActive" label="Active" />
      </div>
    </FormDialog>
  )
}

type Parts = PriceParty & { price: ContractPrice | undefined }

function valuesOf({ customer, sku, price }: Parts) {
  const customerOf = customer && choiceOf(customer.id, customer.customerCode, customer.name)
  const skuOf = sku && choiceOf(sku.id, sku.sku, sku.name)
  return {
    customerId:
      customerOf ?? (price && choiceOf(price.customerId, price.customerCode, price.customerName)),
    skuId: skuOf ?? (price && choiceOf(price.skuId, price.sku, price.skuName)),
    contractPrice: price?.contractPrice ?? '',
    minimumQuantity: String(price?.minimumQuantity ?? 1),
    effectiveDate: price?.effectiveDate ?? '',
    expirationDate: price?.expirationDate ?? '',
    isActive: price?.isActive ?? true,
  }
}

function choiceOf(id: number, code: string, name: string): Choice {
  return { id, code, text: `${code} - ${name}` }
}

/** Empty dates use the server's defaults; the schema rejects a missing customer or SKU (id 0). */
function toWire(values: Values) {
  const { customerId, skuId, effectiveDate, expirationDate } = values
  return {
    ...values,
    customerId: customerId?.id ?? 0,
    skuId: skuId?.id ?? 0,
    minimumQuantity: parseWholeNumber(values.minimumQuantity) ?? 1,
    effectiveDate: effectiveDate || undefined,
    expirationDate: expirationDate || null,
  }
}
