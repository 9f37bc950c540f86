import * as z from 'zod/mini'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import { units } from '#platform/kernel/fields.ts'
import { SelectField, SwitchField, TextAreaField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { MasterForm, type MasterFormProps } from '#platform/ui/master-data/MasterForm.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { PriceFields } from './prices/PriceFields.tsx'
import { StockFields } from './stock/StockFields.tsx'
import {
  type Sku,
  type createSku,
  listSkuCategories,
  skuForm,
  unitOfMeasureLabels,
  unitsOfMeasure,
} from '../contract.ts'
import { adjustedNotice, skuScreen } from './sku-screen.ts'
import { fieldText, parseWholeNumber } from '#platform/ui/form/field-text.ts'

export type SkuValues = ReturnType<typeof valuesOf>
type Body = WireBodyOf<typeof createSku>

// The API treats the two counts as optional; the form marks them as required.
const countedForm = z.extend(skuForm, { minimumStock: units(0), currentStock: units(0) })

/** The form of a new or existing SKU. */
export function SkuForm(props: MasterFormProps<Sku>) {
  const { record: sku } = props
  const may = useMay()
  const { data: categories = [] } = useRead(listSkuCategories)
  return (
    <MasterForm
      {...props}
      screen={skuScreen}
      schema={countedForm}
      valuesOf={valuesOf}
      toWire={toWire}
      names={{ code: 'sku', name: 'name', email: 'name' }}
      notice={adjustedNotice}
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
    </MasterForm>
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
