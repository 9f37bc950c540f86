import * as z from 'zod/mini'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import { units } from '#platform/kernel/fields.ts'
import { SelectField, SwitchField, TextAreaField, TextField } from '#platform/ui/form/Fields.tsx'
import { unsavedInput } from '#platform/ui/form/unsaved-input.ts'
import { fieldText, parseWholeNumber } from '#platform/ui/form/form-parts.ts'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { useRead, useWrite } from '#platform/web/api.ts'
import { send } from '#platform/web/send.ts'
import { PriceFields } from './prices/PriceFields.tsx'
import { StockFields } from './stock/StockFields.tsx'
import {
  type Sku,
  createSku,
  listSkuCategories,
  readSku,
  skuForm,
  unitOfMeasureLabels,
  unitsOfMeasure,
  updateSku,
} from '../contract.ts'
import { adjustedNotice, skuReads } from './use-sku-writes.ts'

type SkuFormProps = {
  sku?: Sku
  /** The initial text of a new SKU. */
  begun?: string | undefined
  onClose: () => void
}
export type SkuValues = ReturnType<typeof valuesOf>
type Body = WireBodyOf<typeof createSku>

// The API treats the two counts as optional; the form marks them as required.
const countedForm = z.extend(skuForm, { minimumStock: units(0), currentStock: units(0) })

/** The form of a new or existing SKU. */
export function SkuForm({ sku, begun, onClose }: SkuFormProps) {
  const creation = useWrite(createSku, {
    refreshes: skuReads,
    success: adjustedNotice('SKU created successfully'),
    failure: 'Failed to create SKU',
  })
  const change = useWrite(updateSku, {
    refreshes: skuReads,
    success: adjustedNotice('SKU updated successfully'),
    failure: 'Failed to update SKU',
  })
  const may = useMay()
  const { data: categories = [] } = useRead(listSkuCategories)
  const editing = sku && {
    version: sku.version,
    reread: async () => {
      const fresh = await send(readSku, { params: { id: sku.id } })
      return { values: valuesOf(fresh), version: fresh.version }
    },
  }
  return (
    <FormDialog
      title={sku ? 'Edit SKU' : 'Create New SKU'}
      schema={countedForm}
      values={valuesOf(sku)}
      begun={unsavedInput(begun, { code: 'sku', name: 'name', email: 'name' })}
      toWire={toWire}
      submitLabel={sku ? 'Update SKU' : 'Create SKU'}
      another={!sku}
      onClose={onClose}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        sku
          ? change.run({ params: { id: sku.id }, body, idempotencyKey, ifMatch })
          : creation.run({ body, idempotencyKey })
      }
      {...editing}
    >
      <FormSection title="Details">
        <TextField name="sku" label="SKU Code *" length={28} />
        <TextField name="name" label="Product Name *" />
        <TextAreaField name="description" label="Description" wide rows={2} />
        <TextField name="category" label="Category" suggestions={categories} />
        <SelectField name="unitOfMeasure" label="Unit of Measure" options={unitOptions(sku)} />
        <TextField name="barcode" label="Barcode" length={28} />
        <TextField
          name="wmsLocation"
          label="Location"
          length={28}
          hint="Its location in the warehouse"
        />
      </FormSection>
      <PriceFields mayReadCost={may('skus.cost')} />
      <StockFields mayAdjust={may('skus.adjust')} />
      <FormSection title="Status">
        <SwitchField name="isActive" label="Active" hint="Only active SKUs can be ordered" />
      </FormSection>
    </FormDialog>
  )
}

/** The usual units, and the SKU's own if an import used another. */
function unitOptions(sku: Sku | undefined) {
  const knownUnits = unitsOfMeasure.map((unit) => ({
    value: unit,
    label: unitOfMeasureLabels[unit],
  }))
  const own = sku?.unitOfMeasure
  const isKnown = !own || knownUnits.some(({ value }) => value === own)
  return isKnown ? knownUnits : [...knownUnits, { value: own, label: own }]
}

function valuesOf(sku?: Sku) {
  return {
    sku: fieldText(sku?.sku),
    name: fieldText(sku?.name),
    description: fieldText(sku?.description),
    category: fieldText(sku?.category),
    unitOfMeasure: sku?.unitOfMeasure ?? 'EA',
    barcode: fieldText(sku?.barcode),
    wmsLocation: fieldText(sku?.wmsLocation),
    cost: fieldText(sku?.cost),
    price: fieldText(sku?.price),
    tier1Price: fieldText(sku?.tier1Price),
    tier2Price: fieldText(sku?.tier2Price),
    tier3Price: fieldText(sku?.tier3Price),
    minimumStock: String(sku?.minimumStock ?? 0),
    currentStock: String(sku?.currentStock ?? 0),
    stockReason: '',
    isActive: sku?.isActive ?? true,
  }
}

type SkuFormValues = Body & { minimumStock: number; currentStock: number }

/** An empty tier price becomes null; an empty cost, price or count shows `Required`. */
function toWire(values: SkuValues): SkuFormValues {
  const { cost, price, tier1Price, tier2Price, tier3Price } = values
  const wire = {
    ...values,
    cost: cost || undefined,
    price: price || undefined,
    tier1Price: tier1Price || null,
    tier2Price: tier2Price || null,
    tier3Price: tier3Price || null,
    minimumStock: parseWholeNumber(values.minimumStock),
    currentStock: parseWholeNumber(values.currentStock),
  }
  // The schema rejects missing values.
  return wire as SkuFormValues
}
