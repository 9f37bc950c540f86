import { SelectField } from '#platform/ui/form/Fields.tsx'
import { shippingMethodNames, shippingMethods } from '../../rules.ts'

const options = shippingMethods.map((value) => ({ value, label: shippingMethodNames[value] }))
const unspecified = { value: '', label: 'Not specified' }

/** The shipping method; `isOpen` adds the option to leave it unspecified. */
export function ShippingMethodField({ isOpen = false }: { isOpen?: boolean }) {
  return (
    <SelectField
      name="shippingMethod"
      label="Shipping Method"
      hint="No shipping charge for pickup"
      options={isOpen ? [unspecified, ...options] : options}
    />
  )
}
