import { useRef, useState } from 'react'
import { createCustomer, customerForm, listCustomers } from '#features/customers/contract.ts'
import { findCustomers } from '#features/customers/ui/parts/find-customers.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { Combobox } from '#platform/ui/fields/Combobox.tsx'
import { DayField } from '#platform/ui/dates/DayField.tsx'
import { Field } from '#platform/ui/fields/Field.tsx'
import { NumberInput } from '#platform/ui/fields/NumberInput.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { FieldScanButton } from '#platform/ui/scan/FieldScanButton.tsx'
import { ScanButton } from '#platform/ui/scan/ScanButton.tsx'
import { InvalidFields } from '#platform/ui/form/ErrorSummary.tsx'
import {
  CustomField,
  DateField,
  MoneyField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  UnitsField,
} from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { FormCard } from '#platform/ui/form/FormCard.tsx'
import { FormSection } from '#platform/ui/form/FormSection.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { useUrlList } from '#platform/web/list-state.ts'
import { Card } from './Card.tsx'

/** Single fields, and a form with one field of each kind. */
export function FieldParts() {
  const list = useUrlList()
  return (
    <>
      <PageHeader title="Fields and forms" />
      <PageContent>
        <Card title="A form">
          <Button kind="primary" onClick={() => list.change({ new: '1' }, 'push')}>
            New record
          </Button>
        </Card>
        <SingleFields />
        <ScannedFields />
      </PageContent>
      {list.search.new && <RecordFilterForm onClose={list.close} />}
    </>
  )
}

function SingleFields() {
  const [day, setDay] = useState('2026-03-01')
  const [customer, setCustomer] = useState<Choice>()
  return (
    <Card title="Fields">
      <InvalidFields
        wrong={[{ id: 'parts-amount', label: 'Amount', message: 'Must be more than 0' }]}
        failure={undefined}
        attempt={0}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Reference" hint="What the other side calls it">
          {(control) => <input {...control} className="control" defaultValue="4500118822" />}
        </Field>
        <Field label="Amount *" id="parts-amount" error="Must be more than 0">
          {(control) => <NumberInput {...control} step="0.01" defaultValue="0.00" />}
        </Field>
        <DayField label="As of" value={day} onPick={setDay} />
        <Field label="Customer">
          {(control) => (
            <Combobox<Choice>
              {...control}
              name="customers"
              value={customer}
              onChange={setCustomer}
              search={findCustomers}
              scanTarget="Customer"
              placeholder="Type a code or a name"
            />
          )}
        </Field>
      </div>
    </Card>
  )
}

/** A button that scans, and one in a field, which only devices with a camera show. */
function ScannedFields() {
  const [code, setCode] = useState('none')
  const field = useRef<HTMLInputElement>(null)
  return (
    <Card title="Barcodes">
      <div className="flex items-center gap-2">
        <ScanButton target="number" onCode={setCode} />
        <p role="status">{`Scanned: ${code}`}</p>
      </div>
      <Field label="Number">
        {(control) => (
          <div className="relative">
            <input {...control} ref={field} className="control pr-9 pointer-coarse:pr-12" />
            <FieldScanButton field={field} target="Number" />
          </div>
        )}
      </Field>
    </Card>
  )
}

const values = {
  customerCode: '',
  name: '',
  email: '',
  notes: '',
  creditLimit: '0.00',
  units: '1',
  priceLevel: 'standard' as const,
  since: '',
  allowBackorder: false,
  reference: '',
  parent: undefined as Choice | undefined,
}

/** Maps the fields of a customer; the others exist only to be filled in. */
function toWire({ customerCode, name, email, notes, creditLimit, ...rest }: typeof values) {
  const { priceLevel, allowBackorder } = rest
  return { customerCode, name, email, notes, creditLimit, priceLevel, allowBackorder }
}

function RecordFilterForm({ onClose }: { onClose: () => void }) {
  const creation = useWrite(createCustomer, {
    refreshes: [listCustomers],
    success: 'Customer created successfully',
    failure: 'Failed to create customer',
  })
  return (
    <FormDialog
      title="New record"
      description="One field of each kind"
      schema={customerForm}
      values={values}
      toWire={toWire}
      submitLabel="Create"
      another
      onClose={onClose}
      onSave={(body, { idempotencyKey }) => creation.run({ body, idempotencyKey })}
    >
      <FormSection title="Who they are">
        <TextField name="customerCode" label="Customer Code *" length={12} />
        <TextField name="name" label="Name *" suggestions={['Acme', 'Birch']} />
        <TextField name="email" label="Email *" type="email" />
        <RecordField name="parent" label="Parent" source="customers" search={findCustomers} />
        <DateField name="since" label="Customer since" />
        <TextAreaField name="notes" label="Notes" wide rows={2} />
      </FormSection>
      <FormSection title="Terms">
        <MoneyField name="creditLimit" label="Credit Limit" hint="0 means no credit" />
        <UnitsField name="units" label="Units" min={1} />
        <SelectField
          name="priceLevel"
          label="Price Level"
          options={['standard', 'tier1'].map((value) => ({ value, label: value }))}
        />
        <SwitchField name="allowBackorder" label="Allow backorders" hint="It waits for stock" />
        <CustomField name="reference" label="Reference">
          {(control, value, change) => (
            <input
              {...control}
              className="control"
              value={String(value)}
              onChange={({ target }) => change(target.value)}
            />
          )}
        </CustomField>
      </FormSection>
      <FormSection title="Closed to this role" isDisabled>
        <TextField name="closed" label="Tax number" />
      </FormSection>
      <FormCard title="As on a page">
        <TextField name="website" label="Website" type="url" />
      </FormCard>
    </FormDialog>
  )
}
