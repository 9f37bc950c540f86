import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { DocumentTextPreview } from '#features/documents/ui/parts/DocumentTextPreview.tsx'
import { customerNoteFields } from '#features/settings/document-texts.ts'
import { duplicateCheckNames, duplicateChecks } from '#features/settings/duplicate-checks.ts'
import { fieldsHint } from '#features/settings/text-placeholders.ts'
import { cents } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import {
  MoneyField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#platform/ui/form/Fields.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { MasterForm, type MasterFormProps } from '#platform/ui/master-data/MasterForm.tsx'
import { type Customer, customerForm, priceLevels } from '../contract.ts'
import { priceName } from '../labels.ts'
import { termsNotice } from '../rules.ts'
import { customerScreen } from './customer-screen.ts'
import { fieldText } from '#platform/ui/form/field-text.ts'

const CustomerNotePage = lazyPart(
  async () => (await import('#features/documents/ui/parts/CustomerNotePage.tsx')).CustomerNotePage,
  <Skeleton className="h-96" />,
)

type Values = ReturnType<typeof valuesOf>

const asSettings = '' as const
const duplicateCheckOptions = [
  { value: asSettings, label: 'Company default' },
  ...duplicateChecks.map((value) => ({ value, label: duplicateCheckNames[value] })),
]
const priceLevelOptions = priceLevels.map((level) => ({ value: level, label: priceName(level) }))
const terms = ['Net 30', 'Net 60', 'Due on receipt']

/** The form for a new or an existing customer. */
export function CustomerForm(props: MasterFormProps<Customer>) {
  const { record: customer } = props
  const mayEditTerms = useMay()('customers.terms')
  return (
    <MasterForm
      {...props}
      screen={customerScreen}
      schema={customerForm}
      valuesOf={valuesOf}
      toWire={toWire}
      names={{ code: 'customerCode', name: 'name', email: 'email' }}
    >
      <IdentityFields />
      <FormSection title="Terms & pricing" isDisabled={!mayEditTerms}>
        <MoneyField name="creditLimit" label="Credit Limit" hint="0 means no credit" />
        <TextField name="paymentTerms" label="Payment Terms" suggestions={terms} length={24} />
        <SelectField name="priceLevel" label="Price Level" options={priceLevelOptions} />
        <TextAreaField
          name="billingAddress"
          label="Bill To"
          hint="Defaults to the address above"
          wide
          rows={2}
        />
        <SwitchField name="taxExempt" label="Tax exempt" />
        <TextField name="taxExemptNumber" label="Tax Exempt Number" length={24} />
        {customer && <TermsNotice customer={customer} />}
      </FormSection>
      <OrderFields customer={customer} />
      <FormSection title="Status">
        <SwitchField
          name="isActive"
          label="Active"
          hint="Orders can be entered for active customers only"
        />
      </FormSection>
    </MasterForm>
  )
}

function OrderFields({ customer }: { customer: Customer | undefined }) {
  return (
    <FormSection title="Orders">
      <SwitchField
        name="allowBackorder"
        label="Allow backorders"
        hint="Items that are out of stock ship later"
      />
      <SwitchField
        name="packingSlipPrices"
        label="Prices on packing slips"
        hint="The recipient of the goods sees the prices"
      />
      <SelectField
        name="duplicateCheck"
        label="Parked Orders"
        hint="They take no stock and no credit until someone reviews them"
        options={duplicateCheckOptions}
      />
      <TextField
        name="supplierNumber"
        label="Supplier Number"
        hint="Our number in their system, printed on their documents"
        length={24}
      />
      <TextAreaField
        name="documentNote"
        label="Note on Documents"
        hint={`Printed on their documents. ${fieldsHint(customerNoteFields)}`}
        wide
        rows={2}
      />
      <CustomerNotePreview customer={customer} />
      <TextAreaField name="notes" label="Notes" wide rows={2} />
    </FormSection>
  )
}

/** The note as the documents of this customer show it, while it is typed. */
function CustomerNotePreview({ customer }: { customer: Customer | undefined }) {
  const { control } = useFormContext<Values>()
  const [showsPage, setShowsPage] = useState(false)
  const may = useMay()
  const mayPreview = may('salesOrders.read') && may('settings.read')
  const [documentNote, name, customerCode, supplierNumber] = useWatch({
    control,
    name: ['documentNote', 'name', 'customerCode', 'supplierNumber'],
  })
  if (documentNote.trim() === '') return null
  const values = {
    'customer.name': name,
    'customer.code': customerCode,
    'customer.supplierNumber': supplierNumber,
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:col-span-2">
      <DocumentTextPreview
        label="Note as printed"
        text={documentNote}
        fields={customerNoteFields}
        values={values}
      />
      {customer && mayPreview && (
        <>
          <Button
            size="small"
            className="justify-self-start"
            aria-expanded={showsPage}
            onClick={() => setShowsPage(!showsPage)}
          >
            Preview latest order
          </Button>
          {showsPage && (
            <CustomerNotePage
              customerId={customer.id}
              note={documentNote}
              supplierNumber={supplierNumber}
            />
          )}
        </>
      )}
    </div>
  )
}

/** Warns how changed terms affect open orders and debts, if the customer has any. */
function TermsNotice({ customer }: { customer: Customer }) {
  const { control } = useFormContext<Values>()
  const [creditLimit, paymentTerms, priceLevel, taxExempt] = useWatch({
    control,
    name: ['creditLimit', 'paymentTerms', 'priceLevel', 'taxExempt'],
  })
  const isOpen = cents(customer.openOrderAmount) !== 0 || cents(customer.currentBalance) !== 0
  const sentences = termsNotice(customer, { creditLimit, paymentTerms, priceLevel, taxExempt })
  if (!isOpen || sentences.length === 0) return null
  return (
    <div className="md:col-span-2">
      <Alert tone="warning" title="This customer has open orders or an open balance">
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}

/** Company details, address and contact. */
function IdentityFields() {
  return (
    <>
      <FormSection title="Details">
        <TextField name="customerCode" label="Customer Code *" length={24} />
        <TextField name="name" label="Company Name *" />
        <TextField name="email" label="Email *" type="email" />
        <TextField name="phone" label="Phone" type="tel" length={20} />
        <TextField name="website" label="Website" />
      </FormSection>
      <FormSection title="Address">
        <TextAreaField name="address" label="Address" wide />
        <TextField name="city" label="City" />
        <TextField name="state" label="State" />
        <TextField name="zipCode" label="ZIP Code" length={12} />
        <TextField name="country" label="Country" />
      </FormSection>
      <FormSection title="Contact">
        <TextField name="contactName" label="Contact" />
        <TextField name="contactRole" label="Contact Role" length={24} />
        <TextField name="contactEmail" label="Contact Email" type="email" />
        <TextField name="contactPhone" label="Contact Number" type="tel" length={20} />
      </FormSection>
    </>
  )
}

function valuesOf(customer?: Customer) {
  return {
    customerCode: fieldText(customer?.customerCode),
    name: fieldText(customer?.name),
    email: fieldText(customer?.email),
    phone: fieldText(customer?.phone),
    website: fieldText(customer?.website),
    address: fieldText(customer?.address),
    city: fieldText(customer?.city),
    state: fieldText(customer?.state),
    zipCode: fieldText(customer?.zipCode),
    country: fieldText(customer?.country),
    contactName: fieldText(customer?.contactName),
    contactRole: fieldText(customer?.contactRole),
    contactEmail: fieldText(customer?.contactEmail),
    contactPhone: fieldText(customer?.contactPhone),
    creditLimit: customer?.creditLimit ?? '0',
    paymentTerms: customer?.paymentTerms ?? 'net-30',
    priceLevel: customer?.priceLevel ?? ('standard' as const),
    billingAddress: fieldText(customer?.billingAddress),
    taxExempt: customer?.taxExempt ?? false,
    taxExemptNumber: fieldText(customer?.taxExemptNumber),
    allowBackorder: customer?.allowBackorder ?? false,
    packingSlipPrices: customer?.packingSlipPrices ?? false,
    duplicateCheck: customer?.duplicateCheck ?? asSettings,
    supplierNumber: fieldText(customer?.supplierNumber),
    documentNote: fieldText(customer?.documentNote),
    notes: fieldText(customer?.notes),
    isActive: customer?.isActive ?? true,
  }
}

/** An empty credit limit becomes 0, no credit. */
function toWire({ creditLimit, duplicateCheck, ...values }: Values) {
  return { ...values, creditLimit: creditLimit || '0', duplicateCheck: duplicateCheck || null }
}
